//! `cargo xtask expand-cost`: what `#[agnostic]` costs when a program compiles.
//!
//! In: nothing. Out: the times, and exit code 0 if none is above its limit and a mistake among many functions is told.
//!
//! | what | how |
//! |---|---|
//! | the compiler alone | a test of `eagerpy-macros` that prints its times, in a thread of its own, outside of rustc |
//! | the macro in rustc | rustc's own clock around all expansions of a crate, less that of a crate with one function |
//! | a crate of 50 functions | `cargo check` with no backend, as a library has it, and once more with a mistake in it |
//!
//! Cargo builds macros without optimisation, in every profile; `opt-level` under `build-override` changes that. So
//! "unoptimised" is what people have who changed nothing.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use console::style;

use crate::process::{Program, seconds};

/// How many functions the written crates have.
const FUNCTIONS: usize = 50;
/// How many operations each of them has.
const OPERATIONS: usize = 20;
/// For a function of so many operations and three backends.
const OPTIMISED: Duration = Duration::from_millis(5);
const UNOPTIMISED: Duration = Duration::from_millis(20);
/// How much more an operation may cost in a program of 500 than in one of 100.
const GROWTH: f64 = 1.5;
/// The forms of programs that the growth is held to; one expression of 500 operations is nobody's program.
const LINEAR: [&str; 2] = ["statements", "branches"];

/// The same as in the compiler's own test.
const STATEMENTS: [&str; 10] = [
    "let y = y.tanh();",
    "let y = y + x;",
    "let y = y * 0.5;",
    "let m = y.mean(axis = -1, keepdims = true);",
    "let y = y - m;",
    "let y = y.maximum(k);",
    "let y = y.softmax(axis = 1);",
    "let y = y.matmul(w);",
    "let mask = y > 0.0;",
    "let y = where_(mask, y, x);",
];

/// Runs the command.
pub fn run() -> Result<ExitCode> {
    let mut report = Report::default();
    for (optimised, limit) in [(true, OPTIMISED), (false, UNOPTIMISED)] {
        alone(optimised, limit, &mut report)?;
    }
    let folder = folder()?;
    in_rustc(&folder, &mut report)?;
    many_functions(&folder, &mut report)?;
    println!();
    Ok(report.close())
}

/// What was above its limit.
#[derive(Default)]
struct Report {
    wrong: usize,
}

impl Report {
    fn hold(&mut self, what: &str, good: bool) {
        if good {
            println!("  {}  {what}", style("holds").green());
        } else {
            self.wrong += 1;
            println!("  {}  {what}", style("fails").red());
        }
    }

    fn close(&self) -> ExitCode {
        if self.wrong == 0 {
            println!("all limits hold");
            ExitCode::SUCCESS
        } else {
            println!("{} of the limits do not hold", self.wrong);
            ExitCode::FAILURE
        }
    }
}

fn word(optimised: bool) -> &'static str {
    if optimised {
        "optimised"
    } else {
        "unoptimised"
    }
}

// ---------------------------------------------------------------------------------- the compiler alone

/// Times by form and number of operations: median and least.
type Times = BTreeMap<String, BTreeMap<usize, (Duration, Duration)>>;

fn alone(optimised: bool, limit: Duration, report: &mut Report) -> Result<()> {
    let mut cargo = Program::cargo();
    cargo.args([
        "test",
        "-q",
        "-p",
        "eagerpy-macros",
        "--features",
        "ndarray,candle,tch",
    ]);
    if optimised {
        cargo
            .arg("--release")
            .env("CARGO_PROFILE_RELEASE_BUILD_OVERRIDE_OPT_LEVEL", "3");
    }
    cargo.args(["expand_cost", "--", "--ignored", "--nocapture"]);
    println!("\n$ {}", style(cargo.line()).bold());
    let output = cargo.output_text().context("the compiler's test fails")?;
    let times = read_times(&output)?;
    println!(
        "the compiler alone, {}, three backends, in ms: median (least)\n",
        word(optimised)
    );
    for (form, times) in &times {
        print!("  {form:<12}");
        for (operations, (median, least)) in times {
            let cell = format!(
                "{operations}: {:.2} ({:.2})",
                millis(*median),
                millis(*least)
            );
            print!("  {cell:<24}");
        }
        println!();
    }
    println!();
    let (median, _) = at(&times, "statements", OPERATIONS)?;
    report.hold(
        &format!(
            "{OPERATIONS} operations in at most {} ms, {}",
            limit.as_millis(),
            word(optimised)
        ),
        median <= limit,
    );
    for form in LINEAR {
        let per_operation =
            |n: usize| -> Result<f64> { Ok(at(&times, form, n)?.0.as_secs_f64() / n as f64) };
        let growth = per_operation(500)? / per_operation(100)?;
        report.hold(
            &format!(
                "{form}: an operation of 500 costs {growth:.2} of one of 100, at most {GROWTH}"
            ),
            growth <= GROWTH,
        );
    }
    Ok(())
}

