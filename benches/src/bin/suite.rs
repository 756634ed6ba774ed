//! Times the chains: as eagerpy writes them, as people write them by hand, and as other programs do.
//!
//! In: `--filter NAME`, `--sizes 16,1024`, `--quick`, `--threads N`, `--also PROGRAM…` for programs that print the same
//! lines. Out: a table, with `--json FILE` its numbers, and with `--charts FOLDER` a chart of each case.
//!
//! The contestants of a case take turns in one process, a sample each in every round; a sample is as many calls as
//! take about 2 ms. The figures are medians, and what a ratio is of is measured in the same rounds.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use eagerpy_benches::chains::{BENCHMARKED, CHAINS, Chain, loops};
use eagerpy_benches::charts::{Curve, draw};
use eagerpy_benches::inputs::{All, Sizes};
use eagerpy_benches::program::Contestant;
use lexopt::{Arg, ValueExt};
use serde::{Deserialize, Serialize};

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long a sample takes.
const SAMPLE: Duration = Duration::from_millis(2);
/// How far results may lie from those of the loop by hand, in parts of the largest one.
const TOLERANCE: f32 = 1e-4;

/// What one contestant took for one case.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line {
    case: String,
    n: usize,
    contestant: String,
    threads: usize,
    /// Median, in nanoseconds a call.
    ns: f64,
    /// Quartiles.
    low: f64,
    high: f64,
}

