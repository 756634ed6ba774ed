//! The tch backend.

/// The tch backend.
#[derive(Clone, Copy, Debug)]
pub enum Tch {}
