//! What it takes to compile functions under `#[agnostic]`, against the same functions written by hand.
//!
//! In: the functions that the benchmark times, and their forms by hand. Out: a table, and the figures in a file of JSON.
//!
//! Two crates are written. One has 50 functions, once each; the other has three functions for each of them, one a
//! framework, as `benches/src/by_hand` has them. There are fewer than 50 different ones, so some stand there again, in
//! a module of their own. Each crate calls each of its functions with plain tensors of each framework, so that what is
//! generic is compiled in both. What they depend on is built before; then the crates take turns, and cargo compiles
//! nothing but the crate itself.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::environment::Libtorch;
use crate::expand_cost::{read_pass, target, workspace};
use crate::process::Program;

const CRATES: [&str; 2] = ["agnostic_crate", "by_hand_crate"];
/// How many functions a crate has.
const FUNCTIONS: usize = 50;
/// How often each crate is compiled in each way, where that takes no longer than this; else fewer times, but not less
/// than the other number.
const ROUNDS: usize = 5;
const BUDGET: Duration = Duration::from_secs(60);
const LEAST_ROUNDS: usize = 3;
/// Passes of rustc that take less of the whole are not told.
const LEAST_PART: f64 = 0.02;

/// Measures, prints and writes the figures; gives the file.
pub fn run(libtorch: Option<&Libtorch>) -> Result<PathBuf> {
    let folder = target()?.join("bench-compile");
    std::fs::create_dir_all(&folder)?;
    let sources = Sources::read(libtorch.is_some())?;
    let [ours, by_hand] = CRATES.map(|name| Written::new(&folder, name, &sources, libtorch));
    let crates = [("agnostic", ours?), ("by hand", by_hand?)];
    let mut all = BTreeMap::new();
    for (way, word) in [(Way::Check, "check"), (Way::Build, "build")] {
        for (_, written) in &crates {
            eprintln!("$ {}", written.cargo(way).line());
            // What they depend on is built by the first.
            written.compile(way)?;
        }
        let mut times: [Vec<f64>; 2] = Default::default();
        let start = Instant::now();
        for round in 0..ROUNDS {
            if round >= LEAST_ROUNDS && start.elapsed() > BUDGET {
                break;
            }
            for ((name, written), times) in crates.iter().zip(&mut times) {
                let time = written.compile(way)?.as_secs_f64();
                eprintln!("{word} of the functions {name}: {time:.2} s");
                times.push(time);
            }
        }
        all.insert(word, times);
    }
    let mut figures = Vec::new();
    for (place, (name, written)) in crates.iter().enumerate() {
        let quartiles = |word: &str| {
            let mut times = all.get(word)?.get(place)?.clone();
            times.sort_by(f64::total_cmp);
            let at = |part: usize| times.get(times.len() * part / 4).copied();
            Some(json!({ "s": at(2)?, "low": at(1)?, "high": at(3)? }))
        };
        let check = written.passes(Way::Check, 3)?;
        let build = written.passes(Way::Build, 1)?;
        figures.push(json!({
            "crate": name,
            "functions": FUNCTIONS,
            "backends": sources.frameworks,
            "lines_written": written.lines,
            "lines_expanded": written.expanded()?,
            "expansion_s": check.iter().find(|(pass, _)| pass == "macro_expand_crate").map(|(_, s)| *s),
            "check": quartiles("check"),
            "build": quartiles("build"),
            "passes_of_check": passes(&check),
            "passes_of_build": passes(&build),
        }));
    }
    let file = folder.join("figures.json");
    std::fs::write(&file, serde_json::to_string_pretty(&figures)?)?;
    Ok(file)
}

/// The passes that count, the longest first.
fn passes(all: &[(String, f64)]) -> Value {
    let total = all.iter().find(|(pass, _)| pass == "total");
    let least = total.map_or(0.0, |(_, s)| s * LEAST_PART);
    let mut some: Vec<_> = all.iter().filter(|(_, s)| *s >= least).collect();
    some.sort_by(|a, b| b.1.total_cmp(&a.1));
    json!(
        some.iter()
            .map(|(pass, s)| json!({ "pass": pass, "s": s }))
            .collect::<Vec<_>>()
    )
}

// ---------------------------------------------------------------------------------- what is written

