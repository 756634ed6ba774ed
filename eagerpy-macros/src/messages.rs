//! What messages say, held to what is so: the pages of `docs/errors`, the tables of foreign words, and
//! help lines, which are applied.

use std::collections::BTreeSet;
use std::collections::HashMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use eagerpy_runtime::registry::BACKENDS;
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;

use crate::args::{self, Marker, Options, Target};
use crate::diag::{Code, Diagnostics, foreign};
use crate::{check, driver, emit, ir, opt, syntax};

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

/// Items that another may name, by name.
pub type Others = Rc<HashMap<String, String>>;

fn compile(text: &str, emitted: bool) -> Result<Vec<String>, String> {
    compile_among(text, emitted, &Rc::default())
}

/// The same of an item among others, which it may name.
fn compile_among(text: &str, emitted: bool, others: &Others) -> Result<Vec<String>, String> {
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
        let item = item.to_token_stream();
        return Ok(printed(driver::compile_answered(options, item, others)));
    };
    let before = before_answers(item.clone(), &options, others);
    let mut links = syntax::links::Links::answered(others);
    let original = item.clone();
    let function = syntax::read(item, &mut links, &mut diagnostics);
    let body = check::check(&function, &mut links, &mut diagnostics);
    let texts = diagnostics.texts();
    if let Some(alarm) = before.iter().find(|told| !texts.contains(told)) {
        return Err(format!("a false alarm before the answers: {alarm}\n{text}"));
    }
    if diagnostics.barrier().is_some() {
        return Ok(diagnostics.texts());
    }
    // Of most of these programs there is nothing to be seen behind the barrier.
    if !emitted && read.grad.is_none() && !text.contains("grad") {
        return Ok(Vec::new());
    }
    let ir = ir::lower(&function, body);
    ir::verify(&ir)?;
    let plain = crate::grad::plain(&original, &function, &ir, &mut links, &mut diagnostics)?;
    if diagnostics.barrier().is_some() {
        return Ok(diagnostics.texts());
    }
    let (function, mut ir) = match plain {
        Some(plain) => (plain.function, plain.ir),
        None => (function, ir),
    };
    let targets = BACKENDS.iter().map(|info| Target {
        name: Ident::new(info.name, Span::call_site()),
        marker: Marker::Ours(Ident::new(info.marker, Span::call_site())),
        erased: info.erased,
    });
    let options = Options {
        targets: targets.collect(),
        ..read
    };
    let derived = crate::grad::derive(&function, &ir, &options, &mut links, &mut diagnostics);
    if diagnostics.barrier().is_some() {
        return Ok(diagnostics.texts());
    }
    opt::optimise(&mut ir, &options);
    ir::verify(&ir)?;
    syn::parse2::<syn::File>(emit::emit(&function, &options, &ir, &derived.items))
        .map_err(|error| format!("{error}: the output does not parse:\n{text}"))?;
    Ok(Vec::new())
}

