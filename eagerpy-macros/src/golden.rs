//! Goldens: what every stage makes of a function, kept as text.
//!
//! A case is a folder `golden/<case>` with the function in `input.rs`, behind the types and functions that it names, and beside it
//! what the stages made of it. A change of the compiler shows there as a difference that a person can read and judge;
//! `BLESS=1 cargo test -p eagerpy-macros golden` takes it.
//!
//! | file | what it shows |
//! |---|---|
//! | `1.ast` | the signature, as `syntax` reads it |
//! | `2.hir` | the typed program: the type of every expression |
//! | `3.ir` | values and instructions |
//! | `4.ir` | the same, without the derivatives in it |
//! | `4.<product>.ir` | the functions that come with the gradient |
//! | `5.ir`, `5.<product>.ir` | the same after the passes that make them faster, where these do something |
//! | `6.<backend>.rs` | the functions that are written for a backend |
//! | `6.types.rs` | the native types of the structs and enums that stand before the function |
//! | `6.method.rs` | the method of the native type, where the function is one |
//! | `6.editor.rs` | the copy that editors read |

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use eagerpy_runtime::registry::BACKENDS;
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;

use crate::args::{self, Marker, Options, Target};
use crate::diag::Diagnostics;
use crate::messages::{Others, known};
use crate::syntax::{DimSpec, Function, Type};
use crate::{check, emit, ir, opt, origin, syntax};

/// The folder of the cases.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

/// All cases, in order.
pub fn cases() -> Vec<PathBuf> {
    let mut cases: Vec<PathBuf> = match fs::read_dir(folder()) {
        Ok(entries) => entries
            .flatten()
            .map(|e| e.path())
            .filter(|p| p.is_dir())
            .collect(),
        Err(_) => Vec::new(),
    };
    cases.sort();
    cases
}

/// A case's function without its attribute, and the attribute's options.
pub fn input(case: &Path) -> Result<(TokenStream, TokenStream), String> {
    let input = read(case)?;
    Ok((input.options, input.function.into_token_stream()))
}

/// What a case holds.
struct Input {
    options: TokenStream,
    /// The last function or method.
    function: syn::ItemFn,
    /// The structs and enums before it.
    types: Vec<syn::Item>,
    /// What the function may name.
    others: Others,
}

fn read(case: &Path) -> Result<Input, String> {
    let path = case.join("input.rs");
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(&path).map_err(|error| wrong(&error))?;
    let file = syn::parse_file(&text).map_err(|error| wrong(&error))?;
    let others = known(&file);
    let (mut types, mut function) = (Vec::new(), None);
    for mut item in file.items {
        match &mut item {
            syn::Item::Struct(item) => drop(take(&mut item.attrs)),
            syn::Item::Enum(item) => drop(take(&mut item.attrs)),
            syn::Item::Fn(item) => function = Some(item.clone()),
            syn::Item::Impl(block) => {
                let written = take(&mut block.attrs).unwrap_or_default();
                let options = args::read(written.clone(), &mut Diagnostics::default());
                let links = syntax::links::Links::answered(&others);
                let tokens = block.to_token_stream();
                let members = block.items.drain(..).map(syntax::Member::Whole).collect();
                let methods =
                    emit::methods::split(block, members, links, &options, &written, &tokens);
                let methods: syn::File = syn::parse2(methods).map_err(|error| wrong(&error))?;
                for item in methods.items {
                    if let syn::Item::Fn(method) = item {
                        function = Some(method);
                    }
                }
            }
            syn::Item::Mod(_) => {}
            _ => return Err(wrong(&"neither a function nor a type")),
        }
        if let syn::Item::Struct(_) | syn::Item::Enum(_) = item {
            types.push(item);
        }
    }
    let mut function = function.ok_or_else(|| wrong(&"no function"))?;
    let options = take(&mut function.attrs).ok_or_else(|| wrong(&"no `#[agnostic]`"))?;
    Ok(Input {
        options,
        function,
        types,
        others,
    })
}

