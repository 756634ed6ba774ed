//! `cargo xtask conformance`: compares every operation with the recorded right answers.
//!
//! In: the runner's arguments, handed on as they stand. Out: the runner's report and exit code. tch takes
//! part where libtorch is there; otherwise it is left out, and said so.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;

use crate::environment;
use crate::process::{Program, exit_code};

/// Runs the command, optimised: what people run, and quick over all the data.
pub fn run(arguments: &[OsString]) -> Result<ExitCode> {
    let libtorch = environment::available()?;
    let mut runner = Program::cargo();
    runner.args([
        "run",
        "--release",
        "-p",
        "eagerpy-tests",
        "--bin",
        "conformance",
    ]);
    match &libtorch {
        Some(libtorch) => {
            runner.args(["--features", "tch"]);
            libtorch.apply(&mut runner);
        }
        None => eprintln!(
            "tch is left out, since libtorch is not there; to take it in: cargo xtask native"
        ),
    }
    runner.arg("--").args(arguments);
    eprintln!("$ {}", runner.line());
    Ok(exit_code(runner.status()?))
}
