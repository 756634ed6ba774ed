//! Losses and their gradients as a good user of each framework gets them: from its autograd where it has one, else by
//! the chain rule, written out.

pub mod candle;
pub mod ndarray;
#[cfg(feature = "tch")]
pub mod tch;
