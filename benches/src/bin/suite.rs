//! Times chains, a network and gradients: as eagerpy writes them, as people write them by hand, and as other programs
//! do.
//!
//! In:
//!
//! | option | what it does |
//! |---|---|
//! | `--filter NAME` | measures the cases with this in their names |
//! | `--sizes 16,1024` | how many elements the chains have; other cases have sizes of their own |
//! | `--quick` | fewer sizes and rounds |
//! | `--threads N` | |
//! | `--also PROGRAM…` | takes in a program that prints the same lines |
//! | `--compile FILE` | takes in what `xtask` wrote about compiling |
//! | `--json FILE` | writes the figures |
//! | `--charts FOLDER` | draws a chart of each case |
//! | `--record FOLDER` | writes figures, charts and a page |
//! | `--only CASE N CONTESTANT CALLS` | calls one contestant so often, for profilers |
//!
//! Out: a table, and what is asked for.
//!
//! The contestants of a case take turns in one process, a sample each in every round; a sample is as many calls as
//! take about 2 ms. The figures are medians, and what a ratio is of is measured in the same rounds.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use eagerpy_benches::cases::{Case, cases};
use eagerpy_benches::charts::{draw, draw_compiled};
use eagerpy_benches::inputs::Sizes;
use eagerpy_benches::program::Contestant;
use eagerpy_benches::report::{About, Line, Report, table};
use lexopt::{Arg, ValueExt};

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long a sample takes.
const SAMPLE: Duration = Duration::from_millis(2);
/// What a case of one size may take, where its rounds are longer than usual: large sizes have fewer of them.
const BUDGET: Duration = Duration::from_secs(6);
const QUICK_BUDGET: Duration = Duration::from_secs(2);
/// How far results may lie from those of the loop by hand, in parts of the largest one.
const TOLERANCE: f32 = 1e-4;

struct Asked {
    filter: Option<String>,
    sizes: Vec<usize>,
    quick: bool,
    threads: usize,
    json: Option<String>,
    charts: Option<String>,
    compile: Option<String>,
    record: Option<String>,
    also: Vec<String>,
}

fn main() -> Result<ExitCode> {
    let mut asked = Asked {
        filter: None,
        sizes: vec![16, 1024, 65_536, 1 << 20, 1 << 24],
        quick: false,
        threads: 1,
        json: None,
        charts: None,
        compile: None,
        record: None,
        also: Vec::new(),
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("filter") => asked.filter = Some(parser.value()?.string()?),
            Arg::Long("sizes") => {
                let list = parser.value()?.string()?;
                asked.sizes = list
                    .split(',')
                    .map(str::parse)
                    .collect::<std::result::Result<_, _>>()?;
            }
            Arg::Long("quick") => {
                asked.quick = true;
                asked.sizes = vec![16, 1024, 1 << 20];
            }
            Arg::Long("threads") => asked.threads = parser.value()?.parse()?,
            Arg::Long("json") => asked.json = Some(parser.value()?.string()?),
            Arg::Long("charts") => asked.charts = Some(parser.value()?.string()?),
            Arg::Long("compile") => asked.compile = Some(parser.value()?.string()?),
            Arg::Long("record") => asked.record = Some(parser.value()?.string()?),
            Arg::Long("only") => {
                let [case, n, contestant, calls] = [(); 4].map(|()| parser.value());
                return profiled(
                    &case?.string()?,
                    n?.parse()?,
                    &contestant?.string()?,
                    calls?.parse()?,
                );
            }
            Arg::Long("also") => asked.also.push(parser.value()?.string()?),
            other => bail!("{}", other.unexpected()),
        }
    }
    if let Some(n) = asked.sizes.iter().find(|n| !Sizes::fit(**n)) {
        bail!("{n} elements make no rows of 256; sizes are up to 256, or multiples of it");
    }
    if asked.record.is_some() && asked.filter.is_some() {
        bail!("what is recorded is the whole, and --filter leaves out some of it");
    }
    limit_threads(asked.threads)?;
    let mut lines = Vec::new();
    for case in cases() {
        if asked
            .filter
            .as_deref()
            .is_some_and(|filter| !case.name.contains(filter))
        {
            continue;
        }
        for n in case.sizes(&asked.sizes) {
            eprintln!("{} of {n} {}", case.name, case.group.unit());
            let measured = measure(&case, n, &asked)?;
            table(&case, &measured);
            lines.extend(measured);
        }
    }
    for program in &asked.also {
        lines.extend(others(program, &asked)?);
    }
    let compiled = match &asked.compile {
        Some(file) => serde_json::from_str(&fs::read_to_string(file)?)
            .with_context(|| format!("{file} is not what `cargo xtask bench --compile` writes"))?,
        None => Vec::new(),
    };
    let report = Report {
        about: About::this_machine(asked.threads, asked.quick),
        lines,
        compiled,
    };
    report.summary();
    if let Some(file) = &asked.json {
        fs::write(file, serde_json::to_string_pretty(&report)?)
            .with_context(|| format!("cannot write {file}"))?;
    }
    if let Some(folder) = &asked.charts {
        charts(Path::new(folder), &report)?;
    }
    if let Some(folder) = &asked.record {
        let folder = Path::new(folder);
        charts(folder, &report)?;
        let figures = serde_json::to_string_pretty(&report)?;
        for (name, text) in [
            ("figures.json", figures + "\n"),
            ("README.md", report.page()),
        ] {
            let file = folder.join(name);
            fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A chart of each case, and of what compiling took.
fn charts(folder: &Path, report: &Report) -> Result<()> {
    for (case, group, curves) in report.charts() {
        draw(folder, case, group, &curves)?;
    }
    if !report.compiled.is_empty() {
        draw_compiled(folder, &report.compiled)?;
    }
    Ok(())
}

/// One contestant alone, for profilers: they count from the name of the function that calls it.
fn profiled(case: &str, n: usize, contestant: &str, calls: usize) -> Result<ExitCode> {
    limit_threads(1)?;
    let case = cases().into_iter().find(|found| found.name == case);
    let mut contestants = case.context("there is no such case")?.contestants(n)?;
    let found = contestants.iter_mut().find(|one| one.name == contestant);
    let program = found.context("there is no such contestant")?;
    // What a framework does once, it does now.
    program.run.time(10)?;
    profiled_calls(program, calls)?;
    Ok(ExitCode::SUCCESS)
}

#[inline(never)]
fn profiled_calls(program: &mut Contestant, calls: usize) -> Result<()> {
    let time = program.run.time(calls)?;
    eprintln!("{} ns a call", time.as_nanos() / calls.max(1) as u128);
    Ok(())
}

/// Pools of threads take their sizes from variables when they start, which is before anything was called here.
fn limit_threads(threads: usize) -> Result<()> {
    if std::env::var("RAYON_NUM_THREADS").ok() != Some(threads.to_string()) {
        bail!(
            "set RAYON_NUM_THREADS and OMP_NUM_THREADS to {threads}, as `cargo xtask bench` does"
        );
    }
    #[cfg(feature = "tch")]
    tch::set_num_threads(i32::try_from(threads)?);
    Ok(())
}

/// All contestants of a case, in turn.
fn measure(case: &Case, n: usize, asked: &Asked) -> Result<Vec<Line>> {
    let mut contestants = case.contestants(n)?;
    agree(&mut contestants, n)?;
    let mut calls = Vec::new();
    let mut round = Duration::ZERO;
    for contestant in &mut contestants {
        let once = contestant.run.time(1)?.max(Duration::from_nanos(1));
        let some = usize::try_from(SAMPLE.as_nanos() / once.as_nanos())?.clamp(1, 2000);
        round += once * u32::try_from(some)?;
        calls.push(some);
    }
    let (most, least, budget) = if asked.quick {
        (7, 3, QUICK_BUDGET)
    } else {
        (21, 5, BUDGET)
    };
    let fit = usize::try_from(budget.as_nanos() / round.as_nanos().max(1))?;
    let rounds = fit.clamp(least, most);
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); contestants.len()];
    for _ in 0..rounds {
        for ((contestant, calls), times) in contestants.iter_mut().zip(&calls).zip(&mut times) {
            times.push(contestant.run.time(*calls)?.as_nanos() as f64 / *calls as f64);
        }
    }
    let line = |(contestant, mut times): (&Contestant, Vec<f64>)| {
        times.sort_by(f64::total_cmp);
        let at = |part: usize| {
            times
                .get(times.len() * part / 4)
                .copied()
                .unwrap_or(f64::NAN)
        };
        Line {
            case: case.name.to_owned(),
            group: Some(case.group),
            n,
            contestant: contestant.name.to_owned(),
            threads: asked.threads,
            ns: at(2),
            low: at(1),
            high: at(3),
        }
    };
    Ok(contestants.iter().zip(times).map(line).collect())
}

