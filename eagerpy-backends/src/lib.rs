//! The frameworks behind eagerpy: one folder each, with the same files in every folder.
//!
//! | file | what is there |
//! |---|---|
//! | `mod.rs` | the marker type, and what is odd about this framework |
//! | `convert.rs` | element types, shapes, errors: from the framework's to eagerpy's and back |
//! | `ops.rs` | [`Backend`](eagerpy_runtime::Backend) for it: one function an operation |
//! | `fuse.rs` | chains of operations: which tensors a pass can read, and where its results go (ndarray's is in `ops/`) |
//!
//! Beside the folders stand `fused.rs`, these passes for all frameworks, with their inner loops in `fused/loops.rs`;
//! `rows.rs`, softmax and what goes with it by the same loops; and `threads.rs`, which shares large ones out.

#[cfg(feature = "candle")]
pub mod candle;
#[cfg(any(feature = "ndarray", feature = "candle", feature = "tch"))]
mod fused;
#[cfg(all(test, any(feature = "ndarray", feature = "candle", feature = "tch")))]
mod half_precision;
#[cfg(feature = "ndarray")]
pub mod ndarray;
#[cfg(any(feature = "ndarray", feature = "candle"))]
mod rows;
#[cfg(feature = "tch")]
pub mod tch;
#[cfg(any(feature = "ndarray", feature = "candle", feature = "tch"))]
mod threads;

#[cfg(feature = "candle")]
pub use candle::Candle;
#[cfg(feature = "ndarray")]
pub use ndarray::Ndarray;
#[cfg(feature = "tch")]
pub use tch::Tch;

/// The frameworks' own crates.
pub mod crates {
    #[cfg(feature = "candle")]
    pub use ::candle_core;
    #[cfg(feature = "ndarray")]
    pub use ::ndarray;
    #[cfg(feature = "tch")]
    pub use ::tch;
}
