//! The losses of reinforcement learning, written once: for a program whose nets are tch's, one whose nets are
//! candle's, and one that has none of the two.
//!
//! ```text
//! cargo run --release --example rl_losses                   # ndarray and candle
//! cargo run --release --example rl_losses --features tch    # all three; needs libtorch
//! ```
//!
//! `losses.rs` is what a library would be: functions and structs under `#[agnostic]`. `callers.rs` calls every
//! one of them with each framework's own tensors, and holds what comes back to `reference.rs`, which is plain
//! Rust without tensors. The exit code is 0 if all agree.

// ndarray alone has no gradients, and a build without a framework compares nothing.
#![cfg_attr(
    not(any(feature = "candle", feature = "tch")),
    allow(dead_code, unused)
)]

mod callers;
mod frameworks;
mod losses;
mod reference;
mod report;

use std::process::ExitCode;

use frameworks::Outcome;
use report::Report;

fn main() -> ExitCode {
    let report = match compare() {
        Ok(report) => report,
        Err(error) => {
            eprintln!("FAILED: {error}");
            return ExitCode::FAILURE;
        }
    };
    print!("{report}");
    for failure in report.failures() {
        eprintln!("FAILED: {failure}");
    }
    println!("{} checks passed", report.passed());
    match report.failures() {
        [] if report.passed() > 0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// Runs every caller of this build. Values are relative where they are above 1, else absolute.
pub fn compare() -> Outcome<Report> {
    let mut report = Report::default();
    #[cfg(feature = "ndarray")]
    {
        report.caller("ndarray", "f32", 1e-5);
        callers::ndarray_f32::run(&mut report)?;
        report.caller("ndarray", "f64", 1e-12);
        callers::ndarray_f64::run(&mut report)?;
    }
    #[cfg(feature = "candle")]
    {
        report.caller("candle", "f32", 1e-5);
        callers::candle_f32::run(&mut report)?;
        report.caller("candle", "f64", 1e-12);
        callers::candle_f64::run(&mut report)?;
    }
    #[cfg(feature = "tch")]
    {
        report.caller("tch", "f32", 1e-5);
        callers::tch_f32::run(&mut report)?;
        report.caller("tch", "f64", 1e-12);
        callers::tch_f64::run(&mut report)?;
    }
    Ok(report)
}