/// The functions, and how they are called, as they stand in the repository.
struct Sources {
    frameworks: Vec<&'static str>,
    /// Name, and what it is called with, the fields of the benchmark's inputs.
    calls: Vec<(String, Vec<String>)>,
    /// Of a field: `V` of a vector, and so on.
    kinds: BTreeMap<String, String>,
    /// Name and text.
    agnostic: BTreeMap<String, String>,
    by_hand: BTreeMap<&'static str, ByHand>,
    workspace_manifest: String,
    benches_manifest: String,
}

/// A file of functions by hand.
struct ByHand {
    /// What stands before them: `use`, and types.
    head: String,
    functions: BTreeMap<String, String>,
}

impl Sources {
    fn read(tch: bool) -> Result<Sources> {
        let workspace = workspace()?;
        let read = |path: &str| {
            let path = workspace.join(path);
            std::fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))
        };
        let frameworks: Vec<&'static str> = ["ndarray", "candle", "tch"]
            .into_iter()
            .filter(|name| tch || *name != "tch")
            .collect();
        let mut by_hand = BTreeMap::new();
        for framework in &frameworks {
            let text = read(&format!("benches/src/by_hand/{framework}.rs"))?;
            by_hand.insert(*framework, read_by_hand(&text));
        }
        let calls = read_calls(&read("benches/src/chains.rs")?);
        if calls.is_empty() {
            bail!("benches/src/chains.rs has no list of chains");
        }
        Ok(Sources {
            frameworks,
            calls,
            kinds: read_kinds(&read("benches/src/inputs.rs")?),
            agnostic: read_agnostic(&read("benches/src/functions.rs")?),
            by_hand,
            workspace_manifest: read("Cargo.toml")?,
            benches_manifest: read("benches/Cargo.toml")?,
        })
    }

    /// The functions of each module; all modules together have [`FUNCTIONS`].
    fn modules(&self) -> Vec<&[(String, Vec<String>)]> {
        let mut modules = Vec::new();
        let mut missing = FUNCTIONS;
        while missing > 0 {
            let some = self.calls.get(..missing).unwrap_or(&self.calls);
            missing -= some.len();
            modules.push(some);
        }
        modules
    }

    fn agnostic_crate(&self) -> Result<String> {
        let mut out = String::new();
        for (number, functions) in self.modules().into_iter().enumerate() {
            let _ = write!(out, "pub mod m{number} {{\n    use eagerpy::agnostic;\n\n");
            for (name, _) in functions {
                out.push_str(found(&self.agnostic, name)?);
                out.push_str("\n\n");
            }
            out.push_str("}\n\n");
            self.callers(&mut out, functions, |framework, name| {
                format!("m{number}::{name}::{framework}")
            })?;
        }
        Ok(out)
    }

    fn by_hand_crate(&self) -> Result<String> {
        // A module has what its file needs, and the last one not all of its functions.
        let mut out = "#![allow(unused_imports)]\n\n".to_owned();
        for (number, functions) in self.modules().into_iter().enumerate() {
            for (framework, file) in &self.by_hand {
                let _ = write!(out, "pub mod {framework}_{number} {{\n{}\n\n", file.head);
                for (name, _) in functions {
                    out.push_str(found(&file.functions, name)?);
                    out.push_str("\n\n");
                }
                out.push_str("}\n\n");
            }
            self.callers(&mut out, functions, |framework, name| {
                format!("{framework}_{number}::{name}")
            })?;
        }
        Ok(out)
    }

    /// Calls with plain tensors, which are the same in both crates.
    fn callers(
        &self,
        out: &mut String,
        functions: &[(String, Vec<String>)],
        path: impl Fn(&str, &str) -> String,
    ) -> Result<()> {
        for framework in &self.frameworks {
            for (name, fields) in functions {
                let (mut parameters, mut arguments) = (Vec::new(), Vec::new());
                for (place, field) in fields.iter().enumerate() {
                    let kind = found(&self.kinds, field)?;
                    let tensor = tensor(framework, kind)
                        .with_context(|| format!("inputs have no tensors of the kind {kind}"))?;
                    parameters.push(format!("a{place}: &{tensor}"));
                    arguments.push(format!("a{place}"));
                }
                let path = path(framework, name);
                let _ = write!(
                    out,
                    "pub fn call_{}({}) -> impl Sized {{\n    {path}({})\n}}\n\n",
                    path.replace("::", "_"),
                    parameters.join(", "),
                    arguments.join(", ")
                );
            }
        }
        Ok(())
    }

    fn manifest(&self, name: &str) -> Result<String> {
        let mut out = format!(
            "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n"
        );
        if name == "agnostic_crate" {
            let _ = writeln!(
                out,
                "eagerpy = {{ path = {:?}, default-features = false, features = {:?} }}",
                workspace()?,
                self.frameworks
            );
        } else {
            let line = requirement(&self.benches_manifest, "candle-nn")?;
            let _ = writeln!(out, "candle-nn = {line}");
        }
        for framework in &self.frameworks {
            let name = if *framework == "candle" {
                "candle-core"
            } else {
                framework
            };
            let line = requirement(&self.workspace_manifest, name)?;
            let _ = writeln!(out, "{name} = {line}");
        }
        Ok(out)
    }
}

