//! Write a tensor function once, in NumPy's words; get a native one for each framework.
//!
//! ```
//! use eagerpy::agnostic;
//!
//! /// Euclidean norm of all elements.
//! #[agnostic]
//! pub fn l2_norm(x: &Tensor) -> Scalar {
//!     x.square().sum().sqrt()
//! }
//!
//! # #[cfg(all(feature = "ndarray", feature = "candle"))]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let of_ndarray = l2_norm(&ndarray::array![3.0_f32, 4.0])?;
//! assert_eq!(of_ndarray.into_scalar(), 5.0);
//!
//! let device = candle_core::Device::Cpu;
//! let of_candle = l2_norm(&candle_core::Tensor::new(&[3.0_f32, 4.0], &device)?)?;
//! assert_eq!(of_candle.to_scalar::<f32>()?, 5.0);
//! # Ok(())
//! # }
//! # #[cfg(not(all(feature = "ndarray", feature = "candle")))]
//! # fn main() {}
//! ```
//!
//! The operations are the methods of [`Tensor`]. What is in the build is chosen by cargo features:
//! `ndarray` and `candle` (on by default), `tch`; `rayon` shares passes over large tensors out among threads.

pub use eagerpy_macros::agnostic;
pub use eagerpy_runtime::frontend::{Tensor, functions};
pub use eagerpy_runtime::{
    Axes, Backend, DType, Element, Erased, Error, ErrorKind, Float, Int, Numeric, Rank, Result,
    Site, Value,
};
/// The floats of 16 bits as Rust types: those of the crate `half`.
pub use eagerpy_runtime::{bf16, f16};

/// A function with its derivative, for the gradients of functions that take one.
pub use eagerpy_runtime::model::{WithVjp, with_vjp};

/// The vocabulary as data: the table of operations.
pub use eagerpy_runtime::ops;

/// What a backend of another crate is written with.
pub mod backend {
    pub use eagerpy_runtime::entry::Fallible;
    pub use eagerpy_runtime::model::{Autograd, Onward};
    pub use eagerpy_runtime::{
        Backend, Boolean, Cut, DType, Dyn, Element, Erased, Error, Float, Int, Num, Numeric,
        Operand, Rank, Result, Shape, Value, scalar, shape,
    };
}

/// The conformance suite, for backends of other crates.
#[cfg(feature = "testing")]
pub use eagerpy_runtime::testing;

/// The frameworks that this build has, as their own crates, so that versions agree.
pub mod frameworks {
    #[cfg(feature = "candle")]
    pub use eagerpy_backends::crates::candle_core;
    #[cfg(feature = "ndarray")]
    pub use eagerpy_backends::crates::ndarray;
    #[cfg(feature = "tch")]
    pub use eagerpy_backends::crates::tch;
}

/// The backends that this build has.
pub mod backends {
    #[cfg(feature = "candle")]
    pub use eagerpy_backends::Candle;
    #[cfg(feature = "ndarray")]
    pub use eagerpy_backends::Ndarray;
    #[cfg(feature = "tch")]
    pub use eagerpy_backends::Tch;
}

/// What generated code calls. No part of the public interface.
#[doc(hidden)]
pub mod __private {
    #[allow(unused_imports, reason = "a build may have no backend")]
    pub use crate::backends::*;
    pub use eagerpy_macros::__link;
    pub use eagerpy_runtime::derivative::{Negated, earlier, inverse_permutation, kept, number_at};
    pub use eagerpy_runtime::entry::{self, Part, host_result, int, size};
    pub use eagerpy_runtime::fuse;
    pub use eagerpy_runtime::model;
    pub use eagerpy_runtime::{
        Absent, At, Axes, Backend, DType, Dyn, Element, Erased, Error, Fits, Float, IndexItem, Int,
        Ints, Num, Numeric, Nums, Ops, R0, R1, R2, R3, R4, R5, R6, Rank, Result, Site, Value, bf16,
        f16,
    };

    /// What the copies of functions for editors name.
    pub mod editor {
        pub use eagerpy_runtime::as_typed;
        pub use eagerpy_runtime::frontend::{Stepped, num, scope, stub};
        pub use eagerpy_runtime::stub::AnyBackend;
    }

    #[cfg(feature = "candle")]
    pub mod candle {
        pub use eagerpy_backends::crates::candle_core::Tensor;
    }
    #[cfg(feature = "tch")]
    pub mod tch {
        pub use eagerpy_backends::crates::tch::Tensor;
    }
}
