//! The mended examples of `docs/errors`, a module each, as one file that `tests/pages.rs` compiles.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new("../docs/errors");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut pages: Vec<PathBuf> = fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    pages.sort();
    let mut out = String::new();
    let mut names = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page)?;
        let name = page.file_stem().unwrap_or_default().to_string_lossy();
        if let Some((_, section)) = text.split_once("\n## Mended\n")
            && let Some((_, rest)) = section.split_once("```rust\n")
            && let Some((code, _)) = rest.split_once("```")
        {
            let module = name.to_lowercase();
            let _ = writeln!(
                out,
                "mod {module} {{\n    use eagerpy::agnostic;\n\n{code}}}\n"
            );
            names.push(module);
        }
    }
    let _ = writeln!(out, "const PAGES: &[&str] = &{names:?};");
    let to = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(to.join("pages.rs"), out)
}
