//! `cargo xtask doctor`: what this machine has, what it lacks, and the command that mends each lack.
//!
//! In: the machine. Out: a report, and exit code 0 if the default job (ndarray and candle) can work. Nothing
//! is changed or fetched.

use std::env;
use std::process::ExitCode;

use anyhow::Result;
use console::style;

use crate::environment::{self, LIBRARY_PATH, USE_PYTORCH};
use crate::machine::{self, install_hint};
use crate::native;
use crate::process::{Program, megabytes};
use crate::stamp::{self, State};
use crate::wheel::{LIBTORCH_VERSION, WHEELS};

/// What a debug and a release build of everything take together, roughly.
const BUILD_BYTES: u64 = 5_000_000_000;

/// The toolchain that the workspace asks for, from its `rust-version`.
const REQUIRED_RUST: &str = env!("CARGO_PKG_RUST_VERSION");

/// One thing that was looked for.
struct Finding {
    name: &'static str,
    verdict: Verdict,
    /// What was found, in a few words.
    found: String,
    /// The command that mends it, empty where nothing is to mend.
    mend: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Good,
    /// Works, could be better.
    Advice,
    Missing,
}

/// Runs the command.
pub fn run() -> Result<ExitCode> {
    let default = vec![rustc(), cargo(), linker(), build_space()];
    let tch = vec![compiler(), ccache(), python(), libtorch()];

    print_section("Default backends: ndarray, candle", &default);
    print_section("The tch backend", &tch);
    print_settings();

    let default_works = is_ready(&default);
    // A libtorch that is there makes the means to fetch it unnecessary.
    let tch_works = default_works
        && tch
            .iter()
            .filter(|finding| finding.name != "python3")
            .all(Finding::works);
    println!();
    print_outcome("ndarray, candle", default_works, "cargo test --workspace");
    print_outcome("tch", tch_works, "cargo xtask test");
    Ok(if default_works {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

impl Finding {
    fn good(name: &'static str, found: impl Into<String>) -> Self {
        Self {
            name,
            verdict: Verdict::Good,
            found: found.into(),
            mend: String::new(),
        }
    }

    fn advice(name: &'static str, found: impl Into<String>, mend: impl Into<String>) -> Self {
        Self {
            name,
            verdict: Verdict::Advice,
            found: found.into(),
            mend: mend.into(),
        }
    }

    fn missing(name: &'static str, found: impl Into<String>, mend: impl Into<String>) -> Self {
        Self {
            name,
            verdict: Verdict::Missing,
            found: found.into(),
            mend: mend.into(),
        }
    }

    fn works(&self) -> bool {
        self.verdict != Verdict::Missing
    }
}

fn is_ready(findings: &[Finding]) -> bool {
    findings.iter().all(Finding::works)
}

fn rustc() -> Finding {
    let Some(version) = version_of("rustc", &["--version"]) else {
        return Finding::missing("rustc", "not found", "rustup toolchain install stable");
    };
    if is_at_least(&version, REQUIRED_RUST) {
        return Finding::good(
            "rustc",
            format!("{version} (needs {REQUIRED_RUST} or newer)"),
        );
    }
    Finding::missing(
        "rustc",
        format!("{version}, and {REQUIRED_RUST} is needed"),
        "rustup update stable",
    )
}

fn cargo() -> Finding {
    match Program::cargo()
        .arg("--version")
        .output_text()
        .and_then(|text| version_in(&text))
    {
        Some(version) => Finding::good("cargo", version),
        None => Finding::missing("cargo", "not found", "rustup toolchain install stable"),
    }
}

fn linker() -> Finding {
    match version_of("cc", &["-dumpfullversion", "-dumpversion"]) {
        Some(version) => Finding::good("cc (linker)", version),
        None => Finding::missing(
            "cc (linker)",
            "not found",
            install_hint(&["gcc", "libc6-dev"]),
        ),
    }
}

fn build_space() -> Finding {
    let name = "disk for builds";
    let folder =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| ".".into(), std::path::PathBuf::from);
    match std::path::absolute(folder)
        .ok()
        .and_then(|folder| machine::free_bytes(&folder))
    {
        None => Finding::advice(name, "free space unknown", ""),
        Some(free) if free < BUILD_BYTES => Finding::advice(
            name,
            format!(
                "{} free; all builds together take about {}",
                megabytes(free),
                megabytes(BUILD_BYTES)
            ),
            "cargo clean",
        ),
        Some(free) => Finding::good(name, format!("{} free", megabytes(free))),
    }
}

fn compiler() -> Finding {
    if let Some(own) = env::var_os("CXX") {
        return Finding::good("C++ compiler", format!("CXX is `{}`", own.display()));
    }
    match version_of("g++", &["-dumpfullversion", "-dumpversion"]) {
        Some(version) => Finding::good("C++ compiler", format!("g++ {version}")),
        None => Finding::missing("C++ compiler", "g++ not found", install_hint(&["g++"])),
    }
}

fn ccache() -> Finding {
    match version_of("ccache", &["--version"]) {
        Some(version) => Finding::good("ccache", version),
        None => Finding::advice(
            "ccache",
            "not found; each new target folder compiles torch-sys for minutes",
            install_hint(&["ccache"]),
        ),
    }
}

fn python() -> Finding {
    let Some(python) = version_of("python3", &["--version"]) else {
        return Finding::missing(
            "python3",
            "not found; pip fetches libtorch",
            install_hint(&["python3", "python3-pip"]),
        );
    };
    match Program::new("python3")
        .args(["-m", "pip", "--version"])
        .output_text()
        .and_then(|text| version_in(&text))
    {
        Some(pip) => Finding::good("python3", format!("{python}, pip {pip}")),
        None => Finding::missing(
            "python3",
            format!("{python}, without pip"),
            install_hint(&["python3-pip"]),
        ),
    }
}

fn libtorch() -> Finding {
    let name = "libtorch";
    if let Some(own) = environment::users_libtorch() {
        let version = own.version().map_or_else(
            || "version unknown".to_owned(),
            |version| format!("version {version}"),
        );
        return match own.require_usable() {
            Ok(()) => Finding::good(
                name,
                format!("{version}, from LIBTORCH: {}", own.folder.display()),
            ),
            Err(_) => Finding::missing(
                name,
                format!(
                    "{version}, from LIBTORCH: {} (needs {LIBTORCH_VERSION}, with `include` and `lib`)",
                    own.folder.display()
                ),
                "unset LIBTORCH && cargo xtask native",
            ),
        };
    }
    let folder = match native::libtorch_folder() {
        Ok(folder) => folder,
        Err(error) => {
            return Finding::missing(
                name,
                error.to_string(),
                "export EAGERPY_NATIVE_DIR=<a folder>",
            );
        }
    };
    let state = stamp::check(&folder);
    let found = match &state {
        State::Whole => {
            return Finding::good(name, format!("{LIBTORCH_VERSION}, {}", folder.display()));
        }
        State::Absent => format!("not in {}", folder.display()),
        State::Unusable(fault) => format!("{} is not usable: {fault}", folder.display()),
    };
    if native::require_supported_machine().is_err() {
        let found = format!("cannot be fetched for {}", machine::platform());
        return Finding::missing(
            name,
            found,
            format!("export LIBTORCH=<folder of libtorch {LIBTORCH_VERSION}>"),
        );
    }
    let needed = native::needed_bytes(WHEELS);
    match machine::free_bytes(&folder) {
        Some(free) if free < needed => Finding::missing(
            name,
            format!(
                "{found}; {} free there, fetching takes {}",
                megabytes(free),
                megabytes(needed)
            ),
            "export EAGERPY_NATIVE_DIR=<a folder on a larger disk> && cargo xtask native",
        ),
        _ => Finding::missing(name, found, "cargo xtask native"),
    }
}

fn version_of(program: &str, arguments: &[&str]) -> Option<String> {
    version_in(&Program::new(program).args(arguments).output_text()?)
}

/// The first word of `text` that starts like a version: `1.95.0` of `rustc 1.95.0 (59807616e 2026-04-14)`.
fn version_in(text: &str) -> Option<String> {
    let starts_with_digit = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    text.split_whitespace()
        .find(starts_with_digit)
        .map(str::to_owned)
}

/// Whether `version` is `required` or newer. A suffix (`-nightly`) does not count.
fn is_at_least(version: &str, required: &str) -> bool {
    let numbers = |text: &str| -> Vec<u64> {
        let plain = text.split(['-', '+']).next().unwrap_or_default();
        plain
            .split('.')
            .map_while(|part| part.parse().ok())
            .collect()
    };
    numbers(version) >= numbers(required)
}

fn print_section(title: &str, findings: &[Finding]) {
    println!("{}", style(title).bold());
    for finding in findings {
        let mark = match finding.verdict {
            Verdict::Good => style("ok     ").green(),
            Verdict::Advice => style("advice ").yellow(),
            Verdict::Missing => style("missing").red().bold(),
        };
        println!("  {mark}  {:<16} {}", finding.name, finding.found);
        if !finding.mend.is_empty() {
            println!(
                "  {:7}  {:<16} {} {}",
                "",
                "",
                style("to mend:").dim(),
                finding.mend
            );
        }
    }
    println!();
}

/// The variables that change what was found, if any is set.
fn print_settings() {
    let names = [
        "EAGERPY_NATIVE_DIR",
        "LIBTORCH",
        "LIBTORCH_BYPASS_VERSION_CHECK",
        "CXX",
        "CARGO_TARGET_DIR",
    ];
    let set: Vec<_> = names
        .iter()
        .filter_map(|name| Some((name, env::var_os(name)?)))
        .collect();
    if !set.is_empty() {
        println!("{}", style("Variables that are set").bold());
    }
    for (name, value) in set {
        println!("  {name}={}", value.display());
    }
    if env::var_os(USE_PYTORCH).is_some() {
        println!(
            "  {USE_PYTORCH} is set: `cargo xtask` commands run without it; {LIBRARY_PATH} would not fit"
        );
    }
}

fn print_outcome(backends: &str, works: bool, next: &str) {
    if works {
        println!(
            "{}  {backends:<16} {} {next}",
            style("ready    ").green().bold(),
            style("next:").dim()
        );
    } else {
        println!(
            "{}  {backends:<16} mend what is marked missing above",
            style("not ready").red().bold()
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        assert!(is_at_least("1.95.0", "1.88"));
        assert!(is_at_least("1.88.0", "1.88"));
        assert!(is_at_least("1.100.0-nightly", "1.88"));
        assert!(!is_at_least("1.9.0", "1.88"));
        assert!(!is_at_least("", "1.88"));
    }

    #[test]
    fn versions_are_found_in_what_programs_say() {
        assert_eq!(
            version_in("rustc 1.95.0 (59807616e 2026-04-14)").as_deref(),
            Some("1.95.0")
        );
        assert_eq!(
            version_in("pip 23.2.1 from a/folder (python 3.11)").as_deref(),
            Some("23.2.1")
        );
        assert_eq!(version_in("command not found"), None);
    }

    #[test]
    fn advice_does_not_stop_a_job() {
        assert!(is_ready(&[
            Finding::good("a", "1"),
            Finding::advice("b", "2", "mend")
        ]));
        assert!(!is_ready(&[Finding::missing("c", "none", "mend")]));
    }
}