/// Takes the attribute off; gives its options.
fn take(attrs: &mut Vec<syn::Attribute>) -> Option<TokenStream> {
    let ours = |attr: &syn::Attribute| {
        let last = attr.path().segments.last();
        last.is_some_and(|s| s.ident == "agnostic")
    };
    let place = attrs.iter().position(ours)?;
    Some(match attrs.remove(place).meta {
        syn::Meta::List(list) => list.tokens,
        _ => TokenStream::new(),
    })
}

/// What the stages make of a case: file names and texts.
fn stages(case: &Path) -> Result<Vec<(String, String)>, String> {
    made(case).map(|(files, _)| files)
}

/// All that is emitted for a case, formatted.
pub fn emitted(case: &Path) -> Result<String, String> {
    made(case).map(|(_, emitted)| unparsed(emitted.items))
}

fn made(case: &Path) -> Result<(Vec<(String, String)>, syn::File), String> {
    let input = read(case)?;
    let mut diagnostics = Diagnostics::default();
    let read = args::read(input.options.clone(), &mut diagnostics);
    // All backends, whatever this build has: a golden does not depend on features.
    let targets = BACKENDS.iter().map(|info| Target {
        name: Ident::new(info.name, Span::call_site()),
        marker: Marker::Ours(Ident::new(info.marker, Span::call_site())),
        erased: info.erased,
    });
    let options = Options {
        targets: targets.collect(),
        ..read
    };
    let mut out = Vec::new();
    if !input.types.is_empty() {
        out.push(("6.types.rs".to_owned(), types(&input, &options)?));
    }
    let mut links = syntax::links::Links::answered(&input.others);
    let original = input.function.clone();
    let mut function = syntax::read(input.function, &mut links, &mut diagnostics);
    function.targets = options.targets.iter().map(|t| t.name.to_string()).collect();
    let body = check::check(&function, &mut links, &mut diagnostics);
    if let Some(errors) = diagnostics.barrier() {
        return Err(format!("{}: does not compile: {errors}", case.display()));
    }
    out.push(("1.ast".to_owned(), signature(&function)));
    out.push(("2.hir".to_owned(), check::print::print(&body)));
    let ir = ir::lower(&function, body);
    ir::verify(&ir)?;
    out.push(("3.ir".to_owned(), ir::print::print(&function, &ir)));
    let copy = emit::editor::copy(&function, &options.krate, &mut links, None);
    let plain = crate::grad::plain(&original, &function, &ir, &mut links, &mut diagnostics)?;
    if let Some(errors) = diagnostics.barrier() {
        return Err(format!("{}: has no gradient: {errors}", case.display()));
    }
    let (function, mut ir) = match plain {
        Some(plain) => {
            let text = ir::print::print(&plain.function, &plain.ir);
            out.push(("4.ir".to_owned(), text));
            (plain.function, plain.ir)
        }
        None => (function, ir),
    };
    let derived = crate::grad::derive(&function, &ir, &options, &mut links, &mut diagnostics);
    if let Some(errors) = diagnostics.barrier() {
        return Err(format!("{}: has no gradient: {errors}", case.display()));
    }
    for (name, program, fast) in derived.programs {
        if fast != program {
            out.push((format!("5.{name}.ir"), fast));
        }
        out.push((format!("4.{name}.ir"), program));
    }
    let before = ir::print::print(&function, &ir);
    opt::optimise(&mut ir, &options);
    ir::verify(&ir)?;
    let fast = ir::print::print(&function, &ir);
    if fast != before {
        out.push(("5.ir".to_owned(), fast));
    }
    let emitted: syn::File = syn::parse2(emit::emit(&function, &options, &ir, &derived.items))
        .map_err(|e| format!("emitted code does not parse: {e}"))?;
    for target in &options.targets {
        let text = bindings(&emitted, &target.name)
            .ok_or_else(|| format!("{}: no function for {}", case.display(), target.name))?;
        out.push((format!("6.{}.rs", target.name), text));
    }
    if function.method.is_some() {
        let methods = |item: &&syn::Item| matches!(item, syn::Item::Impl(_));
        let methods = emitted.items.iter().filter(methods).cloned().collect();
        out.push(("6.method.rs".to_owned(), unparsed(methods)));
    }
    let copy: syn::File =
        syn::parse2(copy).map_err(|e| format!("the copy for editors does not parse: {e}"))?;
    // There are functions that have none.
    if let Some(text) = editor(&copy) {
        out.push(("6.editor.rs".to_owned(), text));
    }
    Ok((out, emitted))
}

