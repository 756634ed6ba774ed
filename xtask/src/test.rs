//! `cargo xtask test`: every test there is, on a machine in any state.
//!
//! In: whether tch takes part. Out: each command as it runs, its output, a summary, and as the last line
//! `N passed, M failed` over all of them. The first command that fails ends the run with its exit code.
//!
//! All commands build in one profile. The frameworks are large, and one build of them serves every command:
//! their features are the same in each, so only this workspace's own crates are built twice, without tch and
//! with it.

use std::process::{ExitCode, ExitStatus};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use console::style;

use crate::environment::Libtorch;
use crate::machine;
use crate::native;
use crate::process::{Program, exit_code, seconds};

/// Runs the command.
pub fn run(tch: bool) -> Result<ExitCode> {
    let libtorch = if tch { Some(prepare()?) } else { None };
    let steps = steps(libtorch.is_some());

    let mut done: Vec<Done> = Vec::new();
    for arguments in &steps {
        let mut program = Program::cargo();
        program.args(*arguments);
        if let Some(libtorch) = &libtorch {
            libtorch.apply(&mut program);
        }
        println!(
            "\n[{}/{}] $ {}",
            done.len() + 1,
            steps.len(),
            style(program.line()).bold()
        );
        let start = Instant::now();
        let mut counts = Counts::default();
        let status = program.status_reading(&mut |line| counts.add_line(line))?;
        done.push(Done {
            line: program.line(),
            counts,
            status,
            time: start.elapsed(),
        });
        if !status.success() {
            break;
        }
    }
    Ok(summarise(&done, &steps))
}

/// The commands, as cargo's arguments.
///
/// `--no-fail-fast`: one run tells of every failing test, not only of those in the first failing file.
fn steps(tch: bool) -> Vec<&'static [&'static str]> {
    let mut steps: Vec<&[&str]> = vec![&["test", "--workspace", "--no-fail-fast"]];
    if tch {
        steps.push(&[
            "test",
            "-p",
            "eagerpy-tests",
            "-p",
            "eagerpy-backends",
            "--features",
            "tch",
            "--no-fail-fast",
        ]);
        steps.push(&[
            "run",
            "-p",
            "eagerpy-tests",
            "--bin",
            "conformance",
            "--features",
            "tch",
        ]);
        steps.push(&["run", "-q", "-p", "xtask", "--", "gradients"]);
    } else {
        steps.push(&["run", "-p", "eagerpy-tests", "--bin", "conformance"]);
        steps.push(&["run", "-q", "-p", "xtask", "--", "gradients", "--no-tch"]);
    }
    steps
}

/// Brings what tch needs: the C++ compiler for torch-sys, ccache to do that once only, libtorch.
fn prepare() -> Result<Libtorch> {
    if crate::environment::users_libtorch().is_none() {
        // Before anything is installed for a machine that cannot use it.
        native::require_supported_machine()?;
    }
    let needs_compiler = std::env::var_os("CXX").is_none() && !machine::has_program("g++");
    let missing: Vec<&str> = [
        ("g++", needs_compiler),
        ("ccache", !machine::has_program("ccache")),
    ]
    .into_iter()
    .filter_map(|(package, missing)| missing.then_some(package))
    .collect();
    if !missing.is_empty() {
        if machine::can_install() {
            machine::install(&missing)?;
        } else if needs_compiler {
            bail!(
                "the tch backend needs a C++ compiler: {}\nWithout tch: cargo xtask test --no-tch",
                machine::install_hint(&missing)
            );
        } else {
            println!(
                "without ccache, each new target folder takes minutes longer: {}",
                machine::install_hint(&missing)
            );
        }
    }
    native::ensure(false)
}

/// A command that ran.
struct Done {
    line: String,
    counts: Counts,
    status: ExitStatus,
    time: Duration,
}

impl Done {
    /// Its counts. A command that failed and counted no failing test (it did not build, or it is no test
    /// runner) is one failure itself, so that a red run never closes with `0 failed`.
    fn counts(&self) -> Counts {
        let failed = if self.status.success() {
            self.counts.failed
        } else {
            self.counts.failed.max(1)
        };
        Counts {
            failed,
            ..self.counts
        }
    }
}

