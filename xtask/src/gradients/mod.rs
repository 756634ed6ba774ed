//! `cargo xtask gradients`: gradients that the compiler writes against right ones.
//!
//! With `--ops`, see `ops`. Else, in: expression trees with inputs, values, gradients and Hessian-vector products, of
//! `--data FILE` or the tests' own (`tests/data/README.md` has the format). Out: a crate in the target folder with an agnostic
//! function for each tree, compiled and run on every backend; its report and exit code.

mod input;
mod ops;
mod program;
mod variants;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use lexopt::{Arg, Parser, ValueExt};
use serde_json::Value;

use crate::environment;
use crate::process::{Program, exit_code, seconds};
use program::Case;

/// What the runner of the crate is made of, beside the functions.
const RUNNER: &str = include_str!("runner.rs.in");

/// The backends, with the features that they need.
const BACKENDS: [&str; 3] = ["ndarray", "candle", "tch"];

/// Options of the command.
#[derive(Default)]
struct Options {
    ops: bool,
    data: Option<PathBuf>,
    backend: Option<String>,
    only: Option<String>,
    /// Leave tch out, whether libtorch is there or not.
    no_tch: bool,
}

/// Runs the command.
pub fn run(arguments: &[OsString]) -> Result<ExitCode> {
    let options = read(arguments)?;
    match options.ops {
        true => operations(&options),
        false => recorded(&options),
    }
}

/// The derivatives of the operations.
fn operations(options: &Options) -> Result<ExitCode> {
    let variants = ops::read(options.only.as_deref())?;
    if variants.is_empty() {
        bail!("no line to run");
    }
    let crate_ = Crate::new(options)?;
    eprintln!("{} lines on {}", variants.len(), crate_.backends.join(", "));
    let files = ops::sources(&variants, &crate_.backends);
    let start = Instant::now();
    let name = "gradients-ops";
    let folder = target(&crate_.root).join(name);
    // Programs of another choice of lines.
    let _ = std::fs::remove_dir_all(folder.join("src/bin"));
    crate_.write(&folder, name, &files)?;
    let mut cargo = crate_.cargo(&folder, "build");
    cargo.arg("--bins");
    eprintln!("$ {}", cargo.line());
    let status = cargo.status()?;
    if !status.success() {
        return Ok(exit_code(status));
    }
    let mut totals: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut broken = false;
    for (file, _) in files.iter().filter(|(file, _)| file.starts_with("bin/")) {
        let part = file.trim_start_matches("bin/").trim_end_matches(".rs");
        let mut program = Program::new(
            &target(&crate_.root)
                .join("debug")
                .join(part)
                .to_string_lossy(),
        );
        if let Some(libtorch) = &crate_.libtorch {
            libtorch.apply(&mut program);
        }
        let status = program.status_reading(&mut |line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            if let ["total", backend, right, wrong] = words.as_slice() {
                let total = totals.entry((*backend).to_owned()).or_default();
                total.0 += right.parse().unwrap_or(0);
                total.1 += wrong.parse().unwrap_or(1);
            }
        })?;
        broken |= !matches!(status.code(), Some(0 | 1));
    }
    let (mut passed, mut failed) = (0, 0);
    for (backend, (right, wrong)) in &totals {
        println!("{backend}: {right} passed, {wrong} failed");
        passed += right;
        failed += wrong;
    }
    eprintln!("{}", seconds(start.elapsed()));
    println!("{passed} passed, {failed} failed");
    Ok(match failed == 0 && !broken {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Recorded gradients.
fn recorded(options: &Options) -> Result<ExitCode> {
    let root = root()?;
    let file = match &options.data {
        Some(file) => file.clone(),
        None => root.join("tests/data/gradients.json"),
    };
    let file = file
        .canonicalize()
        .with_context(|| format!("{} is not there", file.display()))?;
    let text =
        std::fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
    let json: Value =
        serde_json::from_str(&text).with_context(|| format!("{} is no JSON", file.display()))?;
    let mut cases = Vec::new();
    for key in ["cases", "custom"] {
        for case in json
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            let case = Case::read(case).with_context(|| format!("in {}", file.display()))?;
            if options
                .only
                .as_ref()
                .is_none_or(|only| case.id.contains(only))
            {
                cases.push(case);
            }
        }
    }
    if cases.is_empty() {
        bail!("no case to run");
    }
    let crate_ = Crate::new(options)?;
    let mut text = RUNNER.to_owned();
    for case in &cases {
        write!(text, "\n{}", case.function()?)?;
    }
    for backend in BACKENDS {
        write!(
            text,
            "\n#[cfg(feature = {backend:?})]\npub fn run_{backend}(report: &mut Report, cases: &Cases) {{\n"
        )?;
        for case in &cases {
            writeln!(text, "{}", case.call(backend))?;
        }
        writeln!(text, "}}")?;
    }
    eprintln!(
        "{} functions on {}",
        cases.len(),
        crate_.backends.join(", ")
    );
    crate_.run(
        "gradients",
        &[("main.rs".to_owned(), text)],
        &[file.into_os_string()],
    )
}

fn read(arguments: &[OsString]) -> Result<Options> {
    let mut parser = Parser::from_args(arguments);
    let mut options = Options::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("ops") => options.ops = true,
            Arg::Long("data") => options.data = Some(parser.value()?.into()),
            Arg::Long("backend") => options.backend = Some(parser.value()?.string()?),
            Arg::Long("no-tch") => options.no_tch = true,
            Arg::Long("only") => options.only = Some(parser.value()?.string()?),
            other => bail!(
                "{}; the options are --ops, --data, --backend, --only and --no-tch",
                other.unexpected()
            ),
        }
    }
    Ok(options)
}

