//! `cargo xtask bench` and `cargo xtask dispatch`: what eagerpy writes, measured against what people write by hand.
//!
//! In: the arguments of the programs in `benches/`, handed on as they stand; `--python`, `--peers`, `--compile` and
//! `--record` are read here.
//! Out: their report and exit code. tch takes part where libtorch is there; otherwise it is left out, and said so.

mod compile;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::environment;
use crate::machine;
use crate::native::native_folder;
use crate::process::{Program, exit_code};

/// Times the cases, and what compiling takes.
pub fn run(arguments: &[OsString]) -> Result<ExitCode> {
    let mut handed = Vec::new();
    let mut others: Vec<String> = Vec::new();
    let (mut compile, mut record) = (false, false);
    let mut allocator = Allocator::System;
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--allocator") => allocator = Allocator::named(arguments.next())?,
            Some("--python") => others.push(python()?),
            Some("--peers") => others.push(peers()?),
            Some("--compile") => compile = true,
            Some("--record") => record = true,
            _ => handed.push(argument.clone()),
        }
    }
    let leaves_out = |word: &OsString| word.to_string_lossy().starts_with("--filter");
    if record && handed.iter().any(leaves_out) {
        bail!("what is recorded is the whole, and --filter leaves out some of it");
    }
    for program in others {
        handed.extend(["--also".into(), program.into()]);
    }
    if record {
        handed.extend(["--record".into(), docs().into()]);
    }
    let mut suite = program("suite", allocator)?;
    if compile || record {
        let libtorch = environment::available()?;
        let figures = compile::run(libtorch.as_ref())?;
        handed.extend(["--compile".into(), figures.into()]);
    }
    for name in THREADS {
        suite.env(name, threads(&handed));
    }
    suite.args(handed);
    eprintln!("$ {}", suite.line());
    Ok(exit_code(suite.status()?))
}

/// What gives the memory of results.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Allocator {
    /// The system's, as it is.
    System,
    /// The system's, which keeps what is freed. So it is asked for by variables, for glibc.
    Keeping,
    /// mimalloc.
    Mimalloc,
}

impl Allocator {
    fn named(name: Option<&OsString>) -> Result<Allocator> {
        Ok(match name.and_then(|name| name.to_str()) {
            Some("system") => Allocator::System,
            Some("keeping") => Allocator::Keeping,
            Some("mimalloc") => Allocator::Mimalloc,
            _ => bail!("--allocator is one of system, keeping, mimalloc"),
        })
    }
}

/// By these, glibc takes blocks of up to 32 MiB, its limit, from a heap that it does not give back.
const KEEPING: [(&str, &str); 2] = [
    ("MALLOC_MMAP_THRESHOLD_", "33554432"),
    ("MALLOC_TRIM_THRESHOLD_", "1099511627776"),
];

/// What the frameworks take the number of their threads from, when they start.
const THREADS: [&str; 4] = [
    "RAYON_NUM_THREADS",
    "CANDLE_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
];

/// The number in `--threads 4` or `--threads=4`; else 1.
fn threads(arguments: &[OsString]) -> OsString {
    let mut words = arguments.iter().map(|word| word.to_string_lossy());
    while let Some(word) = words.next() {
        if word == "--threads" {
            return words.next().unwrap_or_default().as_ref().into();
        }
        if let Some(number) = word.strip_prefix("--threads=") {
            return number.into();
        }
    }
    "1".into()
}

/// Counts instructions.
pub fn dispatch(arguments: &[OsString]) -> Result<ExitCode> {
    if !machine::has_program("valgrind") {
        if !machine::can_install() {
            bail!(
                "valgrind counts the instructions: {}",
                machine::install_hint(&["valgrind"])
            );
        }
        machine::install(&["valgrind"])?;
    }
    let mut counter = program("dispatch", Allocator::System)?;
    counter.args(arguments);
    eprintln!("$ {}", counter.line());
    Ok(exit_code(counter.status()?))
}

/// A program of `benches/`, optimised, with tch where libtorch is there.
fn program(name: &str, allocator: Allocator) -> Result<Program> {
    let libtorch = environment::available()?;
    let mut cargo = Program::cargo();
    cargo.args(["run", "--release", "-p", "eagerpy-benches", "--bin", name]);
    match &libtorch {
        Some(libtorch) => {
            cargo.args(["--features", "tch"]);
            libtorch.apply(&mut cargo);
        }
        None => eprintln!(
            "tch is left out, since libtorch is not there; to take it in: cargo xtask native"
        ),
    }
    match allocator {
        Allocator::System => {}
        Allocator::Keeping => {
            for (name, value) in KEEPING {
                cargo.env(name, value);
            }
        }
        Allocator::Mimalloc => {
            cargo.args(["--features", "mimalloc"]);
        }
    }
    cargo.arg("--");
    Ok(cargo)
}

/// The Python programs, in an environment of their own, made once.
fn python() -> Result<String> {
    let folder = native_folder()?.with_file_name("benches-python");
    let python = folder.join("bin/python");
    let requirements = benches().join("python/requirements.txt");
    let done = folder.join("requirements.txt");
    let wanted = std::fs::read_to_string(&requirements).context("benches/python is incomplete")?;
    if std::fs::read_to_string(&done).ok().as_deref() != Some(wanted.as_str()) {
        std::fs::remove_dir_all(&folder).or_else(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        })?;
        let mut install = Program::new("sh");
        install
            .arg(benches().join("python/install.sh"))
            .arg(&folder);
        succeed(&mut install)?;
        std::fs::write(&done, wanted)?;
    }
    let program = benches().join("python/bench.py");
    Ok(format!("{} {}", python.display(), program.display()))
}

/// Frameworks of Rust that cannot be in one program with tch.
fn peers() -> Result<String> {
    let folder = benches().join("peers");
    let mut cargo = Program::cargo();
    cargo
        .args(["build", "--release", "--locked", "--manifest-path"])
        .arg(folder.join("Cargo.toml"));
    let target = match std::env::var_os("CARGO_TARGET_DIR") {
        Some(target) => PathBuf::from(target),
        None => folder.join("target"),
    };
    succeed(&mut cargo)?;
    Ok(target.join("release/peers").display().to_string())
}

/// Where the figures are kept.
fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("docs/benchmarks")
}

fn benches() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("benches")
}

fn succeed(program: &mut Program) -> Result<()> {
    eprintln!("$ {}", program.line());
    match program.status()?.success() {
        true => Ok(()),
        false => bail!("`{}` failed", program.line()),
    }
}