/// What is written for the structs and enums, formatted.
fn types(input: &Input, options: &Options) -> Result<String, String> {
    let mut items = Vec::new();
    for item in &input.types {
        let mut diagnostics = Diagnostics::default();
        let mut links = syntax::links::Links::answered(&input.others);
        let adt = syntax::adt::Adt::read(item, &mut links, &mut diagnostics);
        let written = emit::adt(item, adt, &links, options, diagnostics);
        let text = written.to_string();
        let written: syn::File =
            syn::parse2(written).map_err(|e| format!("a type does not parse: {e}: {text}"))?;
        // Not the macro by which others ask for it: its name has a number in it that no text should keep.
        items.extend(written.items.into_iter().filter(|item| {
            matches!(
                item,
                syn::Item::Struct(_) | syn::Item::Enum(_) | syn::Item::Impl(_)
            )
        }));
    }
    Ok(unparsed(items))
}

/// The function in the copy for editors, formatted.
fn editor(copy: &syn::File) -> Option<String> {
    let syn::Expr::Block(block) = copy.items.iter().find_map(|item| match item {
        syn::Item::Const(item) => Some(&*item.expr),
        _ => None,
    })?
    else {
        return None;
    };
    let items = block.block.stmts.iter().filter_map(|stmt| match stmt {
        syn::Stmt::Item(item @ syn::Item::Fn(_)) => Some(item.clone()),
        _ => None,
    });
    Some(unparsed(items.collect()))
}

/// The signature, a line per dimension and parameter.
fn signature(function: &Function) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "fn {}", function.name());
    let dims: Vec<&str> = function.dims.iter().map(|d| d.name.as_str()).collect();
    if !dims.is_empty() {
        let _ = writeln!(out, "  dims {}", dims.join(" "));
    }
    for param in &function.params {
        let mutable = if param.mutable { "mut " } else { "" };
        let _ = writeln!(
            out,
            "  {mutable}{}: {}",
            param.name,
            shown(&param.ty, &dims)
        );
    }
    let _ = writeln!(out, "  -> {}", shown(&function.result, &dims));
    out
}

fn shown(ty: &Type, names: &[&str]) -> String {
    match ty {
        Type::Host(ty) => format!("host {}", origin::source_text(&ty.to_token_stream())),
        Type::Unknown => "unknown".to_owned(),
        Type::List { element, .. } => format!("list of {}", shown(element, names)),
        Type::Option(inner) => format!("optional {}", shown(inner, names)),
        Type::Struct(ty) => origin::type_text(&ty.written.to_token_stream()),
        Type::Fn(ty) => origin::type_text(&ty.written.to_token_stream()),
        Type::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(|p| shown(p, names)).collect();
            format!("({})", parts.join(", "))
        }
        Type::Tensor(tensor) => {
            let elem = tensor.dtype.map_or("float", |d| d.name());
            let dims = match &tensor.dims {
                None => "..".to_owned(),
                Some(dims) => {
                    let dims: Vec<String> = dims
                        .iter()
                        .map(|dim| match dim {
                            DimSpec::Named(place) => {
                                names.get(*place).copied().unwrap_or("?").to_owned()
                            }
                            DimSpec::Size(n) => n.to_string(),
                            DimSpec::Computed(dim) => {
                                let names: Vec<String> =
                                    names.iter().map(|n| (*n).to_owned()).collect();
                                format!("{{{}}}", dim.show(&names))
                            }
                            DimSpec::Lead(place) => {
                                let name = place.and_then(|place| names.get(place));
                                format!("{}..", name.copied().unwrap_or("_"))
                            }
                            DimSpec::Any => "_".to_owned(),
                        })
                        .collect();
                    dims.join(", ")
                }
            };
            format!("tensor {elem}[{dims}]")
        }
    }
}

