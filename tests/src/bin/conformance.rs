//! Compares every operation with the recorded right answers, on the backends of this build.
//!
//! In: arguments, see [`USAGE`]. Out: a line a file, the failures, a line a backend with what was left out, and the sum.
//! The exit code is 1 if anything failed, 2 if the run could not be made.

use std::path::PathBuf;
use std::process::ExitCode;

use eagerpy_runtime::testing::Options;
use eagerpy_tests::{Setup, Suite, backends, default_data, known_failures, run_all};

const USAGE: &str = "conformance [--backend NAME] [--data FOLDER] [--op NAME] [--divergences] [--loose FRAMEWORK] [--verbose]

    --backend NAME       only this backend
    --data FOLDER        the data, instead of that of the tests
    --op NAME            only this operation
    --divergences        only the cases on which the frameworks differ
    --loose FRAMEWORK    accept what the data says this framework's own op is off by (torch, jax, ...)
    --verbose            show the failures that are known, too";

struct Asked {
    backend: Option<String>,
    data: PathBuf,
    op: Option<String>,
    divergences: bool,
    loose: Option<String>,
    verbose: bool,
}

fn read(mut arguments: impl Iterator<Item = String>) -> Result<Asked, String> {
    let mut asked = Asked {
        backend: None,
        data: default_data(),
        op: None,
        divergences: false,
        loose: None,
        verbose: false,
    };
    while let Some(argument) = arguments.next() {
        let mut value = || {
            let missing = || format!("{argument} takes a value\n\n{USAGE}");
            arguments.next().ok_or_else(missing)
        };
        match argument.as_str() {
            "--backend" => asked.backend = Some(value()?),
            "--data" => asked.data = PathBuf::from(value()?),
            "--op" => asked.op = Some(value()?),
            "--loose" => asked.loose = Some(value()?),
            "--divergences" => asked.divergences = true,
            "--verbose" => asked.verbose = true,
            "--help" | "-h" => return Err(USAGE.to_owned()),
            other => return Err(format!("unknown argument {other}\n\n{USAGE}")),
        }
    }
    match &asked.backend {
        Some(name) if !backends().contains(&name.as_str()) => Err(format!(
            "this build has no backend {name}; it has {}",
            backends().join(", ")
        )),
        _ => Ok(asked),
    }
}

fn conformance() -> Result<bool, String> {
    let asked = read(std::env::args().skip(1))?;
    let mut suite = Suite::open(&asked.data)?;
    if asked.divergences {
        suite.only_divergences();
    }
    if let Some(op) = &asked.op {
        suite.only(op);
    }
    if suite.files.is_empty() {
        return Err("no cases".to_owned());
    }
    let known = known_failures()?;
    let setup = Setup {
        suite: &suite,
        known: &known,
        // The list is about the data that comes with the tests.
        whole: asked.op.is_none() && !asked.divergences && asked.data == default_data(),
        options: Options { loose: asked.loose },
    };

    // A panic is a failure of its case and reported there.
    std::panic::set_hook(Box::new(|_| {}));
    let all = run_all(&setup, asked.backend.as_deref(), &mut |line| {
        println!("{line}")
    });
    drop(std::panic::take_hook());

    println!();
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for summary in &all {
        if asked.verbose {
            for (failure, reason) in &summary.known {
                println!(
                    "{} failed as expected ({reason}): {failure}",
                    summary.backend
                );
            }
        }
        println!("{summary}");
        passed += summary.report.passed.len();
        failed += summary.failures();
        skipped += summary.skipped();
    }
    println!("{passed} passed, {failed} failed, {skipped} skipped");
    Ok(failed == 0)
}

fn main() -> ExitCode {
    match conformance() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}
