//! The chains of the benchmark suite as users of burn write them.
//!
//! In: `peers [--filter NAME,...] [--sizes N,...] [--threads T] [--rounds N] [--quick]`. The filter
//! takes parts of names of cases; the sizes are numbers of elements (`network` has one of its own).
//!
//! Out: one JSON object a line and contestant, `{"case", "n", "contestant", "threads", "ns", "low",
//! "high"}`: the median and the quartiles of the nanoseconds of one call. Progress goes to standard
//! error. A contestant whose result is off the reference ends the program with exit code 1.

mod cases;
mod options;

use std::error::Error;
use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use burn::tensor::Device;
use serde_json::json;

use cases::{CASES, Case, Inputs, Program};
use options::Options;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// How long a sample takes, and the most calls in one.
const SAMPLE: Duration = Duration::from_millis(2);
const MOST_CALLS: u32 = 2000;

/// The largest error, as a part of the largest value of the reference.
const TOLERANCE: f64 = 1e-4;

/// The libraries read these once, some of them as they are loaded.
const THREAD_VARIABLES: [&str; 4] = [
    "RAYON_NUM_THREADS",
    "MATMUL_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
];

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("peers: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode> {
    let options = Options::parse(std::env::args().skip(1))?;
    if let Some(code) = with_threads(options.threads)? {
        return Ok(code);
    }
    let contestants = contestants();
    // One size after the other, so that the inputs are made once for all cases of a size.
    for &n in &options.sizes {
        let chains: Vec<&Case> = CASES
            .iter()
            .filter(|case| case.own_size.is_none() && options.wants(case.name))
            .collect();
        measure_size(n, &chains, &contestants, &options)?;
    }
    for case in CASES.iter().filter(|case| options.wants(case.name)) {
        if let Some(n) = case.own_size {
            measure_size(n, &[case], &contestants, &options)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs this program again where the environment does not have the number of threads yet: a
/// variable set now would come after libtorch's OpenMP has read it.
fn with_threads(threads: usize) -> Result<Option<ExitCode>> {
    let threads = threads.to_string();
    if THREAD_VARIABLES
        .iter()
        .all(|name| std::env::var(name).is_ok_and(|value| value == threads))
    {
        return Ok(None);
    }
    let mut command = Command::new(std::env::current_exe()?);
    command.args(std::env::args_os().skip(1));
    for name in THREAD_VARIABLES {
        command.env(name, &threads);
    }
    let success = command.status()?.success();
    Ok(Some(if success {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }))
}

/// The backends, by the names of their crates.
#[allow(deprecated)] // burn's users of these two are who the comparison is for.
fn contestants() -> Vec<(&'static str, Device)> {
    vec![
        ("burn-ndarray", Device::ndarray()),
        ("burn-flex", Device::flex()),
        #[cfg(feature = "tch")]
        ("burn-tch", Device::libtorch()),
    ]
}

/// The most elements that burn-ndarray adds up within the tolerance: it has eight sums at a time,
/// each of which grows one element after the other in `f32`.
const NDARRAY_MOST: usize = 1 << 20;

/// Whether a contestant is known to be off the reference.
fn inexact(contestant: &str, case: &str, n: usize) -> bool {
    contestant == "burn-ndarray" && matches!(case, "mse" | "huber" | "l2_norm") && n > NDARRAY_MOST
}

/// One contestant of one case.
struct Entry {
    name: &'static str,
    program: Program,
    calls: u32,
    /// Nanoseconds of one call, a sample each.
    samples: Vec<f64>,
}

fn measure_size(
    n: usize,
    cases: &[&Case],
    contestants: &[(&'static str, Device)],
    options: &Options,
) -> Result<()> {
    if cases.is_empty() {
        return Ok(());
    }
    let inputs = Inputs::new(n)?;
    for case in cases {
        eprintln!("{} {n}", case.name);
        let reference = (case.reference)(&inputs);
        let mut entries = Vec::new();
        for &(name, ref device) in contestants {
            if inexact(name, case.name, n) {
                eprintln!("{name} in {} is not exact enough at {n}", case.name);
                continue;
            }
            let program = (case.build)(&inputs, device);
            check(&reference, &program)
                .map_err(|error| format!("{name} in {} at {n}: {error}", case.name))?;
            let calls = calls_per_sample(&program);
            entries.push(Entry {
                name,
                program,
                calls,
                samples: Vec::new(),
            });
        }
        // In turn, so that what else the machine does hits all alike.
        for _ in 0..options.rounds {
            for entry in &mut entries {
                entry.samples.push(sample(&entry.program, entry.calls));
            }
        }
        for entry in &mut entries {
            entry.samples.sort_by(f64::total_cmp);
            let part = |quarters: usize| {
                entry
                    .samples
                    .get(entry.samples.len() * quarters / 4)
                    .copied()
            };
            println!(
                "{}",
                json!({
                    "case": case.name,
                    "n": n,
                    "contestant": entry.name,
                    "threads": options.threads,
                    "ns": part(2),
                    "low": part(1),
                    "high": part(3),
                })
            );
        }
    }
    Ok(())
}

/// Nanoseconds of one call, over as many as given.
fn sample(program: &Program, calls: u32) -> f64 {
    if calls > 1 {
        // The contestant before has filled the caches with its own data.
        black_box(program());
    }
    let start = Instant::now();
    for _ in 0..calls {
        black_box(program());
    }
    start.elapsed().as_nanos() as f64 / f64::from(calls)
}

fn calls_per_sample(program: &Program) -> u32 {
    // The fastest of three: the first calls also fill caches.
    let once = (0..3)
        .map(|_| sample(program, 1))
        .fold(f64::INFINITY, f64::min)
        .max(1.0);
    let calls = SAMPLE.as_nanos() as f64 / once;
    // Between the bounds, so the cast drops the fraction alone.
    calls.clamp(1.0, f64::from(MOST_CALLS)) as u32
}

/// Compares what a program gives with the reference.
fn check(reference: &[Vec<f64>], program: &Program) -> Result<()> {
    let results = program().into_host()?;
    if results.len() != reference.len() {
        return Err(format!("{} results instead of {}", results.len(), reference.len()).into());
    }
    for (result, expected) in results.iter().zip(reference) {
        if result.len() != expected.len() {
            return Err(format!("{} elements instead of {}", result.len(), expected.len()).into());
        }
        let scale = expected
            .iter()
            .fold(0.0, |largest: f64, value| largest.max(value.abs()));
        // Written so that NaN is an error.
        let far = |(i, (a, b)): (usize, (&f32, &f64))| {
            let close = (f64::from(*a) - b).abs() <= TOLERANCE * scale;
            (!close).then(|| format!("{a} instead of {b} at {i}"))
        };
        if let Some(message) = result.iter().zip(expected).enumerate().find_map(far) {
            return Err(message.into());
        }
    }
    Ok(())
}