struct Asked {
    filter: Option<String>,
    sizes: Vec<usize>,
    quick: bool,
    threads: usize,
    json: Option<String>,
    charts: Option<String>,
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
            Arg::Long("also") => asked.also.push(parser.value()?.string()?),
            other => bail!("{}", other.unexpected()),
        }
    }
    if let Some(n) = asked.sizes.iter().find(|n| !Sizes::fit(**n)) {
        bail!("{n} elements make no rows of 256; sizes are up to 256, or multiples of it");
    }
    limit_threads(asked.threads)?;
    let mut lines = Vec::new();
    for chain in CHAINS.iter().take(BENCHMARKED) {
        if asked
            .filter
            .as_deref()
            .is_some_and(|filter| !chain.name.contains(filter))
        {
            continue;
        }
        for &n in &asked.sizes {
            eprintln!("{} of {n} elements", chain.name);
            let measured = case(chain, n, &asked)?;
            table(chain, &measured);
            lines.extend(measured);
        }
    }
    for program in &asked.also {
        lines.extend(others(program, &asked)?);
    }
    summary(&lines);
    if let Some(file) = &asked.json {
        fs::write(file, serde_json::to_string_pretty(&lines)?)
            .with_context(|| format!("cannot write {file}"))?;
    }
    if let Some(folder) = &asked.charts {
        charts(Path::new(folder), &lines)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A chart of each case.
fn charts(folder: &Path, lines: &[Line]) -> Result<()> {
    let mut cases: Vec<&str> = lines.iter().map(|line| line.case.as_str()).collect();
    cases.dedup();
    for case in cases {
        let mut curves: Vec<Curve> = Vec::new();
        for line in lines.iter().filter(|line| line.case == case) {
            let point = (line.n as f64, line.ns / line.n as f64);
            match curves
                .iter_mut()
                .find(|curve| curve.name == line.contestant)
            {
                Some(curve) => curve.points.push(point),
                None => curves.push(Curve {
                    name: line.contestant.clone(),
                    points: vec![point],
                }),
            }
        }
        draw(folder, case, &curves)?;
    }
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
fn case(chain: &Chain, n: usize, asked: &Asked) -> Result<Vec<Line>> {
    let sizes = Sizes::of(n);
    let all = All::of(sizes)?;
    let mut contestants = loops(chain.name, &all, sizes);
    contestants.extend((chain.contestants)(&all));
    agree(&mut contestants, n)?;
    let from = all.ndarray.x.to_vec();
    let mut to = vec![0.0_f32; n];
    contestants.push(Contestant {
        name: "memcpy",
        run: Box::new(move || {
            to.copy_from_slice(black_box(&from));
            black_box(&mut to).first().copied()
        }),
    });
    let rounds = if asked.quick { 7 } else { 21 };
    let mut calls = Vec::new();
    for contestant in &mut contestants {
        let once = contestant.run.time(1)?.max(Duration::from_nanos(1));
        calls.push(usize::try_from(SAMPLE.as_nanos() / once.as_nanos())?.clamp(1, 2000));
    }
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
            case: chain.name.to_owned(),
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
    let Some((first, rest)) = contestants.split_first_mut() else {
        return Ok(());
    };
    let right = first.run.values()?;
    let largest = right.iter().fold(f32::MIN_POSITIVE, |a, b| a.max(b.abs()));
    for other in rest {
        let values = other.run.values()?;
        // A plain sum of many elements in f32 is off by itself, the more the longer it is.
        let length = (n as f32 / (1 << 20) as f32).max(1.0);
        let allowed = match right.len() {
            1 => largest * 10.0 * TOLERANCE * length,
            _ => largest * TOLERANCE,
        };
        let close = |(a, b): (&f32, &f32)| (a - b).abs() <= allowed;
        if values.len() != right.len() || !right.iter().zip(&values).all(close) {
            bail!("{} does not give what {} gives", other.name, first.name);
        }
    }
    Ok(())
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
    text.lines()
        .map(|line| serde_json::from_str(line).with_context(|| format!("{program} printed {line}")))
        .collect()
}

fn time(lines: &[Line], contestant: &str) -> Option<f64> {
    lines
        .iter()
        .find(|line| line.contestant == contestant)
        .map(|line| line.ns)
}

/// What a case took, beside what the copy of its elements takes.
fn table(chain: &Chain, lines: &[Line]) {
    let copy = time(lines, "memcpy");
    for line in lines {
        let framework = line.contestant.split(' ').next().unwrap_or_default();
        let own = time(lines, &format!("{framework} fused"));
        let of_ours = own.map_or(String::new(), |own| format!("{:>8.2}", line.ns / own));
        let bandwidth = match (copy, chain.moves) {
            (Some(copy), Some(moves)) => format!("{:>6.0} %", 50.0 * moves * copy / line.ns),
            _ => String::new(),
        };
        println!(
            "{:<14}{:>9} {:<18}{:>13.0} ns  ±{:>4.0} % {of_ours:>8} {bandwidth:>8}",
            line.case,
            line.n,
            line.contestant,
            line.ns,
            50.0 * (line.high - line.low) / line.ns
        );
    }
}

/// How many times as long as ours others take: the geometric mean over the cases of a size.
fn summary(lines: &[Line]) {
    let mut sizes: Vec<usize> = lines.iter().map(|line| line.n).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut names: Vec<&str> = Vec::new();
    for line in lines {
        if !names.contains(&line.contestant.as_str()) {
            names.push(&line.contestant);
        }
    }
    for n in sizes {
        println!(
            "\ntime over that of ours, {n} elements, geometric mean (least, most) of the cases"
        );
        for name in &names {
            let own = match name.split_once(' ') {
                Some((framework @ ("candle" | "tch"), _)) => format!("{framework} fused"),
                _ => "ndarray fused".to_owned(),
            };
            let ratio = |line: &&Line| {
                let ours = lines.iter().find(|other| {
                    other.n == n && other.case == line.case && other.contestant == own
                })?;
                Some(line.ns / ours.ns)
            };
            let of_size = lines
                .iter()
                .filter(|line| line.n == n && line.contestant == *name);
            let ratios: Vec<f64> = of_size.filter_map(|line| ratio(&line)).collect();
            if ratios.is_empty() {
                continue;
            }
            let mean = (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len() as f64).exp();
            let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
            let most = ratios.iter().copied().fold(0.0, f64::max);
            println!(
                "  {name:<18} / {own:<14} {mean:>8.2}  ({least:.2}, {most:.2}) of {}",
                ratios.len()
            );
        }
    }
}