/// What is told before the signatures of other functions are known, where some are asked for.
fn before_answers(item: syn::ItemFn, options: &TokenStream, others: &Others) -> Vec<String> {
    let mut diagnostics = Diagnostics::default();
    let _ = args::read(options.clone(), &mut diagnostics);
    let is_struct = |name: &&String| name.starts_with(char::is_uppercase);
    let structs = others.iter().filter(|(name, _)| is_struct(name));
    let structs = structs.map(|(name, text)| (name.clone(), text.clone()));
    let mut links = syntax::links::Links::answered_if_there(&Rc::new(structs.collect()));
    let function = syntax::read(item, &mut links, &mut diagnostics);
    let _ = check::check(&function, &mut links, &mut diagnostics);
    match links.wanted() {
        [] => Vec::new(),
        _ => diagnostics.texts(),
    }
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
pub fn code(line: &str) -> Vec<String> {
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
    if ["&", "|", "^", "_", "println!"].contains(&code)
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
    for table in [
        foreign::WORDS,
        foreign::FIELDS,
        foreign::NEEDLESS,
        foreign::BUILTINS,
    ] {
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

// ---------------------------------------------------------------------------------- help lines

/// Does a piece of code in a help line read as something that stands in a program?
fn reads(code: &str) -> bool {
    // What is left out stands for any expression.
    let code = code.replace('…', "_");
    let code = match code.strip_prefix('.') {
        Some(rest) if !rest.starts_with('.') => format!("x.{rest}"),
        _ => code,
    };
    let parses = |text: &str| {
        syn::parse_str::<syn::Expr>(text).is_ok()
            || syn::parse_str::<syn::Type>(text).is_ok()
            || syn::parse_str::<syn::Block>(&format!("{{ {text} }}")).is_ok()
    };
    let sign = [
        "&",
        "|",
        "^",
        "*",
        "+",
        "-",
        "==",
        ";",
        "println!",
        "#[agnostic]",
        "else",
        "fn",
        "for",
        "if",
        "if let",
        "impl",
        "let",
        "let mut",
        "loop",
        "match",
        "mut",
        "return",
    ];
    sign.contains(&code.as_str())
        || parses(&code)
        // A statement without its end, a result, an item of `s![…]`, an option of the attribute.
        || parses(&format!("{code};"))
        || parses(&format!("{code} = 0;"))
        // The head of a loop or of a branch, a label, a generic parameter.
        || parses(&format!("{code} {{}}"))
        || syn::parse_str::<syn::Lifetime>(&code).is_ok()
        || syn::parse_str::<syn::GenericParam>(&code).is_ok()
        || code.strip_prefix("-> ").is_some_and(parses)
        // The head of an arm.
        || code.strip_suffix(" =>").is_some_and(|pat| parses(&format!("match x {{ {pat} => 0 }}")))
        || code.split_once(';').is_some_and(|(range, step)| parses(range) && parses(step))
        || code.strip_prefix("crate = ").is_some_and(parses)
}

/// The help lines of our own messages in what rustc prints: its own begin without a space.
pub fn told_helps(printed: &str) -> impl Iterator<Item = &str> {
    printed
        .lines()
        .filter_map(|line| line.strip_prefix(' ')?.trim().strip_prefix("help: "))
}

/// The help lines of the rejected programs.
fn helps() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui-tests/tests/ui");
    let files = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect()
    };
    let mut out = Vec::new();
    for folder in files(&root) {
        for path in files(&folder) {
            if path.extension().is_some_and(|e| e == "stderr") {
                let text = fs::read_to_string(&path).unwrap_or_default();
                out.extend(told_helps(&text).map(|help| (path.clone(), help.to_owned())));
            }
        }
    }
    out
}

#[test]
fn code_in_help_lines_reads() {
    let helps = helps();
    assert!(helps.len() > 100, "{}", helps.len());
    let mut wrong = Vec::new();
    for (path, help) in helps {
        if help.matches('`').count() % 2 != 0 {
            wrong.push(format!("{}: {help}", path.display()));
        }
        for code in code(&help) {
            if !reads(&code) {
                wrong.push(format!("{}: `{code}`", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A mistake in an expression, and the code of its help line, which is put in place of a part of it.
struct Mended {
    params: &'static str,
    wrong: &'static str,
    part: &'static str,
    right: &'static str,
}

/// The help line has the whole expression.
const fn mended(params: &'static str, wrong: &'static str, right: &'static str) -> Mended {
    mended_in(params, wrong, wrong, right)
}

/// The help line has this part of the expression.
const fn mended_in(
    params: &'static str,
    wrong: &'static str,
    part: &'static str,
    right: &'static str,
) -> Mended {
    Mended {
        params,
        wrong,
        part,
        right,
    }
}

const FLOATS: &str = "x: &Tensor<_, N, D>, y: &Tensor<_, N, D>, w: &Tensor<_, D, K>, v: &Tensor<_, N>, \
    mask: &Tensor<bool, N, D>, labels: &Tensor<i64, N>, k: usize";
const FIXED: &str =
    "x: &Tensor<f32, N>, d: &Tensor<f64, N>, n: &Tensor<i64, N>, m: &Tensor<i32, N>";

const MENDED: &[Mended] = &[
    // Element types.
    mended(FLOATS, "x.argmax().sqrt()", "x.argmax().astype(_).sqrt()"),
    mended(FLOATS, "labels.mean()", "labels.astype(_).mean()"),
    mended(FLOATS, "(labels + 1).exp()", "(labels + 1).astype(_).exp()"),
    mended(FIXED, "n.mean()", "n.astype(f32).mean()"),
    mended(FIXED, "n / 2", "n.astype(f32) / 2"),
    mended(FIXED, "n / m", "n.astype(f32) / m.astype(f32)"),
    mended(FIXED, "x + d", "x + d.astype(f32)"),
    mended(FIXED, "n * x", "n.astype(f32) * x"),
    mended(FIXED, "n + m", "n + m.astype(i64)"),
    mended(
        FIXED,
        "concatenate([x, d])",
        "concatenate([x, d.astype(f32)])",
    ),
    mended(FIXED, "n * 0.5", "n.astype(f32) * 0.5"),
    mended(FIXED, "where_(n, x, 0.0)", "where_(n != 0, x, 0.0)"),
    mended(FIXED, "!x", "!(x > 0.0)"),
    mended(FIXED, "n & m", "n & m.astype(i64)"),
    mended_in(FIXED, "x * true", "true", "1.0"),
    mended(FLOATS, "mask + 1", "mask.astype(i64) + 1"),
    mended(FLOATS, "mask == 1", "mask.astype(i64) == 1"),
    mended(FLOATS, "mask * x", "mask.astype(_) * x"),
    mended(FLOATS, "1.0 - mask", "1.0 - mask.astype(_)"),
    mended_in(
        FLOATS,
        "0.5 * !mask * x",
        "0.5 * !mask",
        "0.5 * (!mask).astype(_)",
    ),
    mended(FLOATS, "x.take(v)", "x.take(v.astype(i64))"),
    mended(FLOATS, "x.crossentropy(v)", "x.crossentropy(v.astype(i64))"),
    mended(FLOATS, "x as f64", "x.astype(f64)"),
    mended(
        FLOATS,
        "uniform((2, 3), seed = 1, dtype = i64)",
        "uniform((2, 3), seed = 1, dtype = f32).astype(i64)",
    ),
    // Shapes.
    mended_in(
        FLOATS,
        "x - x.mean(axis = 1)",
        "x.mean(axis = 1)",
        "x.mean(axis = 1, keepdims = true)",
    ),
    mended(FLOATS, "x * v", "x * v.expand_dims(axis = -1)"),
    mended(FLOATS, "x.matmul(y)", "x.matmul(y.transpose())"),
    mended(FLOATS, "w.matmul(x)", "x.matmul(w)"),
    mended(FLOATS, "x.dot(w)", "x.matmul(w)"),
    mended(FLOATS, "x.squeeze(1)", "x[(.., 0)]"),
    mended(FLOATS, "x.matmul(x.sum())", "x * x.sum()"),
    mended(
        FLOATS,
        "concatenate([x, x.matmul(w)])",
        "concatenate([x, x.matmul(w)], axis = 1)",
    ),
    mended_in(FLOATS, "x.outer(v)", "x", "x[0]"),
    // Arguments.
    mended_in(FLOATS, "x.sum(dim = 1)", "dim = 1", "axis = 1"),
    mended_in(
        FLOATS,
        "x.sum(axes = (0, 1))",
        "axes = (0, 1)",
        "axis = (0, 1)",
    ),
    mended_in(
        FLOATS,
        "x.var(unbiased = true)",
        "unbiased = true",
        "correction = 1.0",
    ),
    mended(FLOATS, "x.reshape(D, N)", "x.reshape((D, N))"),
    mended(FLOATS, "x.transpose(0, 1)", "x.swapaxes(0, 1)"),
    mended(FLOATS, "x.swapaxes(0)", "x.swapaxes(0, axis2 = 1)"),
    mended(FLOATS, "uniform((N, 3))", "uniform((N, 3), seed = 1)"),
    mended(FLOATS, "stack(x)", "stack([x])"),
    mended_in(FLOATS, "x.sum(axis = 1.0)", "1.0", "1"),
    mended_in(
        FLOATS,
        "x.sum(keepdims = 1)",
        "keepdims = 1",
        "keepdims = true",
    ),
    mended_in(FLOATS, "x.astype(float64)", "float64", "f64"),
    mended_in(FLOATS, "x.astype(torch::int64)", "torch::int64", "i64"),
    mended_in(
        FLOATS,
        "x.pad(((1, 1), (0, 0)), mode = \"mirror\")",
        "mode = \"mirror\"",
        "mode = \"reflect\"",
    ),
    mended(FLOATS, "ones(2, 3)", "ones((2, 3))"),
    mended_in(FLOATS, "x[0.5]", "0.5", "0.5 as i64"),
    mended(FLOATS, "x[None]", "x[(NewAxis, ..)]"),
    // Names.
    mended(FLOATS, "x.sotfmax(axis = 0)", "x.softmax(axis = 0)"),
    mended(FLOATS, "labels.sqqrt()", "labels.astype(_).sqrt()"),
    mended(FLOATS, "x.norm(2, 1)", "x.l2(axis = 1)"),
    mended(FLOATS, "x.norm()", "x.l2()"),
    mended(FLOATS, "x.unsqueeze(dim = 0)", "x.expand_dims(axis = 0)"),
    mended(FLOATS, "x.view(-1)", "x.reshape(-1)"),
    mended(FLOATS, "x.permute(1, 0)", "x.transpose(axes = (1, 0))"),
    mended(FLOATS, "x.T", "x.transpose()"),
    mended(FLOATS, "x.t()", "x.transpose()"),
    mended(FLOATS, "(x + 1.0).t()", "(x + 1.0).transpose()"),
    mended(FLOATS, "x.masked_select(mask)", "x[mask]"),
    mended(FLOATS, "x.sum_axis(Axis(0))", "x.sum(axis = 0)"),
    mended(FLOATS, "x.mean_axis(ndarray::Axis(1))", "x.mean(axis = 1)"),
    mended(
        FLOATS,
        "x.broadcast_add(v.expand_dims(axis = 1))",
        "x + v.expand_dims(axis = 1)",
    ),
    mended(FLOATS, "x.affine(2.0, 1.0)", "x * 2.0 + 1.0"),
    mended(FLOATS, "x.reduce_sum(axis = 0)", "x.sum(axis = 0)"),
    mended(FLOATS, "x.add_(y)", "x.add(y)"),
    mended(FLOATS, "x.to_dtype(DType::F64)", "x.astype(f64)"),
    mended(
        FLOATS,
        "x.max_keepdim(0)",
        "x.max(axis = 0, keepdims = true)",
    ),
    mended(FLOATS, "x ** 2", "x.pow(2)"),
    mended(FLOATS, "x.slice(s![.., 1..])", "x[s![.., 1..]]"),
    mended(FLOATS, "x.zeros_like", "x.zeros_like()"),
    mended(FLOATS, "torch::relu(x)", "x.relu()"),
    mended(
        FLOATS,
        "torch::cat([x, y], dim = 1)",
        "concatenate([x, y], axis = 1)",
    ),
    mended(
        FLOATS,
        "np::sum(x, axis = 0, keepdims = true)",
        "x.sum(axis = 0, keepdims = true)",
    ),
    mended(FLOATS, "np::dot(x, w)", "x.matmul(w)"),
    mended(FLOATS, "jnp::clip(x, a_min = 0.0)", "x.clip(min = 0.0)"),
    mended(FLOATS, "tf::reduce_mean(x, 1)", "x.mean(axis = 1)"),
    mended(FLOATS, "tf::cast(x, tf::float64)", "x.astype(f64)"),
    mended(FLOATS, "tf::concat([x, y], 1)", "concatenate([x, y], 1)"),
    mended(
        FLOATS,
        "F::log_softmax(x, dim = 1)",
        "x.log_softmax(axis = 1)",
    ),
    mended(
        FLOATS,
        "nn::functional::one_hot(labels, 3)",
        "labels.one_hot(3)",
    ),
    mended(
        FLOATS,
        "F::cross_entropy(x, labels)",
        "x.crossentropy(labels)",
    ),
    mended(FLOATS, "candle_nn::ops::softmax(x, 1)", "x.softmax(1)"),
    mended(FLOATS, "vstack([x, y])", "concatenate([x, y], axis = 0)"),
    mended(FLOATS, "np::zeros((2, 3))", "zeros((2, 3))"),
    mended(FLOATS, "torch::randn(2, 3)", "normal((2, 3), seed = 1)"),
    mended(FLOATS, "x.concatenate([x, y])", "concatenate([x, y])"),
    mended_in(FLOATS, "x * np::pi", "np::pi", "std::f64::consts::PI"),
    mended_in(FLOATS, "x.sum(keepdims = True)", "True", "true"),
    mended(FLOATS, "stack(x, y)", "stack([x, y])"),
    mended(
        FLOATS,
        "concatenate(x, y, axis = 1)",
        "concatenate([x, y], axis = 1)",
    ),
    mended(FLOATS, "x.sum::<f32>()", "x.sum()"),
    mended(FLOATS, "f64::sqrt(x)", "x.sqrt()"),
    mended(FLOATS, "Tensor::zeros((2, 3))", "zeros((2, 3))"),
    mended_in(FLOATS, "x.max(0.0)", ".max(0.0)", ".maximum(0.0)"),
    mended_in(
        FLOATS,
        "x[(0..4).step_by(2)]",
        "(0..4).step_by(2)",
        "s![0..4;2]",
    ),
    mended(FLOATS, "mean((x, y))", "stack([x, y])"),
    mended(FLOATS, "x.all_close(y)", "((x - y).abs() < 1e-6).all()"),
];

#[test]
fn help_lines_compile_when_they_are_applied() {
    assert!(MENDED.len() > 60);
    let mut wrong = Vec::new();
    for case in MENDED {
        let body = |value: &str| format!("fn f({}) -> usize {{ let _ = {value}; 0 }}", case.params);
        let messages = match told(&body(case.wrong)) {
            Ok(messages) => messages,
            Err(error) => {
                wrong.push(error);
                continue;
            }
        };
        let says = messages
            .iter()
            .filter_map(|message| message.rsplit_once("help: "))
            .any(|(_, help)| code(help).iter().any(|code| code == case.right));
        if !says {
            wrong.push(format!(
                "{}: no `{}` in {messages:#?}",
                case.wrong, case.right
            ));
            continue;
        }
        let text = case.wrong.replacen(case.part, case.right, 1);
        match told(&body(&text)).as_deref() {
            Ok([]) => {}
            other => wrong.push(format!("{}: `{text}` gives {other:?}", case.wrong)),
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

// ---------------------------------------------------------------------------------- no false alarm

/// What the items of a file may name of each other: signatures, structs with their methods, and enums.
pub fn known(file: &syn::File) -> Others {
    #[derive(Default)]
    struct Known {
        items: HashMap<String, String>,
        methods: Vec<(Ident, syn::ItemFn)>,
    }
    impl Known {
        fn add(&mut self, of: &Ident, tokens: &dyn ToTokens) {
            let known = self.items.entry(of.to_string()).or_default();
            known.push_str(&format!(" {}", tokens.to_token_stream()));
        }
        /// A struct or an enum, and what it leaves for the `impl` beside it.
        fn add_fields(&mut self, of: &Ident, attrs: &[syn::Attribute], item: &dyn ToTokens) {
            if is_agnostic(attrs) {
                self.add(of, item);
                let mark = has_methods(attrs).then(|| quote::quote!(#[methods]));
                let item = item.to_token_stream();
                let of = Ident::new(&format!("agnostic_{of}"), of.span());
                self.add(&of, &quote::quote!(#mark #item));
            }
        }
    }
    impl<'a> syn::visit::Visit<'a> for Known {
        fn visit_item_fn(&mut self, function: &'a syn::ItemFn) {
            if is_agnostic(&function.attrs) {
                let (mark, sig) = (marks(&function.attrs), &function.sig);
                self.add(&function.sig.ident, &quote::quote!(#mark #sig));
            }
            syn::visit::visit_item_fn(self, function);
        }
        fn visit_item_struct(&mut self, item: &'a syn::ItemStruct) {
            self.add_fields(&item.ident, &item.attrs, item);
        }
        fn visit_item_enum(&mut self, item: &'a syn::ItemEnum) {
            self.add_fields(&item.ident, &item.attrs, item);
        }
        fn visit_item_impl(&mut self, block: &'a syn::ItemImpl) {
            for (of, mut method) in methods_of(block) {
                let marks = marks(&method.attrs);
                let other = |a: &syn::Attribute| {
                    !a.path().is_ident("doc") && !a.path().is_ident("agnostic")
                };
                method.attrs.retain(other);
                let marks = syn::parse::Parser::parse2(syn::Attribute::parse_outer, marks);
                method.attrs.extend(marks.unwrap_or_default());
                method.block.stmts.clear();
                self.methods.push((of, method));
            }
        }
    }
    let mut known = Known::default();
    syn::visit::Visit::visit_file(&mut known, file);
    // The methods may stand before the struct, which says whether it has any.
    for (of, method) in std::mem::take(&mut known.methods) {
        let fields = known.items.get(&format!("agnostic_{of}"));
        if fields.is_some_and(|fields| fields.contains("methods]")) {
            known.add(&of, &method);
        }
    }
    Rc::new(known.items)
}

/// What a function's options say before its signature.
fn marks(attrs: &[syn::Attribute]) -> TokenStream {
    let ours = attrs.iter().find(|a| a.path().is_ident("agnostic"));
    let options = match ours.map(|attr| &attr.meta) {
        Some(syn::Meta::List(list)) => list.tokens.clone(),
        _ => TokenStream::new(),
    };
    emit::marks(&args::read(options, &mut Diagnostics::default()))
}

fn is_agnostic(attrs: &[syn::Attribute]) -> bool {
    let mut names = attrs.iter().filter_map(|a| a.path().segments.last());
    names.any(|last| last.ident == "agnostic")
}

/// Does a struct say that it has methods?
fn has_methods(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| match &attr.meta {
        syn::Meta::List(list) => list.tokens.to_string().contains("methods"),
        _ => false,
    })
}

/// The agnostic methods of an `impl`, as functions, each with the name of what it is of.
fn methods_of(block: &syn::ItemImpl) -> Vec<(Ident, syn::ItemFn)> {
    let syn::Type::Path(of) = &*block.self_ty else {
        return Vec::new();
    };
    match of.path.segments.last() {
        Some(of) if is_agnostic(&block.attrs) => {
            // What is switched off need not be right.
            let there =
                |method: &syn::ItemFn| !method.attrs.iter().any(|a| a.path().is_ident("cfg"));
            let methods = crate::emit::methods::functions(block).into_iter();
            methods
                .filter(there)
                .map(|method| (of.ident.clone(), method))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Every agnostic function in a file, as text, and what they may name.
fn functions_in(path: &Path) -> (Vec<String>, Others) {
    #[derive(Default)]
    struct Functions(Vec<String>);
    impl<'a> syn::visit::Visit<'a> for Functions {
        fn visit_item_fn(&mut self, function: &'a syn::ItemFn) {
            let has = |name| function.attrs.iter().any(|a| a.path().is_ident(name));
            // What is switched off need not be right.
            if has("agnostic") && !has("cfg") {
                self.0.push(function.to_token_stream().to_string());
            }
            syn::visit::visit_item_fn(self, function);
        }
        fn visit_item_impl(&mut self, block: &'a syn::ItemImpl) {
            let methods = methods_of(block).into_iter();
            self.0
                .extend(methods.map(|(_, method)| method.to_token_stream().to_string()));
        }
    }
    let text = fs::read_to_string(path).unwrap_or_default();
    let Ok(file) = syn::parse_file(&text) else {
        return Default::default();
    };
    let mut functions = Functions::default();
    syn::visit::Visit::visit_file(&mut functions, &file);
    (functions.0, known(&file))
}

fn rust_files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        // What is refused stands in the other folders of `ui`.
        if path.is_dir()
            && (path.ends_with("pass") || path.parent().is_none_or(|p| !p.ends_with("ui")))
        {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

#[test]
fn programs_of_this_workspace_have_no_mistakes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["tests", "examples", "benches", "ui-tests/tests/ui"] {
        rust_files(&root.join(folder), &mut files);
    }
    let mut count = 0;
    let mut wrong = Vec::new();
    for path in files {
        let (functions, others) = functions_in(&path);
        for function in functions {
            count += 1;
            match compile_among(&function, false, &others).as_deref() {
                Ok([]) => {}
                other => wrong.push(format!("{}: {other:#?}\n{function}", path.display())),
            }
        }
    }
    assert!(count > 100, "{count}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