fn found<'a>(list: &'a BTreeMap<String, String>, name: &str) -> Result<&'a String> {
    list.get(name)
        .with_context(|| format!("the sources of the benchmark have no `{name}`"))
}

fn tensor(framework: &str, kind: &str) -> Option<&'static str> {
    Some(match (framework, kind) {
        ("candle", _) => "candle_core::Tensor",
        ("tch", _) => "tch::Tensor",
        (_, "V") => "ndarray::Array1<f32>",
        (_, "M") => "ndarray::Array2<f32>",
        (_, "I") => "ndarray::Array4<f32>",
        (_, "L") => "ndarray::Array1<i64>",
        _ => return None,
    })
}

/// What stands behind `name =` in a manifest.
fn requirement<'a>(manifest: &'a str, name: &str) -> Result<&'a str> {
    let of_line = |line: &'a str| {
        let (left, right) = line.split_once('=')?;
        (left.trim() == name).then_some(right.trim())
    };
    let found = manifest.lines().find_map(of_line);
    found.with_context(|| format!("no manifest says which {name}"))
}

/// `axpy` of `pub fn axpy(…`.
fn name(item: &str) -> Option<String> {
    let (_, rest) = item.split_once("pub fn ")?;
    Some(rest.split(['(', '<']).next()?.to_owned())
}

/// The functions under the macro that writes them with two attributes: blocks with empty lines between them.
fn read_agnostic(text: &str) -> BTreeMap<String, String> {
    text.split("\n\n")
        .filter(|block| block.contains("$(#[$agnostic])*"))
        .filter_map(|block| {
            // The last one stands before the end of the macro.
            let block = block.split("\n    };").next()?;
            Some((
                name(block)?,
                block.replace("$(#[$agnostic])*", "#[agnostic]"),
            ))
        })
        .collect()
}

fn read_by_hand(text: &str) -> ByHand {
    let blocks = text.split("\n\n").map(str::trim);
    let head = |block: &&str| ["use ", "type "].iter().any(|word| block.starts_with(word));
    ByHand {
        head: blocks.clone().filter(head).collect::<Vec<_>>().join("\n\n"),
        functions: blocks
            .filter_map(|block| Some((name(block)?, block.to_owned())))
            .collect(),
    }
}

/// The list of chains: `axpy(x, y) moves 3.0;`
fn read_calls(text: &str) -> Vec<(String, Vec<String>)> {
    let list = text
        .split_once("\nchains! {\n")
        .map_or("", |(_, rest)| rest);
    list.lines()
        .take_while(|line| *line != "}")
        .filter_map(|line| {
            let (name, rest) = line.trim().split_once('(')?;
            let (fields, _) = rest.split_once(')')?;
            let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
            let fields = fields.split(", ").map(str::to_owned).collect();
            plain.then(|| (name.to_owned(), fields))
        })
        .collect()
}

/// The fields of the inputs: `pub x: V,`
fn read_kinds(text: &str) -> BTreeMap<String, String> {
    let field = |line: &str| {
        let rest = line.trim().strip_prefix("pub ")?.strip_suffix(',')?;
        let (name, kind) = rest.split_once(": ")?;
        Some((name.to_owned(), kind.to_owned()))
    };
    text.lines().filter_map(field).collect()
}

// ---------------------------------------------------------------------------------- compiling

#[derive(Clone, Copy)]
enum Way {
    Check,
    Build,
}

/// A written crate.
struct Written<'a> {
    name: &'static str,
    folder: PathBuf,
    libtorch: Option<&'a Libtorch>,
    lines: usize,
}

