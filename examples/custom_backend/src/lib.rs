//! A backend in a crate of its own: [`Plain`], whose tensors are a vector and its sizes.
//!
//! Nothing in eagerpy knows of it. A function names it, `#[agnostic(backends(plain = custom_backend::Plain))]`, and
//! its test is one line, `eagerpy::testing::conformance!(custom_backend::Plain)`.
//!
//! | file | what is there |
//! |---|---|
//! | `array.rs` | the framework |
//! | `backend.rs` | [`Backend`](eagerpy::Backend) for it |
//!
//! It is small, not fast: what the runtime can make of other operations it leaves to the runtime.

mod array;
mod backend;

pub use array::Array;
pub use backend::Plain;
