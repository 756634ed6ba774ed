//! Counts the instructions of generated functions, fusion off, and of the same written by hand.
//!
//! In: `--size small|large`, `--filter NAME`, and `--fused` for the same functions with fusion on, as users have them.
//! Out: a table, and exit code 0 if no ratio is above the limit.
//!
//! It runs itself under valgrind's callgrind, once a framework. Around the calls that count stand two functions by
//! whose names callgrind starts to count and writes down what it has: so start-up, loading of libraries and making of
//! inputs are left out, and numbers are the same again and again but for allocators and hash maps.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use eagerpy_benches::chains::CHAINS;
use eagerpy_benches::inputs::{All, Sizes};
use eagerpy_benches::program::Contestant;
use lexopt::{Arg, ValueExt};

/// Generated over handwritten, at most.
const LIMIT: f64 = 1.005;
/// Calls that are counted together.
const CALLS: usize = 8;

/// What is counted.
struct Asked {
    sizes: Vec<&'static str>,
    filter: Option<String>,
    fused: bool,
    /// In the process under valgrind: the framework.
    measure: Option<String>,
}

/// Small ones, where every check shows, and large ones, as programs have them.
fn sizes(name: &str) -> Sizes {
    match name {
        "small" => Sizes {
            rows: 4,
            cols: 16,
            outs: 8,
        },
        _ => Sizes {
            rows: 256,
            cols: 256,
            outs: 64,
        },
    }
}

fn main() -> Result<ExitCode> {
    let mut asked = Asked {
        sizes: vec!["small", "large"],
        filter: None,
        fused: false,
        measure: None,
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("size") => {
                asked.sizes = match parser.value()?.string()?.as_str() {
                    "small" => vec!["small"],
                    "large" => vec!["large"],
                    other => bail!("--size is small or large, not {other}"),
                }
            }
            Arg::Long("filter") => asked.filter = Some(parser.value()?.string()?),
            Arg::Long("fused") => asked.fused = true,
            Arg::Long("measure") => asked.measure = Some(parser.value()?.string()?),
            other => bail!("{}", other.unexpected()),
        }
    }
    match &asked.measure {
        Some(framework) => measure(framework, &asked),
        None => compare(&asked),
    }
}

// Two different numbers, or else the compiler makes one function of them.
#[inline(never)]
fn dispatch_count_begin() {
    black_box(1);
}

#[inline(never)]
fn dispatch_count_end() {
    black_box(2);
}

/// The pairs of a framework: function, and its two programs.
fn pairs(framework: &str, size: &str, asked: &Asked) -> Result<Vec<(String, [Contestant; 2])>> {
    let filter = asked.filter.as_deref();
    let form = if asked.fused { "fused" } else { "apart" };
    let all = All::of(sizes(size))?;
    let mut pairs = Vec::new();
    for chain in CHAINS {
        if filter.is_some_and(|filter| !chain.name.contains(filter)) {
            continue;
        }
        let mut list = (chain.contestants)(&all);
        let mut take = |form: &str| {
            let at = list
                .iter()
                .position(|c| c.name == format!("{framework} {form}"))?;
            Some(list.swap_remove(at))
        };
        // Where softmax is one operation of ours, it is one of theirs.
        let own = (chain.name == "softmax").then(|| take("op")).flatten();
        let ours = take(form).context("there is no such framework in this build")?;
        let theirs = own
            .or_else(|| take("by hand"))
            .context("nothing is written by hand")?;
        pairs.push((chain.name.to_owned(), [ours, theirs]));
    }
    Ok(pairs)
}