/// One backend's functions, formatted: the one that users call, and the one behind it.
fn bindings(file: &syn::File, name: &Ident) -> Option<String> {
    let module = file.items.iter().find_map(|item| match item {
        syn::Item::Mod(module) => module.content.as_ref(),
        _ => None,
    })?;
    let inner = format!("__{name}");
    let items: Vec<syn::Item> = module
        .1
        .iter()
        .filter(|item| matches!(item, syn::Item::Fn(function) if function.sig.ident == *name || function.sig.ident == inner))
        .cloned()
        .map(without_cfg)
        .collect();
    (!items.is_empty()).then(|| unparsed(items))
}

fn unparsed(items: Vec<syn::Item>) -> String {
    prettyplease::unparse(&syn::File {
        shebang: None,
        frontmatter: None,
        attrs: Vec::new(),
        items,
    })
}

/// A function without what hides its body from editors: it is the same everywhere.
fn without_cfg(mut item: syn::Item) -> syn::Item {
    if let syn::Item::Fn(function) = &mut item
        && let Some(syn::Stmt::Expr(syn::Expr::Block(body), _)) = function.block.stmts.first()
        && body.attrs.iter().any(|a| a.path().is_ident("cfg"))
    {
        *function.block = body.block.clone();
    }
    item
}

/// Lines that were and are, the common start and end left out.
fn difference(was: &str, is: &str) -> String {
    let (was, is): (Vec<&str>, Vec<&str>) = (was.lines().collect(), is.lines().collect());
    let start = was.iter().zip(&is).take_while(|(a, b)| a == b).count();
    let rest = was.len().min(is.len()) - start;
    let end = was
        .iter()
        .rev()
        .zip(is.iter().rev())
        .take(rest)
        .take_while(|(a, b)| a == b)
        .count();
    let mut out = String::new();
    // Two lines around, to find the place by.
    for line in was.iter().take(start).skip(start.saturating_sub(2)) {
        let _ = writeln!(out, "      {line}");
    }
    for (sign, lines) in [('-', &was), ('+', &is)] {
        for line in lines.iter().take(lines.len() - end).skip(start) {
            let _ = writeln!(out, "    {sign} {line}");
        }
    }
    for line in was.iter().skip(was.len() - end).take(2) {
        let _ = writeln!(out, "      {line}");
    }
    out
}

#[test]
fn golden() {
    let bless = std::env::var_os("BLESS").is_some_and(|v| v == "1");
    let cases = cases();
    assert!(
        cases.len() >= 12,
        "only {} cases in {}",
        cases.len(),
        folder().display()
    );
    let mut wrong = String::new();
    for case in &cases {
        let made = match stages(case) {
            Ok(made) => made,
            Err(error) => {
                let _ = writeln!(wrong, "{error}");
                continue;
            }
        };
        for (file, is) in &made {
            let path = case.join(file);
            let was = fs::read_to_string(&path).unwrap_or_default();
            if was == *is {
                continue;
            }
            if bless {
                if let Err(error) = fs::write(&path, is) {
                    let _ = writeln!(wrong, "{}: {error}", path.display());
                }
            } else {
                let _ = writeln!(wrong, "{}:\n{}", path.display(), difference(&was, is));
            }
        }
        // A file that no stage makes any more would be trusted for nothing.
        for entry in fs::read_dir(case).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name != "input.rs" && !made.iter().any(|(file, _)| *file == name) {
                let _ = writeln!(
                    wrong,
                    "{}: no stage makes this file",
                    entry.path().display()
                );
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "\n{wrong}\n`BLESS=1 cargo test -p eagerpy-macros golden` takes what is marked `+`."
    );
}

#[test]
fn differences_show_what_changed() {
    assert_eq!(
        difference("a\nb\nc\nd\n", "a\nx\nc\nd\n"),
        "      a\n    - b\n    + x\n      c\n      d\n"
    );
    assert_eq!(difference("", "a\n"), "    + a\n");
}
