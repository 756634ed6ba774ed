//! `cargo xtask ops`: what operations there are, and the page about them.
//!
//! In: the op table, the sources of the backends, and `eagerpy.txt`, which says what stands for each word of EagerPy.
//! Out: a list, a number, the words for which nothing stands, or `docs/ops.md`.

mod page;

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use eagerpy_runtime::ops::{OpInfo, TABLE};

/// EagerPy's vocabulary.
const EAGERPY: &str = include_str!("eagerpy.txt");

/// What is asked.
#[derive(Debug, PartialEq, Eq)]
pub enum Asked {
    /// Every operation, a line each.
    List,
    /// How many there are.
    Count,
    /// What a vocabulary has and this one lacks.
    Missing(String),
    /// The page, written anew.
    Docs,
}

/// Runs the command.
pub fn run(asked: &Asked) -> Result<ExitCode> {
    match asked {
        Asked::List => {
            for op in TABLE {
                let names: Vec<&str> = std::iter::once(op.name)
                    .chain(op.aliases.iter().copied())
                    .collect();
                let first = op.doc.first().map_or("", |line| line.trim());
                println!("{:<40} {first}", names.join(", "));
            }
        }
        Asked::Count => println!("{}", TABLE.len()),
        Asked::Missing(vocabulary) if vocabulary == "eagerpy" => {
            for word in missing()? {
                println!("{word}");
            }
        }
        Asked::Missing(other) => bail!("there is a list of `eagerpy`, and none of `{other}`"),
        Asked::Docs => {
            std::fs::write(page::path(), page::text()?)
                .with_context(|| page::path().display().to_string())?;
            println!("{}", page::path().display());
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// EagerPy's words for which nothing stands.
fn missing() -> Result<Vec<&'static str>> {
    let mut out = Vec::new();
    for line in EAGERPY
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let (word, here) = line.split_once(" = ").with_context(|| line.to_owned())?;
        match here.split_once(' ') {
            Some(("op", name)) if OpInfo::find(name).is_none() => out.push(word),
            Some(("op" | "said" | "not", _)) => {}
            _ => bail!("`{line}` says neither `op` nor `said` nor `not`"),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_eagerpy_is_missing() -> Result<()> {
        assert_eq!(missing()?, Vec::<&str>::new());
        assert!(EAGERPY.lines().count() > 180);
        Ok(())
    }

    #[test]
    fn no_name_stands_twice() {
        let mut names: Vec<&str> = TABLE
            .iter()
            .flat_map(|op| std::iter::once(op.name).chain(op.aliases.iter().copied()))
            .collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn the_readme_counts_right() -> Result<()> {
        let readme = std::fs::read_to_string(page::path().with_file_name("../README.md"))?;
        let counted = format!("[{} operations](docs/ops.md)", TABLE.len());
        assert!(readme.contains(&counted), "README.md: {counted}");
        Ok(())
    }

    #[test]
    fn the_page_is_what_the_table_says() -> Result<()> {
        let written = std::fs::read_to_string(page::path())?;
        assert!(
            written == page::text()?,
            "docs/ops.md is stale: `cargo xtask ops --docs` writes it"
        );
        Ok(())
    }
}
