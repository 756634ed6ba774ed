//! What messages say, held to what is so: the pages of `docs/errors`, the tables of foreign words, and
//! help lines, which are applied.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use eagerpy_runtime::registry::BACKENDS;
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;

use crate::args::{self, Marker, Options, Target};
use crate::diag::{Code, Diagnostics, foreign};
use crate::{check, driver, emit, ir, syntax};

/// The messages for a function with its attribute.
fn told(text: &str) -> Result<Vec<String>, String> {
    caught(text, false)
}

/// The same; without any, it is compiled to its end, for all backends, whatever this build has.
fn compiled(text: &str) -> Result<Vec<String>, String> {
    caught(text, true)
}

fn caught(text: &str, emitted: bool) -> Result<Vec<String>, String> {
    let run = || compile(text, emitted);
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| format!("the compiler panics at\n{text}"))?
}

fn compile(text: &str, emitted: bool) -> Result<Vec<String>, String> {
    let mut item: syn::Item =
        syn::parse_str(text).map_err(|error| format!("{error}: cannot be read:\n{text}"))?;
    let attrs = match &mut item {
        syn::Item::Fn(function) => &mut function.attrs,
        syn::Item::Struct(item) => &mut item.attrs,
        _ => return Err(format!("neither a function nor a struct:\n{text}")),
    };
    let place = attrs.iter().position(|a| a.path().is_ident("agnostic"));
    let attr = place.map(|place| attrs.remove(place));
    let options = match attr.map(|attr| attr.meta) {
        Some(syn::Meta::List(list)) => list.tokens,
        _ => TokenStream::new(),
    };
    let mut diagnostics = Diagnostics::default();
    let read = args::read(options.clone(), &mut diagnostics);
    let syn::Item::Fn(item) = item else {
        return Ok(printed(driver::compile(options, item.to_token_stream())));
    };
    let function = syntax::read(item, &mut diagnostics);
    let body = check::check(&function, &mut diagnostics);
    if diagnostics.barrier().is_some() {
        return Ok(diagnostics.texts());
    }
    // Of most of these programs there is nothing to be seen behind the barrier.
    if !emitted {
        return Ok(Vec::new());
    }
    let ir = ir::lower(&function, body);
    ir::verify(&ir)?;
    let targets = BACKENDS.iter().map(|info| Target {
        name: Ident::new(info.name, Span::call_site()),
        marker: Marker::Ours(Ident::new(info.marker, Span::call_site())),
        erased: info.erased,
    });
    let options = Options {
        targets: targets.collect(),
        ..read
    };
    syn::parse2::<syn::File>(emit::emit(&function, &options, &ir))
        .map_err(|error| format!("{error}: the output does not parse:\n{text}"))?;
    Ok(Vec::new())
}

/// The texts of the `compile_error!`s in an output.
fn printed(output: TokenStream) -> Vec<String> {
    let Ok(file) = syn::parse2::<syn::File>(output) else {
        return Vec::new();
    };
    file.items
        .iter()
        .filter_map(|item| match item {
            syn::Item::Macro(mac) => mac.mac.parse_body::<syn::LitStr>().ok(),
            _ => None,
        })
        .map(|text| text.value())
        .collect()
}

// ---------------------------------------------------------------------------------- foreign words

/// Everything that the tables' code may name.
const AROUND: &str = "x: &Tensor<_, N, D>, y: &Tensor<_, N, D>, a: &Tensor<_, N, N>, w: &Tensor<_, D, K>, \
    b: &Tensor<_, K>, v: &Tensor<_, N>, u: &Tensor<_, N>, mask: &Tensor<bool, N, D>, rows: &Tensor<i64, N, D>, \
    indices: &Tensor<i64, N>, columns: &Tensor<i64, N>, labels: &Tensor<i64, N>, i: usize";