/// Do all of them come to the same?
fn agree(contestants: &mut [Contestant], n: usize) -> Result<()> {
    let mut contestants = contestants.iter_mut().filter(|one| one.name != "memcpy");
    let Some(first) = contestants.next() else {
        return Ok(());
    };
    let right = first.run.parts()?;
    for other in contestants {
        let parts = other.run.parts()?;
        let alike =
            parts.len() == right.len() && right.iter().zip(&parts).all(|(a, b)| close(a, b, n));
        if !alike {
            bail!("{} does not give what {} gives", other.name, first.name);
        }
    }
    Ok(())
}

/// Is a tensor of a result the same but for roundings?
fn close(right: &[f32], values: &[f32], n: usize) -> bool {
    let largest = right.iter().fold(f32::MIN_POSITIVE, |a, b| a.max(b.abs()));
    // A plain sum of many elements in f32 is off by itself, the more the longer it is.
    let length = (n as f32 / (1 << 20) as f32).max(1.0);
    let allowed = match right.len() {
        1 => largest * 10.0 * TOLERANCE * length,
        _ => largest * TOLERANCE,
    };
    right.len() == values.len()
        && right
            .iter()
            .zip(values)
            .all(|(a, b)| (a - b).abs() <= allowed)
}

/// Runs another program that measures the same cases.
fn others(program: &str, asked: &Asked) -> Result<Vec<Line>> {
    let mut words = program.split_whitespace();
    let mut command = Command::new(words.next().context("--also wants a program")?);
    let sizes: Vec<String> = asked.sizes.iter().map(usize::to_string).collect();
    command.args(words).args([
        "--sizes",
        &sizes.join(","),
        "--threads",
        &asked.threads.to_string(),
    ]);
    // `ccache g++`, which torch-sys is built with, is no program by that name.
    command.env_remove("CXX");
    if asked.quick {
        command.arg("--quick");
    }
    if let Some(filter) = &asked.filter {
        command.args(["--filter", filter]);
    }
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot run {program}"))?;
    if !output.status.success() {
        bail!("{program} ended with {}", output.status);
    }
    let text = String::from_utf8(output.stdout)?;
    let known = cases();
    let read = |line: &str| -> Result<Line> {
        let mut read: Line =
            serde_json::from_str(line).with_context(|| format!("{program} printed {line}"))?;
        read.group = known
            .iter()
            .find(|case| case.name == read.case)
            .map(|case| case.group);
        Ok(read)
    };
    text.lines().map(read).collect()
}
