//! The conformance suite on the backends of this build: the failures that are known, and the run.
//!
//! The suite itself is [`eagerpy_runtime::testing`]; the program `conformance` and the test of that name are two faces
//! of [`run_all`].

use eagerpy_runtime::Backend;
pub use eagerpy_runtime::testing::suite::{Known, Setup, Suite, Summary, default_data};
use eagerpy_runtime::testing::suite::{known_failures as read_failures, run};

/// The failures that are known, from `expected_failures.json`.
///
/// # Errors
/// If the file is not what it should be.
pub fn known_failures() -> Result<Vec<Known>, String> {
    read_failures(include_str!("../expected_failures.json"))
}

/// The backends of this build.
pub fn backends() -> &'static [&'static str] {
    &[
        #[cfg(feature = "ndarray")]
        eagerpy_backends::Ndarray::NAME,
        #[cfg(feature = "candle")]
        eagerpy_backends::Candle::NAME,
        #[cfg(feature = "tch")]
        eagerpy_backends::Tch::NAME,
    ]
}

/// Runs the suite on the backends of this build, or on the one with this name.
pub fn run_all(
    setup: &Setup<'_>,
    backend: Option<&str>,
    progress: &mut dyn FnMut(&str),
) -> Vec<Summary> {
    let mut all = Vec::new();
    let asked = |name: &str| backend.is_none_or(|backend| backend == name);
    #[cfg(feature = "ndarray")]
    if asked(eagerpy_backends::Ndarray::NAME) {
        all.push(run::<eagerpy_backends::Ndarray>(setup, progress));
    }
    #[cfg(feature = "candle")]
    if asked(eagerpy_backends::Candle::NAME) {
        all.push(run::<eagerpy_backends::Candle>(setup, progress));
    }
    #[cfg(feature = "tch")]
    if asked(eagerpy_backends::Tch::NAME) {
        all.push(run::<eagerpy_backends::Tch>(setup, progress));
    }
    all
}