impl<'a> Written<'a> {
    fn new(
        folder: &Path,
        name: &'static str,
        sources: &Sources,
        libtorch: Option<&'a Libtorch>,
    ) -> Result<Written<'a>> {
        let folder = folder.join(name);
        let text = match name {
            "agnostic_crate" => sources.agnostic_crate()?,
            _ => sources.by_hand_crate()?,
        };
        std::fs::create_dir_all(folder.join("src"))?;
        std::fs::write(folder.join("Cargo.toml"), sources.manifest(name)?)?;
        // The versions that the workspace has: nothing is asked of a registry.
        std::fs::copy(workspace()?.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        std::fs::write(folder.join("src/lib.rs"), text)?;
        Ok(Written {
            name,
            folder,
            libtorch,
            lines,
        })
    }

    fn command(&self, words: &[&str]) -> Program {
        let mut cargo = Program::cargo();
        cargo
            .args(words)
            .arg("--manifest-path")
            .arg(self.folder.join("Cargo.toml"))
            .env("CARGO_TARGET_DIR", self.folder.with_file_name("target"))
            .env("CARGO_NET_OFFLINE", "true")
            // Or else rustc looks up what it made of the same text before.
            .env("CARGO_INCREMENTAL", "0")
            // rustc tells its times only where unstable features are allowed: for these two crates alone. It is the same
            // in all runs, since build scripts of other crates look at it, and would have them built anew.
            .env("RUSTC_BOOTSTRAP", CRATES.join(","));
        if let Some(libtorch) = self.libtorch {
            libtorch.apply(&mut cargo);
        }
        cargo
    }

    fn cargo(&self, way: Way) -> Program {
        self.command(match way {
            Way::Check => &["check", "-q"],
            Way::Build => &["build", "-q"],
        })
    }

    /// Cargo runs rustc only for what has changed.
    fn touch(&self) -> Result<()> {
        let source = self.folder.join("src/lib.rs");
        let text = std::fs::read_to_string(&source)?;
        Ok(std::fs::write(&source, text)?)
    }

    fn compile(&self, way: Way) -> Result<Duration> {
        self.touch()?;
        let start = Instant::now();
        let output = self.cargo(way).output()?;
        let time = start.elapsed();
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            bail!("{} does not compile: {text}", self.name);
        }
        Ok(time)
    }

    /// A run of rustc with an unstable option.
    fn rustc(&self, way: Way, option: &str) -> Result<std::process::Output> {
        self.touch()?;
        let profile = match way {
            Way::Check => "check",
            Way::Build => "dev",
        };
        let mut cargo = self.command(&["rustc", "-q", "--profile", profile]);
        cargo.args(["--", option]);
        cargo.output()
    }

    /// Lines of the crate when all macros are expanded, as rustc prints it.
    fn expanded(&self) -> Result<usize> {
        let output = self.rustc(Way::Check, "-Zunpretty=expanded")?;
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() || text.is_empty() {
            bail!("this rustc does not print what macros come to");
        }
        Ok(text.lines().filter(|line| !line.trim().is_empty()).count())
    }

    /// Where rustc's time goes: seconds of each pass, which may lie in each other, and of the whole; medians.
    fn passes(&self, way: Way, rounds: usize) -> Result<Vec<(String, f64)>> {
        let mut all: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for _ in 0..rounds {
            let output = self.rustc(way, "-Ztime-passes")?;
            let text = String::from_utf8_lossy(&output.stderr);
            for (pass, time) in text.lines().filter_map(read_pass) {
                all.entry(pass.to_owned())
                    .or_default()
                    .push(time.as_secs_f64());
            }
        }
        if all.is_empty() {
            bail!("this rustc does not tell its times");
        }
        let median = |(pass, mut times): (String, Vec<f64>)| {
            times.sort_by(f64::total_cmp);
            Some((pass, times.get(times.len() / 2).copied()?))
        };
        Ok(all.into_iter().filter_map(median).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_its_forms() -> Result<()> {
        let sources = Sources::read(true)?;
        let (ours, by_hand) = (sources.agnostic_crate()?, sources.by_hand_crate()?);
        assert_eq!(ours.matches("#[agnostic]").count(), FUNCTIONS);
        for text in [ours, by_hand] {
            assert_eq!(text.matches("pub fn call_").count(), 3 * FUNCTIONS);
        }
        Ok(())
    }

    #[test]
    fn requirements_are_found() -> Result<()> {
        let manifest = "[a]\nx-y = \"1\"\nx = { version = \"2\" }\n";
        assert_eq!(requirement(manifest, "x")?, "{ version = \"2\" }");
        assert!(requirement(manifest, "y").is_err());
        Ok(())
    }
}