/// In the process under valgrind.
fn measure(framework: &str, asked: &Asked) -> Result<ExitCode> {
    #[cfg(feature = "tch")]
    tch::set_num_threads(1);
    for size in &asked.sizes {
        let mut pairs = pairs(framework, size, asked)?;
        // What a framework does once, it does now.
        for contestant in pairs.iter_mut().flat_map(|(_, pair)| pair) {
            contestant.run.time(2)?;
        }
        for (name, mut pair) in pairs {
            for contestant in &mut pair {
                contestant.run.time(2)?;
                dispatch_count_begin();
                contestant.run.time(CALLS)?;
                dispatch_count_end();
            }
            println!("{name} {size}");
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn compare(asked: &Asked) -> Result<ExitCode> {
    let mut worst: Option<(f64, String)> = None;
    println!(
        "{:<30} {:>12} {:>12} {:>8}",
        "instructions a call", "generated", "by hand", "ratio"
    );
    let frameworks: &[&str] = match cfg!(feature = "tch") {
        true => &["ndarray", "candle", "tch"],
        false => &["ndarray", "candle"],
    };
    for framework in frameworks {
        let folder = std::env::temp_dir().join(format!("eagerpy-dispatch-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let counted = under_valgrind(framework, asked, &folder);
        let counted = counted.and_then(|names| Ok((names, counts(&folder)?)));
        fs::remove_dir_all(&folder)?;
        let (names, counts) = counted?;
        if counts.len() != 2 * names.len() {
            bail!(
                "callgrind wrote {} counts for {} pairs",
                counts.len(),
                names.len()
            );
        }
        for (name, pair) in names.iter().zip(counts.chunks_exact(2)) {
            let [ours, theirs] =
                [pair.first(), pair.last()].map(|n| n.copied().unwrap_or(0) as f64 / CALLS as f64);
            let (ratio, name) = (ours / theirs, format!("{framework} {name}"));
            println!("{name:<30} {ours:>12.0} {theirs:>12.0} {ratio:>8.4}");
            if worst.as_ref().is_none_or(|(worst, _)| ratio > *worst) {
                worst = Some((ratio, name));
            }
        }
    }
    let (ratio, name) = worst.context("no function has such a name")?;
    println!("worst ratio {ratio:.4}: {name} (limit {LIMIT})");
    Ok(if ratio <= LIMIT {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Runs this program under valgrind and gives the names of what it counted.
fn under_valgrind(framework: &str, asked: &Asked, folder: &Path) -> Result<Vec<String>> {
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args([
            "--tool=callgrind",
            "--quiet",
            "--zero-before=*dispatch_count_begin*",
        ])
        .arg("--dump-before=*dispatch_count_end*")
        .arg(format!(
            "--callgrind-out-file={}",
            folder.join("out").display()
        ))
        .arg(std::env::current_exe()?)
        .args(["--measure", framework])
        .envs([
            ("OMP_NUM_THREADS", "1"),
            ("RAYON_NUM_THREADS", "1"),
            ("MKL_NUM_THREADS", "1"),
            // Or else the first call of a library's function is also a search for it.
            ("LD_BIND_NOW", "1"),
        ]);
    if let [size] = asked.sizes.as_slice() {
        valgrind.args(["--size", size]);
    }
    if asked.fused {
        valgrind.arg("--fused");
    }
    if let Some(filter) = &asked.filter {
        valgrind.args(["--filter", filter]);
    }
    let output = valgrind
        .stderr(std::process::Stdio::inherit())
        .output()
        .context("cannot run valgrind")?;
    if !output.status.success() {
        bail!("valgrind ended with {}", output.status);
    }
    Ok(String::from_utf8(output.stdout)?
        .lines()
        .map(str::to_owned)
        .collect())
}

/// What callgrind counted, in order: the files are `out.1`, `out.2`, …, and `out` for what came after the last.
fn counts(folder: &Path) -> Result<Vec<u64>> {
    let mut counts = Vec::new();
    for number in 1.. {
        let Ok(text) = fs::read_to_string(folder.join(format!("out.{number}"))) else {
            break;
        };
        let line = text.lines().find_map(|line| line.strip_prefix("totals: "));
        let line = line.or_else(|| text.lines().find_map(|line| line.strip_prefix("summary: ")));
        counts.push(
            line.context("a file of callgrind has no total")?
                .trim()
                .parse()?,
        );
    }
    Ok(counts)
}
