//! The one list of backends.

/// A backend that a build may have.
#[derive(Clone, Copy, Debug)]
pub struct BackendInfo {
    /// The name of its module, of its cargo feature and in `backends(…)`.
    pub name: &'static str,
    /// The type that implements [`Backend`](crate::Backend).
    pub marker: &'static str,
    /// Does its tensor type leave element type and rank to run time?
    pub erased: bool,
    /// Is its feature on?
    pub enabled: bool,
}

/// Every backend of this project, in the order of the documentation.
pub const BACKENDS: &[BackendInfo] = &[
    BackendInfo {
        name: "ndarray",
        marker: "Ndarray",
        erased: false,
        enabled: cfg!(feature = "ndarray"),
    },
    BackendInfo {
        name: "candle",
        marker: "Candle",
        erased: true,
        enabled: cfg!(feature = "candle"),
    },
    BackendInfo {
        name: "tch",
        marker: "Tch",
        erased: true,
        enabled: cfg!(feature = "tch"),
    },
];