fn at(times: &Times, form: &str, operations: usize) -> Result<(Duration, Duration)> {
    let found = times.get(form).and_then(|times| times.get(&operations));
    found
        .copied()
        .with_context(|| format!("no time for {operations} operations, {form}"))
}

/// Reads `expansion of statements: 20 operations, median 1360332 ns, least 1280613 ns`.
fn read_times(output: &str) -> Result<Times> {
    let mut times = Times::new();
    for line in output.lines() {
        let Some(rest) = line.strip_prefix("expansion of ") else {
            continue;
        };
        let read = || -> Option<(String, usize, Duration, Duration)> {
            let (form, rest) = rest.split_once(": ")?;
            let (operations, rest) = rest.split_once(" operations, median ")?;
            let (median, rest) = rest.split_once(" ns, least ")?;
            let least = rest.strip_suffix(" ns")?;
            let nanos = |text: &str| text.parse().ok().map(Duration::from_nanos);
            Some((
                form.to_owned(),
                operations.parse().ok()?,
                nanos(median)?,
                nanos(least)?,
            ))
        };
        let (form, operations, median, least) =
            read().with_context(|| format!("a line without times: {line}"))?;
        times
            .entry(form)
            .or_default()
            .insert(operations, (median, least));
    }
    if times.is_empty() {
        bail!("the compiler's test prints no times: {output}");
    }
    Ok(times)
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

// ---------------------------------------------------------------------------------- written crates

/// The folder for what is written.
fn folder() -> Result<PathBuf> {
    let folder = target()?.join("expand-cost");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Where cargo builds.
pub fn target() -> Result<PathBuf> {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => Ok(PathBuf::from(folder)),
        None => Ok(workspace()?.join("target")),
    }
}

/// The root of the repository.
pub fn workspace() -> Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    Ok(folder.canonicalize()?)
}

/// Writes a crate that has eagerpy without a backend, as a library has it.
fn write(folder: &Path, name: &str, source: &str) -> Result<PathBuf> {
    let workspace = workspace()?;
    let folder = folder.join(name);
    std::fs::create_dir_all(folder.join("src"))?;
    std::fs::write(
        folder.join("Cargo.toml"),
        format!(
            "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
             eagerpy = {{ path = {workspace:?}, default-features = false }}\n"
        ),
    )?;
    // The versions that the workspace has: nothing is asked of a registry.
    std::fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    std::fs::write(folder.join("src/lib.rs"), source)?;
    Ok(folder)
}

/// Functions with the attribute written so.
fn functions(attribute: &str, count: usize) -> String {
    let statements: Vec<&str> = STATEMENTS.into_iter().cycle().take(OPERATIONS).collect();
    let body = statements.join("\n    ");
    let mut out = "use eagerpy::agnostic;\n".to_owned();
    for number in 0..count {
        let _ = write!(
            out,
            "\n{attribute}\npub fn f{number}(x: &Tensor<_, N, D>, w: &Tensor<_, D, D>, k: f64) -> Tensor<_, N, D> {{\n    let y = x;\n    {body}\n    y\n}}\n"
        );
    }
    out
}

