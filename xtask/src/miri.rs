//! `cargo xtask miri`: the loops of fused passes and the functions in them, under Miri, which finds what unsafe code does
//! wrong.
//!
//! In: nothing. Out: the tests' output, and the exit code of the first ones that fail. A nightly compiler is needed, and
//! fetched with Miri where rustup has none.

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::machine;
use crate::process::{Program, exit_code};

/// The tests: a package, its features, and the tests in it. Larger tensors are small under Miri, which takes some thousand
/// times as long as the processor.
const TESTS: [(&str, &str, &str); 2] = [
    ("eagerpy-backends", "ndarray", "fused::"),
    ("eagerpy-runtime", "", "lane::"),
];

/// Runs the command.
pub fn run() -> Result<ExitCode> {
    if !machine::has_program("rustup") {
        bail!(
            "Miri comes with a nightly compiler by rustup, which is not there: https://rustup.rs"
        );
    }
    let mut install = Program::new("rustup");
    install.args(["toolchain", "install", "nightly", "--profile", "minimal"]);
    install.args([
        "--component",
        "miri",
        "--component",
        "rust-src",
        "--no-self-update",
    ]);
    if !has_miri() && !shown(&mut install)?.success() {
        bail!("`{}` failed", install.line());
    }
    for (package, features, tests) in TESTS {
        let mut program = Program::new("rustup");
        program.args([
            "run", "nightly", "cargo", "miri", "test", "--lib", "-p", package,
        ]);
        program.args(["--features", features, "--", tests]);
        // This program's own cargo has said where it is, and that would be taken for the nightly one.
        program.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
        // Otherwise Miri adds errors to the standard library's functions, which results are compared with.
        program.env("MIRIFLAGS", "-Zmiri-deterministic-floats");
        let status = shown(&mut program)?;
        if !status.success() {
            return Ok(exit_code(status));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn has_miri() -> bool {
    let mut asked = std::process::Command::new("rustup");
    asked.args(["run", "nightly", "cargo", "miri", "--version"]);
    asked.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    asked.output().is_ok_and(|output| output.status.success())
}

fn shown(program: &mut Program) -> Result<std::process::ExitStatus> {
    eprintln!("$ {}", program.line());
    program.status()
}
