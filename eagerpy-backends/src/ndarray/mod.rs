//! The ndarray backend: any [`ArrayBase`](ndarray::ArrayBase) in, owned arrays out.
//!
//! - ndarray has the element type and the rank in its types. Inside, the rank is a run-time value
//!   (`IxDyn`, which keeps up to four axes without an allocation); [`finish`](eagerpy_runtime::Backend::finish)
//!   puts it back into the type.
//! - A tensor is a [`CowArray`](ndarray::CowArray): what only moves elements about (transposes, slices)
//!   borrows from its input.
//! - ndarray panics where it is misused. Every call here is one that the checked arguments allow.
//! - It has arithmetic and matrix products, but no reductions with NaN, no sorting, no
//!   transcendental functions beyond the scalars': those loops are in `ops/`.

mod convert;
mod ops;
#[cfg(test)]
mod tests;

pub use convert::Dim;

/// The ndarray backend.
#[derive(Clone, Copy, Debug)]
pub enum Ndarray {}