/// Cargo in a written crate. Its builds go to one folder, and apart from the workspace's own.
fn cargo(crate_folder: &Path) -> Command {
    let path = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(path);
    command
        .current_dir(crate_folder)
        .env("CARGO_TARGET_DIR", crate_folder.join("../target"))
        .env("CARGO_NET_OFFLINE", "true");
    command
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

// ---------------------------------------------------------------------------------- the macro in rustc

/// Three backends that are named and not there: their functions are written, and refused only behind the expansion.
const THREE: &str = "#[agnostic(backends(a = crate::A, b = crate::B, c = crate::C))]";
const MARKERS: &str = "pub struct A;\npub struct B;\npub struct C;\n";

fn in_rustc(folder: &Path, report: &mut Report) -> Result<()> {
    let some = |name, count| {
        let source = format!("{}{MARKERS}", functions(THREE, count));
        write(folder, name, &source)
    };
    // The first one also has rustc load the compiler, and all crates that it names.
    let one = some("expand_one", 1)?;
    let many = some("expand_many", FUNCTIONS)?;
    println!(
        "\nall expansions of a crate in rustc, {FUNCTIONS} functions of {OPERATIONS} operations, three backends\n"
    );
    for (optimised, limit) in [(true, OPTIMISED), (false, UNOPTIMISED)] {
        let (Some(first), Some(all)) = (
            expansion(&one, "expand_one", optimised)?,
            expansion(&many, "expand_many", optimised)?,
        ) else {
            println!("  this rustc does not tell its times");
            return Ok(());
        };
        let each = all.saturating_sub(first) / u32::try_from(FUNCTIONS - 1)?;
        println!(
            "  {:<12}  {:.0} ms less {:.0} ms with one function",
            word(optimised),
            millis(all),
            millis(first)
        );
        report.hold(
            &format!(
                "{:.2} ms a function, at most {} ms",
                millis(each),
                limit.as_millis()
            ),
            each <= limit,
        );
    }
    Ok(())
}

/// The time that rustc takes for the expansions of a crate: the least of some rounds.
fn expansion(crate_folder: &Path, name: &str, optimised: bool) -> Result<Option<Duration>> {
    let mut least: Option<Duration> = None;
    for _ in 0..5 {
        // Cargo runs rustc only for what has changed.
        let source = crate_folder.join("src/lib.rs");
        let text = std::fs::read_to_string(&source)?;
        std::fs::write(&source, text)?;
        let mut command = cargo(crate_folder);
        command
            .args(["rustc", "-q", "--profile", "check", "--", "-Ztime-passes"])
            // For this crate alone: rustc tells its times only where unstable features are allowed.
            .env("RUSTC_BOOTSTRAP", name);
        if optimised {
            command.env("CARGO_PROFILE_DEV_BUILD_OVERRIDE_OPT_LEVEL", "3");
        }
        let text = stderr(&command.output()?);
        let expansion = |line| match read_pass(line)? {
            ("macro_expand_crate", time) => Some(time),
            _ => None,
        };
        let Some(time) = text.lines().find_map(expansion) else {
            return Ok(None);
        };
        least = Some(least.map_or(time, |least| least.min(time)));
    }
    Ok(least)
}

/// Reads `time:   0.551; rss:   46MB ->   99MB (  +53MB) macro_expand_crate`: the pass, and its time.
pub fn read_pass(line: &str) -> Option<(&str, Duration)> {
    let (time, rest) = line.strip_prefix("time:")?.trim_start().split_once(';')?;
    let pass = rest.split_whitespace().last()?;
    Some((pass, time.parse().ok().map(Duration::from_secs_f64)?))
}

// ---------------------------------------------------------------------------------- a crate of functions

fn many_functions(folder: &Path, report: &mut Report) -> Result<()> {
    let source = functions("#[agnostic]", FUNCTIONS);
    let many = write(folder, "many_functions", &source)?;
    println!("\n`cargo check` of {FUNCTIONS} functions, no backend\n");
    let check = |rounds: usize| -> Result<(bool, String, Duration)> {
        let mut least = Duration::MAX;
        let mut last = (false, String::new());
        for _ in 0..rounds {
            let path = many.join("src/lib.rs");
            let text = std::fs::read_to_string(&path)?;
            std::fs::write(&path, text)?;
            let start = Instant::now();
            let output = cargo(&many).args(["check", "-q"]).output()?;
            least = least.min(start.elapsed());
            last = (output.status.success(), stderr(&output));
        }
        Ok((last.0, last.1, least))
    };
    // What it depends on is built by the first.
    check(1)?;
    let (good, text, time) = check(3)?;
    if !good {
        bail!("the functions do not compile: {text}");
    }
    println!(
        "  {}, unoptimised, when only this crate has changed",
        seconds(time)
    );
    // A mistake of types in one of them, where no backend's function would show it to rustc.
    let wrong = source.replacen(
        "let y = y.matmul(w);",
        "let y = y.astype(i64).matmul(w);",
        1,
    );
    write(folder, "many_functions", &wrong)?;
    let (good, text, _) = check(1)?;
    let errors = text
        .lines()
        .filter(|line| line.starts_with("error: E"))
        .count();
    report.hold(
        &format!("a wrong element type in one of them is told ({errors} error of the macro)"),
        !good && errors == 1 && text.contains("error: E202"),
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_from_the_test() -> Result<()> {
        let output = "running 1 test\nexpansion of one chain: 20 operations, median 1500000 ns, least 1000000 ns\n\
                      expansion of statements: 20 operations, median 2 ns, least 1 ns\n.\ntest result: ok";
        let times = read_times(output)?;
        assert_eq!(
            at(&times, "one chain", 20)?,
            (Duration::from_micros(1500), Duration::from_millis(1))
        );
        assert_eq!(times.len(), 2);
        assert!(at(&times, "one chain", 5).is_err());
        assert!(read_times("nothing").is_err());
        assert!(read_times("expansion of x: many").is_err());
        Ok(())
    }

    #[test]
    fn passes_are_read() {
        let line = "time:   0.551; rss:   46MB ->   99MB (  +53MB)\tmacro_expand_crate";
        assert_eq!(
            read_pass(line),
            Some(("macro_expand_crate", Duration::from_millis(551)))
        );
        assert_eq!(read_pass("error: macro_expand_crate"), None);
    }

    #[test]
    fn functions_have_their_operations() {
        let source = functions("#[agnostic]", 3);
        assert_eq!(source.matches("#[agnostic]").count(), 3);
        assert_eq!(source.matches("let ").count(), 3 * (OPERATIONS + 1));
    }
}
