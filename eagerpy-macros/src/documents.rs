//! What the pages of `docs` quote of the goldens is what the goldens say.
//!
//! A comment before a block of code names the file: `<!-- golden: linear_loss/3.ir -->`. Of a block marked
//! `<!-- golden: linear_loss, shortened -->` each piece between `…` and comments stands in what is emitted, in this
//! order; paths may be shorter. `BLESS=1 cargo test -p eagerpy-macros documents` takes the goldens' texts.

use std::fs;
use std::path::{Path, PathBuf};

use crate::golden;

const MARK: &str = "<!-- golden: ";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

/// A block that quotes.
struct Quote<'a> {
    /// What is quoted.
    of: &'a str,
    block: &'a str,
}

/// The quotes of a page; `Err` where a mark has no block behind it.
fn quotes(text: &str) -> Result<Vec<Quote<'_>>, String> {
    let mut out = Vec::new();
    for part in text.split(MARK).skip(1) {
        let quote = || {
            let (of, rest) = part.split_once(" -->\n")?;
            let rest = rest
                .strip_prefix("\n")
                .unwrap_or(rest)
                .strip_prefix("```")?;
            let (_, rest) = rest.split_once('\n')?;
            let (block, _) = rest.split_once("```\n")?;
            Some(Quote { of, block })
        };
        out.push(quote().ok_or_else(|| {
            let line = part.lines().next().unwrap_or_default();
            format!("no block behind `{MARK}{line}`")
        })?);
    }
    Ok(out)
}

/// Without the lines that document a binding.
fn undocumented(text: &str) -> String {
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("///["));
    lines.map(|line| format!("{line}\n")).collect()
}

/// A golden as a page quotes it.
fn quoted(of: &str) -> Result<String, String> {
    let path = golden::folder().join(of);
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(undocumented(&text))
}

/// Code without blanks, and without the parts of paths that a page leaves out.
fn bare(code: &str) -> String {
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    [
        "::eagerpy::__private::",
        "__rt::",
        "::core::result::Result::",
        "::eagerpy",
    ]
    .iter()
    .fold(code, |code, path| {
        let short = if *path == "::eagerpy" { "eagerpy" } else { "" };
        code.replace(path, short)
    })
    // Where a line is broken and where a list ends is the formatter's.
    .replace(",)", ")")
    .replace(",>", ">")
    .replace(",{", "{")
}

/// Does each piece of a shortened quote stand in what is emitted?
fn shortened(of: &str, block: &str) -> Result<(), String> {
    let emitted = golden::emitted(&golden::folder().join(of))?;
    let emitted = bare(&undocumented(&emitted));
    let mut rest = emitted.as_str();
    let lines: Vec<&str> = block
        .lines()
        .map(|line| {
            if line.trim().starts_with("// ") {
                "…"
            } else {
                line
            }
        })
        .collect();
    for piece in lines.join("\n").split('…') {
        let piece = bare(piece);
        match rest.split_once(piece.as_str()) {
            Some((_, behind)) => rest = behind,
            None => {
                let next: String = rest.chars().take(200).collect();
                return Err(format!("{of} has no\n{piece}\nfrom here on:\n{next}"));
            }
        }
    }
    Ok(())
}

fn page(path: &Path, text: &str, count: &mut usize) -> Result<String, String> {
    let mut blessed = text.to_owned();
    for Quote { of, block } in quotes(text)? {
        *count += 1;
        if let Some(case) = of.strip_suffix(", shortened") {
            shortened(case, block).map_err(|e| format!("{}: {e}", path.display()))?;
            continue;
        }
        let is = quoted(of)?;
        // A page may break the lines of code otherwise.
        let same = match of.ends_with(".rs") {
            true => bare(&is) == bare(block),
            false => is == block,
        };
        if !same {
            blessed = blessed.replacen(block, &is, 1);
        }
    }
    Ok(blessed)
}

#[test]
fn documents() {
    let bless = std::env::var_os("BLESS").is_some_and(|v| v == "1");
    let (mut count, mut wrong) = (0, Vec::new());
    let entries = fs::read_dir(folder()).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        if path.extension().is_none_or(|e| e != "md") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        match page(&path, &text, &mut count) {
            Ok(blessed) if blessed == text => {}
            Ok(blessed) if bless => fs::write(&path, blessed).unwrap_or_default(),
            Ok(blessed) => {
                let pairs = text.lines().zip(blessed.lines());
                let first = pairs.into_iter().find(|(was, is)| was != is);
                wrong.push(format!(
                    "{} is not what the goldens say, first of all {first:?}\n`BLESS=1 cargo test -p eagerpy-macros documents` takes their texts",
                    path.display()
                ));
            }
            Err(error) => wrong.push(error),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // The pages of a stage each, and what is around them.
    assert!(count >= 7, "{count} quotes");
}

#[test]
fn what_is_shortened_stands_there_in_order() {
    let good = "pub fn linear_loss<B, …>(…\n    // and so on\n    pub trait Binding: Backend { … }";
    assert_eq!(shortened("linear_loss", good), Ok(()));
    for wrong in [
        "pub fn linear_loss<B, …> no_such_word …",
        "pub trait Binding: Backend … pub fn linear_loss<B,",
    ] {
        assert!(shortened("linear_loss", wrong).is_err(), "{wrong}");
    }
}
