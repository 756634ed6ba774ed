//! The copies of functions that editors read, under the cfg that editors set: rustc has no error in them.
//!
//! A crate is written into the target folder, with every accepted program of `ui/pass` and every golden of the compiler,
//! and checked there. A copy without a type error is one in which every variable has its type.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the goldens name and do not have. Their modules have the attribute, too.
const NAMES: &str = "
#[macro_use]
extern crate eagerpy;

pub enum Failure {
    Low(f64),
    Other(String),
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Other(error.to_string())
    }
}
";

/// Copies with an error each, so that it is seen that copies are looked at: of a function, of one over a struct, of
/// methods, and of half-typed ones.
const WRONG: &str = "
use eagerpy::agnostic;

#[agnostic]
fn wrong(x: &Tensor<_, N>) -> Tensor<_, N> {
    x.not_in_a_function()
}

#[agnostic(methods)]
pub struct Layer<D, C> {
    pub w: Tensor<_, D, C>,
    pub name: String,
}

#[agnostic]
impl Layer<D, C> {
    fn whole(&self, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
        x.matmul(self.w).not_in_a_method()
    }
    fn half(&self) -> Tensor<_, C> {
        let y = ;
        self.w.sum(axis = 0).not_in_a_half_typed_method()
    }
}

#[agnostic]
fn of_a_struct(p: &Layer<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
    p.whole(x).not_in_what_a_method_gives() + p.w.sum(axis = 0).not_in_a_field()
}

#[agnostic]
fn half_typed(p: &Layer<_, D, C>) -> Tensor<_, D, C> {
    let y = ;
    p.w.not_in_a_half_typed_function()
}

#[agnostic]
fn doubled(v: &Tensor<_, N>) -> Tensor<_, N> {
    v * 2.0
}

#[agnostic]
fn iterate(f: impl Fn(&Tensor<_, N>) -> Tensor<_, N>, x: &Tensor<_, N>) -> Tensor<_, N> {
    f(f(x).not_in_what_a_closure_gives())
}

#[agnostic]
fn handed(x: &Tensor<_, N>, k: f64) -> Tensor<_, N> {
    let y = iterate(|v| v.not_in_a_closure() * k, x);
    iterate(doubled, y).not_in_what_is_given_by_name()
}

mod parts {
    use eagerpy::agnostic;

    #[agnostic(methods)]
    pub struct Scale<N> {
        pub k: Tensor<_, N>,
    }

    #[agnostic]
    impl Scale<N> {
        pub fn apply(&self, x: &Tensor<_, N>) -> Tensor<_, N> {
            x * self.k
        }
        pub fn twice(&self, x: &Tensor<_, N>) -> Tensor<_, N> {
            self.apply(x).not_in_what_another_method_gives()
        }
    }
}

#[agnostic]
fn of_another_module(all: &[parts::Scale<_, N>], x: &Tensor<_, N>) -> Tensor<_, N> {
    let y = all[0].apply(x).not_in_what_a_method_of_a_module_gives();
    for scale in all.iter() {
        y = scale.k.not_in_a_field_of_an_element();
    }
    y
}

#[agnostic]
pub enum Loss<C> {
    Squared,
    Huber { delta: Tensor<_, C> },
}

#[agnostic]
fn of_an_enum(loss: &Loss<_, C>, w: Option<&Tensor<_, C>>, x: &Tensor<_, C>) -> Tensor<_, C> {
    if let Some(w) = w {
        return w.not_in_an_option();
    }
    match loss {
        Loss::Squared => x,
        Loss::Huber { delta } => delta.not_in_a_variant(),
    }
}

fn main() {}
";

/// The methods that `WRONG` misses.
const MISSED: [&str; 14] = [
    "not_in_a_function",
    "not_in_a_method",
    "not_in_a_half_typed_method",
    "not_in_what_a_method_gives",
    "not_in_a_field",
    "not_in_a_half_typed_function",
    "not_in_what_a_closure_gives",
    "not_in_a_closure",
    "not_in_what_is_given_by_name",
    "not_in_what_another_method_gives",
    "not_in_what_a_method_of_a_module_gives",
    "not_in_a_field_of_an_element",
    "not_in_an_option",
    "not_in_a_variant",
];

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files in a folder, in order.
fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        entries.push(entry?.path());
    }
    entries.sort();
    Ok(entries)
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Writes the crate; gives the names of its programs. The goldens are its library.
fn write(into: &Path) -> std::io::Result<Vec<String>> {
    let workspace = folder().join("..").canonicalize()?;
    let versions = std::fs::read_to_string(workspace.join("Cargo.toml"))?;
    let ndarray = versions
        .lines()
        .find(|line| line.starts_with("ndarray = \""))
        .unwrap_or_default();
    let mut manifest = format!(
        "[package]\nname = \"editor-copies\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
         [dependencies]\n\
         eagerpy = {{ path = {workspace:?}, default-features = false, features = [\"ndarray\"] }}\n\
         {ndarray}\n"
    );
    let mut programs = Vec::new();
    for path in entries(&folder().join("tests/ui/pass"))? {
        if path.extension().is_some_and(|e| e == "rs") {
            let name = stem(&path);
            let _ = write!(manifest, "[[bin]]\nname = {name:?}\npath = {path:?}\n");
            programs.push(name);
        }
    }
    std::fs::create_dir_all(into.join("src/bin"))?;
    let mut goldens = NAMES.to_owned();
    for case in entries(&workspace.join("eagerpy-macros/golden"))? {
        if case.is_dir() {
            let text = std::fs::read_to_string(case.join("input.rs"))?;
            let _ = writeln!(goldens, "mod golden_{} {{\n{text}\n}}", stem(&case));
        }
    }
    std::fs::write(into.join("src/bin/wrong.rs"), WRONG)?;
    std::fs::write(into.join("src/lib.rs"), goldens)?;
    std::fs::write(into.join("Cargo.toml"), manifest)?;
    // The versions that the workspace has: nothing is asked of a registry.
    std::fs::copy(workspace.join("Cargo.lock"), into.join("Cargo.lock"))?;
    Ok(programs)
}

/// What `cargo check` says of the crate, under the cfg that rust-analyzer sets.
fn check(crate_folder: &Path, targets: &[&str]) -> std::io::Result<(bool, String)> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["check", "--offline", "--keep-going"])
        .args(targets)
        .current_dir(crate_folder)
        .env("CARGO_TARGET_DIR", crate_folder.join("target"))
        .env("RUSTFLAGS", "--cfg rust_analyzer")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok((output.status.success(), text))
}

#[test]
fn copies_for_editors_have_no_error() -> std::io::Result<()> {
    let crate_folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("editor");
    let programs = write(&crate_folder)?;
    assert!(programs.len() > 15, "{programs:?}");
    let mut targets = vec!["--lib"];
    for program in &programs {
        targets.extend(["--bin", program]);
    }
    let (_, text) = check(&crate_folder, &targets)?;
    let wrong: BTreeSet<&str> = text
        .lines()
        .filter(|line| line.starts_with("error: could not compile "))
        .filter_map(|line| line.split('"').nth(1))
        .collect();
    assert!(!text.contains("(lib) due to"), "{text}");
    assert!(wrong.is_empty(), "{wrong:?}: {text}");
    let (good, text) = check(&crate_folder, &["--bin", "wrong"])?;
    assert!(!good, "the copies are not compiled");
    for name in MISSED {
        let missed = format!("no method named `{name}` found for enum `eagerpy::Tensor`");
        assert!(text.contains(&missed), "no {name}: {text}");
    }
    Ok(())
}