/// Prints what ran and the closing line; returns the exit code.
fn summarise(done: &[Done], steps: &[&[&str]]) -> ExitCode {
    println!("\nWhat ran:");
    for command in done {
        let outcome = if command.status.success() {
            style("ok     ").green()
        } else {
            style("failed ").red().bold()
        };
        println!(
            "  {outcome}  {:>12}  {}",
            seconds(command.time),
            command.line
        );
    }
    for arguments in &steps[done.len()..] {
        let mut program = Program::cargo();
        program.args(*arguments);
        println!(
            "  {}  {:>12}  {}",
            style("not run").yellow(),
            "",
            program.line()
        );
    }
    let total = done
        .iter()
        .map(Done::counts)
        .fold(Counts::default(), Counts::plus);
    println!("\n{total}");
    done.iter()
        .find(|command| !command.status.success())
        .map_or(ExitCode::SUCCESS, |command| exit_code(command.status))
}

/// How many tests passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    passed: u64,
    failed: u64,
}

impl Counts {
    /// Takes in one line of output, if it is the closing line of a test binary.
    fn add_line(&mut self, line: &str) {
        if let Some(counts) = Self::read(line) {
            *self = self.plus(counts);
        }
    }

    /// Reads `test result: ok. 3 passed; 0 failed; 0 ignored; …`, with or without colours.
    fn read(line: &str) -> Option<Self> {
        let rest = line.strip_prefix("test result: ")?;
        let count = |unit: &str| {
            let words: Vec<&str> = rest.split([' ', ';']).collect();
            words.windows(2).find(|pair| pair[1] == unit)?[0]
                .parse()
                .ok()
        };
        Some(Self {
            passed: count("passed")?,
            failed: count("failed")?,
        })
    }

    fn plus(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
        }
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_closing_line_of_a_test_binary() {
        let line = "test result: FAILED. 41 passed; 2 failed; 1 ignored; 0 measured; 7 filtered out; finished in 0.03s\n";
        assert_eq!(
            Counts::read(line),
            Some(Counts {
                passed: 41,
                failed: 2
            })
        );
        let coloured = "test result: \u{1b}[32mok\u{1b}(B\u{1b}[m. 3 passed; 0 failed; 0 ignored; 0 measured\n";
        assert_eq!(
            Counts::read(coloured),
            Some(Counts {
                passed: 3,
                failed: 0
            })
        );
    }

    #[test]
    fn reads_nothing_else() {
        for line in [
            "",
            "running 3 tests\n",
            "test result_is_ok ... ok\n",
            "  test result: ok. 3 passed; 0 failed\n",
            "test result: none\n",
        ] {
            assert_eq!(Counts::read(line), None, "{line}");
        }
    }

    #[test]
    fn sums_over_binaries() {
        let mut counts = Counts::default();
        for line in [
            "test result: ok. 3 passed; 0 failed; 0 ignored",
            "noise",
            "test result: FAILED. 1 passed; 2 failed; 0 ignored",
        ] {
            counts.add_line(line);
        }
        assert_eq!(counts.to_string(), "4 passed, 2 failed");
    }

    #[cfg(unix)]
    #[test]
    fn a_failed_command_counts_as_a_failure() {
        use std::os::unix::process::ExitStatusExt;
        let failed = |counts| Done {
            line: String::new(),
            counts,
            status: ExitStatus::from_raw(101 << 8),
            time: Duration::ZERO,
        };
        assert_eq!(
            failed(Counts {
                passed: 5,
                failed: 0
            })
            .counts(),
            Counts {
                passed: 5,
                failed: 1
            }
        );
        assert_eq!(
            failed(Counts {
                passed: 5,
                failed: 3
            })
            .counts(),
            Counts {
                passed: 5,
                failed: 3
            }
        );
    }

    #[test]
    fn without_tch_no_command_asks_for_it() {
        assert!(
            steps(false)
                .iter()
                .all(|arguments| !arguments.contains(&"tch"))
        );
        assert_eq!(steps(true).len(), 4);
    }
}