/// The workspace's folder.
fn root() -> Result<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.parent().context("xtask stands in no workspace")?;
    Ok(root.to_path_buf())
}

fn target(root: &Path) -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root.join(folder),
        None => root.join("target"),
    }
}

/// A crate with agnostic functions, in the target folder.
struct Crate {
    root: PathBuf,
    backends: Vec<&'static str>,
    libtorch: Option<environment::Libtorch>,
}

impl Crate {
    fn new(options: &Options) -> Result<Crate> {
        let libtorch = environment::available()?;
        let mut backends: Vec<&str> = BACKENDS.to_vec();
        if options.no_tch {
            backends.retain(|backend| *backend != "tch");
        } else if libtorch.is_none() {
            eprintln!(
                "tch is left out, since libtorch is not there; to take it in: cargo xtask native"
            );
            backends.retain(|backend| *backend != "tch");
        }
        if let Some(asked) = &options.backend {
            backends.retain(|backend| backend == asked);
            if backends.is_empty() {
                bail!("no backend `{asked}`: there are {}", BACKENDS.join(", "));
            }
        }
        Ok(Crate {
            root: root()?,
            backends,
            libtorch,
        })
    }

    /// Writes it with these files, and runs it with these arguments.
    fn run(
        &self,
        name: &str,
        files: &[(String, String)],
        arguments: &[OsString],
    ) -> Result<ExitCode> {
        let folder = target(&self.root).join(name);
        self.write(&folder, name, files)?;
        let mut cargo = self.cargo(&folder, "run");
        cargo.arg("--");
        for argument in arguments {
            cargo.arg(argument);
        }
        eprintln!("$ {}", cargo.line());
        Ok(exit_code(cargo.status()?))
    }

    fn cargo(&self, folder: &Path, command: &str) -> Program {
        let mut cargo = Program::cargo();
        cargo.args([command, "-q", "--manifest-path"]);
        cargo.arg(folder.join("Cargo.toml"));
        cargo.env("CARGO_TARGET_DIR", target(&self.root));
        if let Some(libtorch) = &self.libtorch {
            libtorch.apply(&mut cargo);
        }
        cargo
    }

    fn write(&self, folder: &Path, name: &str, files: &[(String, String)]) -> Result<()> {
        let (root, backends) = (&self.root, &self.backends);
        let source = folder.join("src");
        std::fs::create_dir_all(&source).with_context(|| format!("making {}", source.display()))?;
        let features: Vec<String> = backends.iter().map(|name| format!("{name:?}")).collect();
        let manifest = format!(
            "[package]\nname = \"eagerpy-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
             [dependencies]\neagerpy = {{ path = {root:?}, default-features = false, features = [{}] }}\n\
             serde_json = \"1\"\n\n[features]\n{}\n\n[workspace]\n",
            features.join(", "),
            BACKENDS.map(|name| format!("{name} = []")).join("\n"),
        );
        // Of many functions, most of the time is the compiler's that writes the derivatives. The profile of the workspace
        // has the frameworks built already.
        let manifest = match name {
            "gradients" => manifest,
            _ => format!(
                "{manifest}\n[profile.dev]\ndebug = false\n\n[profile.dev.build-override]\nopt-level = 2\n"
            ),
        };
        let features = backends.join("\", \"");
        let manifest = manifest.replace(
            "[features]\n",
            &format!("[features]\ndefault = [\"{features}\"]\n"),
        );
        put(&folder.join("Cargo.toml"), &manifest)?;
        // The versions of the workspace, so that nothing is fetched.
        let lock = root.join("Cargo.lock");
        if lock.exists() && !folder.join("Cargo.lock").exists() {
            std::fs::copy(&lock, folder.join("Cargo.lock")).context("copying Cargo.lock")?;
        }
        for (file, text) in files {
            let file = source.join(file);
            if let Some(folder) = file.parent() {
                std::fs::create_dir_all(folder)
                    .with_context(|| format!("making {}", folder.display()))?;
            }
            put(&file, text)?;
        }
        Ok(())
    }
}

/// Writes a file, unless it is the same: cargo goes by its time.
fn put(file: &Path, text: &str) -> Result<()> {
    if std::fs::read_to_string(file).is_ok_and(|there| there == text) {
        return Ok(());
    }
    std::fs::write(file, text).with_context(|| format!("writing {}", file.display()))
}
