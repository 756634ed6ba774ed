//! `cargo xtask gradients --data FILE`: right gradients, from a file, against those that the compiler writes.
//!
//! In: expression trees with inputs, values, gradients and Hessian-vector products
//! (`tests/data/README.md` has the format). Out: a crate in the target folder with an agnostic
//! function for each tree, compiled and run on every backend; its report and exit code.

mod program;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use lexopt::{Arg, Parser, ValueExt};
use serde_json::Value;

use crate::environment;
use crate::process::{Program, exit_code};
use program::Case;

/// What the runner of the crate is made of, beside the functions.
const RUNNER: &str = include_str!("runner.rs.in");

/// The backends, with the features that they need.
const BACKENDS: [&str; 3] = ["ndarray", "candle", "tch"];

/// Options of the command.
#[derive(Default)]
struct Options {
    data: Option<PathBuf>,
    backend: Option<String>,
    only: Option<String>,
    /// Leave tch out, whether libtorch is there or not.
    no_tch: bool,
}

/// Runs the command.
pub fn run(arguments: &[OsString]) -> Result<ExitCode> {
    let options = read(arguments)?;
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
    let folder = target(&root).join("gradients");
    write_crate(&folder, &root, &cases, &backends)?;
    let mut cargo = Program::cargo();
    cargo.args(["run", "-q", "--manifest-path"]);
    cargo.arg(folder.join("Cargo.toml"));
    cargo.env("CARGO_TARGET_DIR", target(&root));
    cargo.arg("--");
    cargo.arg(&file);
    if let Some(libtorch) = &libtorch {
        libtorch.apply(&mut cargo);
    }
    eprintln!("{} functions on {}", cases.len(), backends.join(", "));
    eprintln!("$ {}", cargo.line());
    Ok(exit_code(cargo.status()?))
}

fn read(arguments: &[OsString]) -> Result<Options> {
    let mut parser = Parser::from_args(arguments);
    let mut options = Options::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("data") => options.data = Some(parser.value()?.into()),
            Arg::Long("backend") => options.backend = Some(parser.value()?.string()?),
            Arg::Long("no-tch") => options.no_tch = true,
            Arg::Long("only") => options.only = Some(parser.value()?.string()?),
            other => bail!(
                "{}; the options are --data, --backend, --only and --no-tch",
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

/// Writes the crate.
fn write_crate(folder: &Path, root: &Path, cases: &[Case], backends: &[&str]) -> Result<()> {
    let source = folder.join("src");
    std::fs::create_dir_all(&source).with_context(|| format!("making {}", source.display()))?;
    let features: Vec<String> = backends.iter().map(|name| format!("{name:?}")).collect();
    let manifest = format!(
        "[package]\nname = \"eagerpy-gradients\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [dependencies]\neagerpy = {{ path = {root:?}, default-features = false, features = [{}] }}\n\
         serde_json = \"1\"\n\n[features]\n{}\n\n[workspace]\n",
        features.join(", "),
        BACKENDS.map(|name| format!("{name} = []")).join("\n"),
    );
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
    let mut text = RUNNER.to_owned();
    for case in cases {
        write!(text, "\n{}", case.function()?)?;
    }
    for backend in BACKENDS {
        write!(
            text,
            "\n#[cfg(feature = {backend:?})]\npub fn run_{backend}(report: &mut Report, cases: &Cases) {{\n"
        )?;
        for case in cases {
            writeln!(text, "{}", case.call(backend))?;
        }
        writeln!(text, "}}")?;
    }
    put(&source.join("main.rs"), &text)
}

/// Writes a file, unless it is the same: cargo goes by its time.
fn put(file: &Path, text: &str) -> Result<()> {
    if std::fs::read_to_string(file).is_ok_and(|there| there == text) {
        return Ok(());
    }
    std::fs::write(file, text).with_context(|| format!("writing {}", file.display()))
}
