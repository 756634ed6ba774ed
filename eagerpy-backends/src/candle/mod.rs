//! The candle backend.

/// The candle backend.
#[derive(Clone, Copy, Debug)]
pub enum Candle {}
