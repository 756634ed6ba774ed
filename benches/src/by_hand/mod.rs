//! The same functions as a good user of each framework writes them: its own operations, in place where that is natural.

pub mod candle;
pub mod gradients;
pub mod loops;
pub mod ndarray;
#[cfg(feature = "tch")]
pub mod tch;
