//! What the pages of `docs` quote of the goldens is what the goldens say.
//!
//! A comment before a block of code names the file: `<!-- golden: linear_loss/3.ir -->`. Of a block marked
//! `<!-- golden: linear_loss, shortened -->` each piece between `…` and comments stands in what is emitted, in this
//! order; paths may be shorter. `BLESS=1 cargo test -p eagerpy-macros documents` takes the goldens' texts.

use std::fs;
use std::path::{Path, PathBuf};

use syn::visit_mut::VisitMut;

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

/// What rustdoc sees of the documentation of an item: once for each place where it stands.
fn documentations(text: &str) -> usize {
    let input = "#[agnostic] pub fn other(x: &Tensor) -> Tensor { x } #[agnostic] struct P<N> { w: Tensor<_, N> }";
    let others = crate::messages::known(&syn::parse_str(input).unwrap());
    let mut output =
        crate::driver::compile_answered(Default::default(), text.parse().unwrap(), &others);
    let mut found = 0;
    // Methods, and halves of what has a `#[cfg(…)]` inside, are items that are expanded once more.
    loop {
        let mut file: syn::File = syn::parse2(output).unwrap();
        let mut again = Default::default();
        file.items.retain_mut(|item| {
            let attrs = match item {
                syn::Item::Fn(item) => &mut item.attrs,
                _ => return true,
            };
            let ours = |a: &syn::Attribute| {
                a.path()
                    .segments
                    .last()
                    .is_some_and(|s| s.ident == "agnostic")
            };
            let Some(place) = attrs.iter().position(ours) else {
                return true;
            };
            attrs.remove(place);
            if !attrs
                .iter()
                .any(|a| quote::quote!(#a).to_string().contains("not (off)"))
            {
                let item = quote::ToTokens::to_token_stream(item);
                again = crate::driver::compile_answered(Default::default(), item, &others);
            }
            false
        });
        WithoutEditors.visit_file_mut(&mut file);
        found += quote::quote!(#file).to_string().matches("EXAMPLE").count();
        if again.is_empty() {
            return found;
        }
        output = again;
    }
}

/// Takes out what rust-analyzer alone sees.
struct WithoutEditors;

impl VisitMut for WithoutEditors {
    fn visit_file_mut(&mut self, file: &mut syn::File) {
        file.items.retain(|item| {
            let copy = matches!(item, syn::Item::Const(item) if item.ident == "_");
            !copy
                || !quote::quote!(#item)
                    .to_string()
                    .contains("# [cfg (rust_analyzer)]")
        });
        syn::visit_mut::visit_file_mut(self, file);
    }

    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut module.content {
            items.retain(|item| {
                !matches!(item, syn::Item::Fn(item) if item.attrs.iter().any(|a| {
                    a.path().is_ident("cfg") && quote::quote!(#a).to_string().contains("rust_analyzer")
                }))
            });
        }
        syn::visit_mut::visit_item_mod_mut(self, module);
    }
}

#[test]
fn documentation_of_an_item_stands_in_one_place() {
    for item in [
        "/// EXAMPLE\npub fn f(x: &Tensor<_, N>) -> Tensor<_, N> { x }",
        "/// EXAMPLE\npub fn f(x: &Tensor) -> Tensor { other(x) }",
        "/// EXAMPLE\npub fn f(x: &Tensor) -> Tensor { #[cfg(off)] let y = x; x }",
        "/// EXAMPLE\npub struct Q<N> { w: Tensor<_, N> }",
        "pub struct Q<N> { #[doc = \"EXAMPLE\"] w: Tensor<_, N> }",
        "/// EXAMPLE\npub enum Q<N> { A(Tensor<_, N>), B }",
        "impl P<N> { /// EXAMPLE\npub fn f(&self, x: &Tensor<_, N>) -> Tensor<_, N> { x * self.w } }",
        "impl P<N> { /// EXAMPLE\npub fn of(x: &Tensor<_, N>) -> Self { Self { w: x } } }",
        // What does not compile keeps its documentation.
        "/// EXAMPLE\npub fn f(x: &Tensor<_, N>) -> Tensor<_, N> { x.no_such_operation() }",
    ] {
        assert_eq!(documentations(item), 1, "{item}");
    }
}
