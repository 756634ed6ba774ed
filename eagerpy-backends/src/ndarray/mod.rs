//! The ndarray backend.

/// The ndarray backend.
#[derive(Clone, Copy, Debug)]
pub enum Ndarray {}
