//! The candle backend: `candle_core::Tensor` on any device.
//!
//! candle keeps element type, rank and device as run-time values, so the backend is *erased*: its
//! tensors have the one Rust type `candle_core::Tensor`, and kernels look at the tensor.
//!
//! What is odd about candle, and what is done about it:
//!
//! | candle | here |
//! |---|---|
//! | has no truth values | masks are `u8` holding 0 and 1; any other number counts as true |
//! | has `u32` and `i16`, which the vocabulary lacks | they count as `i64`, and are widened when they are computed with |
//! | ints overflow with a panic in debug builds, and most unary ops panic for ints | ints have their own kernels, which wrap |
//! | NaN is lost in `relu`, `maximum`, `max`, `sign` and `sort` | own kernels, or a select behind the native one |
//! | gradients at kinks differ (`abs`, `relu`, ties of `max`) | own derivative rules behind the same forward values |
//! | 16-bit sums add up in 16 bits | they go through `f32` |
//! | `f64` becomes 16 bits by way of `f32`, rounded twice | own rounding on the way |
//! | an index equal to the largest integer gives 0 | every index is looked at first |
//!
//! On the CPU, functions that candle lacks run as one pass over the elements. On other devices they
//! are put together from candle's operations, with the same derivative; integer arithmetic,
//! sorting, running results, and functions that candle has no parts for go through the CPU there. Variables
//! (`candle_core::Var`) are tracked through every
//! differentiable operation.

mod convert;
mod elementwise;
mod functions;
mod fuse;
mod integer;
mod model;
mod ops;
mod order;
mod reduce;
mod scan;
#[cfg(test)]
mod tests;
mod window;

pub use convert::Place;

/// The candle backend.
#[derive(Clone, Copy, Debug)]
pub enum Candle {}
