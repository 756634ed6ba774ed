//! What the compiler of `#[agnostic]` accepts and refuses, and its exact words. The programs are in
//! `tests/ui`, one mistake a file; `cargo test` compiles them with trybuild.

pub mod documented;
