//! The tch backend: `tch::Tensor`, libtorch's tensors.
//!
//! What is odd about this framework, and what the kernels do about it:
//!
//! - Element type, device and gradient tracking are run-time values of one tensor type, so the
//!   backend is erased, and each kernel looks at the element type before it calls libtorch, which
//!   would promote ints to floats where the contract refuses them.
//! - An empty list of axes means all axes to libtorch. Kernels add an axis of size 1 and reduce that.
//! - Out of range indices raise on the CPU and kill the CUDA context on a GPU, and the least int
//!   divided by -1 kills the process: both are looked for before the call.
//! - Casts of floats to ints are undefined outside the range of the int; `convert.rs` saturates.
//! - Casts of `f64` to 16 bits round twice, and some functions of 16 bits round on the way, or overflow there.
//!   They go through `f32`.
//! - Every call is one of the fallible ones (`f_…`), and none writes to an input.
//!
//! | file | what is there |
//! |---|---|
//! | `convert.rs` | element types, shapes, numbers, errors, casts |
//! | `arith.rs` | operands, int division, powers, selection |
//! | `reduce.rs` | reductions over lists of axes |
//! | `index.rs` | slices, index tensors, sorting |
//! | `linalg.rs` | matrices |
//! | `model.rs` | gradients through functions of the caller's |
//! | `window.rs` | convolutions, poolings |
//! | `ops.rs` | the [`Backend`](eagerpy_runtime::Backend) |

mod arith;
mod convert;
mod fuse;
mod index;
mod linalg;
mod model;
mod ops;
mod reduce;
#[cfg(test)]
mod tests;
mod window;

pub use convert::Place;

/// The tch backend.
#[derive(Clone, Copy, Debug)]
pub enum Tch {}