/// The code in a line: what stands between backticks.
fn code(line: &str) -> Vec<String> {
    line.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// Is there no mistake in this code, where a tensor, a word of the vocabulary or a type may stand?
fn sound(code: &str) -> Result<(), String> {
    let word = syn::parse_str::<Ident>(code).is_ok();
    if word {
        let known = eagerpy_runtime::ops::OpInfo::find(code).is_some()
            || ["true", "false", "NewAxis", "Ellipsis"].contains(&code)
            || syntax::dtype_names().contains(&code);
        return if known {
            Ok(())
        } else {
            Err(format!("`{code}` is no operation"))
        };
    }
    if ["&", "|", "^", "_", "true", "false"].contains(&code)
        || code.starts_with("Tensor<") && syn::parse_str::<syn::Type>(code).is_ok()
    {
        return Ok(());
    }
    let text = format!("fn f({AROUND}) -> usize {{ let _ = {code}; 0 }}");
    match told(&text)?.as_slice() {
        [] => Ok(()),
        wrong => Err(format!("`{code}`: {}", wrong.join("\n"))),
    }
}

#[test]
fn foreign_words_are_sorted_and_foreign() {
    for (name, table) in foreign::TABLES {
        for pair in table.windows(2) {
            assert!(
                pair[0] < pair[1],
                "{name}: {:?} before {:?}",
                pair[0],
                pair[1]
            );
        }
    }
    let known: Vec<&str> = foreign::WORDS
        .iter()
        .map(|(theirs, _)| *theirs)
        .filter(|theirs| eagerpy_runtime::ops::OpInfo::find(theirs).is_some())
        .collect();
    assert!(
        known.is_empty(),
        "{known:?} are operations now: take them out of `WORDS`"
    );
}

#[test]
fn foreign_keywords_mean_ours() {
    let params = || eagerpy_runtime::ops::TABLE.iter().flat_map(|op| op.params);
    for (theirs, ours) in foreign::KEYWORDS {
        assert!(
            params().any(|p| p.name == *ours),
            "{theirs}: no operation has `{ours}`"
        );
    }
    for (theirs, ours) in foreign::DTYPES {
        assert!(syntax::dtype_names().contains(ours), "{theirs}: {ours}");
    }
}

#[test]
fn code_for_foreign_words_compiles() {
    let mut wrong = Vec::new();
    let mut pieces = 0;
    for table in [foreign::WORDS, foreign::FIELDS, foreign::NEEDLESS] {
        for (theirs, line) in table {
            assert!(line.matches('`').count() % 2 == 0, "{theirs}: {line}");
            for code in code(&foreign::fill(line, &foreign::Spoken::default())) {
                pieces += 1;
                let code = match code.strip_prefix('.') {
                    Some(rest) => format!("x.{rest}"),
                    None => code,
                };
                if let Err(error) = sound(&code) {
                    wrong.push(format!("{theirs}: {error}"));
                }
            }
        }
    }
    assert!(pieces > 200, "{pieces}");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

// ---------------------------------------------------------------------------------- pages

/// A page of `docs/errors`.
struct Page {
    path: PathBuf,
    text: String,
}

impl Page {
    fn of(code: Code) -> Page {
        let path = folder().join(format!("{}.md", code.name()));
        let text = fs::read_to_string(&path).unwrap_or_default();
        Page { path, text }
    }

    /// The one block of a language behind a heading.
    fn block(&self, heading: &str, language: &str) -> Result<&str, String> {
        let missing = || {
            format!(
                "{}: no `{language}` behind `{heading}`",
                self.path.display()
            )
        };
        let (_, rest) = self
            .text
            .split_once(&format!("\n## {heading}\n"))
            .ok_or_else(missing)?;
        let section = rest.split("\n## ").next().unwrap_or_default();
        let (_, rest) = section
            .split_once(&format!("```{language}\n"))
            .ok_or_else(missing)?;
        let (block, _) = rest.split_once("```").ok_or_else(missing)?;
        Ok(block)
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/errors")
}

fn bless() -> bool {
    std::env::var_os("BLESS").is_some_and(|v| v == "1")
}

/// Is this page as it should be? With `BLESS=1` the message is written anew.
fn check_page(code: Code) -> Result<(), String> {
    let page = Page::of(code);
    let title = format!("# {}: {}\n", code.name(), code.doc().trim_end_matches('.'));
    if !page.text.starts_with(&title) {
        return Err(format!(
            "{}: does not begin with {title}",
            page.path.display()
        ));
    }
    let messages = told(page.block("Refused", "rust")?)?;
    let prefix = format!("{}: ", code.name());
    if messages.is_empty() || !messages.iter().all(|m| m.starts_with(&prefix)) {
        return Err(format!("{prefix}the example gives {messages:?}"));
    }
    let message = messages.join("\n\n") + "\n";
    let quoted = page.block("Refused", "text")?;
    if quoted != message {
        if !bless() {
            return Err(format!(
                "{}: the message is\n{message}\nnot\n{quoted}\n`BLESS=1 cargo test -p eagerpy-macros pages` writes it",
                page.path.display()
            ));
        }
        let text = page.text.replacen(
            &format!("```text\n{quoted}```"),
            &format!("```text\n{message}```"),
            1,
        );
        fs::write(&page.path, text).map_err(|e| e.to_string())?;
    }
    match compiled(page.block("Mended", "rust")?)?.as_slice() {
        [] => Ok(()),
        wrong => Err(format!("{prefix}mended, it gives {wrong:?}")),
    }
}

#[test]
fn pages() {
    let wrong: Vec<String> = Code::ALL
        .iter()
        .filter_map(|code| check_page(*code).err())
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    // No page without a code.
    let names: BTreeSet<String> = fs::read_dir(folder())
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    let expected: BTreeSet<String> = Code::ALL
        .iter()
        .map(|code| format!("{}.md", code.name()))
        .chain(["README.md".to_owned()])
        .collect();
    assert_eq!(names, expected);
}

#[test]
fn list_of_pages() {
    let mut list = "\
# Errors

Every message begins with a code, `E207: …`. Its page says what the mistake is, with an example that gives it
and the example mended. Both are compiled by the tests, and the quoted message is the real one.

| code | mistake |
|---|---|
"
    .to_owned();
    for code in Code::ALL {
        let (name, doc) = (code.name(), code.doc().trim_end_matches('.'));
        list += &format!("| [{name}]({name}.md) | {doc} |\n");
    }
    let path = folder().join("README.md");
    if bless() {
        let _ = fs::write(&path, &list);
    }
    assert_eq!(
        fs::read_to_string(&path).unwrap_or_default(),
        list,
        "`BLESS=1 cargo test -p eagerpy-macros pages` writes the list"
    );
}
