//! The vocabulary of eagerpy: which operations there are, what they mean, and what a framework
//! implements to have them.
//!
//! | module | what is there |
//! |---|---|
//! | [`ops`] | the table of operations, and [`Ops`], through which generated code calls them |
//! | [`Backend`] | what a framework implements: tensor types and one kernel per operation |
//! | [`Element`], [`Rank`], [`Num`] | element types, ranks and host scalars as Rust types |
//! | [`DType`], [`shape`], [`args`] | the same as values |
//! | [`fuse`] | chains of elementwise operations as one function of numbers |
//! | [`lane`] | elementary functions without branches, which it is made of |
//! | [`scalar`] | functions of numbers, for kernels that are loops |
//! | [`Error`] | run-time errors |
//! | [`registry`] | which backends this build has |
//! | `testing` | the conformance suite, under the feature of that name |
//!
//! The crate has no heavy dependency: the compiler (`eagerpy-macros`) uses it while it expands. The feature `linalg`,
//! which backends turn on whose framework has no decompositions of matrices, brings one.

pub mod args;
mod backend;
#[doc(hidden)]
pub mod derivative;
mod dtype;
mod element;
pub mod entry;
mod error;
pub mod frontend;
pub mod fuse;
mod half_precision;
pub mod lane;
mod linalg;
pub mod model;
mod num;
pub mod ops;
mod rank;
pub mod registry;
pub mod scalar;
pub mod shape;
#[doc(hidden)]
pub mod stub;
#[cfg(feature = "testing")]
pub mod testing;

pub use args::{
    Absent, Axes, Cut, Given, GivenMask, HostInt, IndexItem, IndexTensor, Ints, MaskTensor, Nums,
    Operand, Pair,
};
pub use backend::{Backend, Value};
pub use dtype::DType;
pub use element::{Boolean, Element, Erased, Float, Int, Numeric};
pub use error::{At, Error, ErrorKind, Result, Site};
pub use half::{bf16, f16};
#[doc(hidden)]
pub use half_precision::to_odd;
pub use num::Num;
pub use ops::Ops;
pub use rank::{Dyn, Fits, R0, R1, R2, R3, R4, R5, R6, Rank};
pub use shape::Shape;
