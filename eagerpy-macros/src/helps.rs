//! Every help line of the rejected programs, applied: the code in it is put where a reader would put it, and the
//! program is compiled again. The mistake must be gone, and no other may come.
//!
//! A reader finds the place by likeness: `1.0 - done.astype(_)` goes where `1.0 - done` stands. So does this test: of
//! all expressions, types, patterns and arguments around the underlined one it takes the one most like the code. Where
//! that is not the way, [`BY_HAND`] says the change; what no change of the program can be made of stands in [`GENERAL`].

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::driver;
use crate::messages::{Others, code, known, told_helps};

/// A message about a program, and the place of what it underlines.
#[derive(Clone, Debug)]
struct Told {
    title: String,
    help: String,
    at: Range<usize>,
}

/// The messages that a program gets, item by item; of one item alone, if that is enough.
fn told(text: &str, only: Option<usize>) -> Result<Vec<Told>, String> {
    // What was read before is needed no more, and looking up a span goes through all of it.
    proc_macro2::extra::invalidate_current_thread_spans();
    let file = syn::parse_file(text).map_err(|error| format!("{error}: cannot be read"))?;
    let others = known(&file);
    let mut out = Vec::new();
    for (place, item) in file.items.into_iter().enumerate() {
        if only.is_none_or(|only| only == place) {
            let mut items = Agnostic::default();
            items.visit_item(&item);
            for item in items.0 {
                messages(item, &others, &mut out);
            }
        }
    }
    out.sort_by_key(|told| (told.at.start, told.at.end));
    // Both halves of an item with a `#[cfg(…)]` inside say it.
    out.dedup_by(|a, b| a.at == b.at && a.title == b.title);
    Ok(out)
}

/// What one item is told, by its expansion and those that it asks for.
fn messages(mut item: syn::Item, others: &Others, out: &mut Vec<Told>) {
    let attrs = match attrs(&mut item) {
        Some(attrs) => attrs,
        None => return,
    };
    let Some(place) = attrs.iter().position(is_ours) else {
        return;
    };
    let options = match attrs.remove(place).meta {
        syn::Meta::List(list) => list.tokens,
        _ => TokenStream::new(),
    };
    let output = driver::compile_as_built(options, item.to_token_stream(), others);
    errors_in(output.clone(), out);
    // Methods, and the halves of an item with a `#[cfg(…)]` inside.
    let Ok(file) = syn::parse2::<syn::File>(output) else {
        return;
    };
    for mut item in file.items {
        if self::attrs(&mut item).is_some_and(|attrs| attrs.iter().any(is_ours)) {
            messages(item, others, out);
        }
    }
}

fn is_ours(attr: &syn::Attribute) -> bool {
    let last = attr.path().segments.last();
    last.is_some_and(|s| s.ident == "agnostic")
}

fn attrs(item: &mut syn::Item) -> Option<&mut Vec<syn::Attribute>> {
    Some(match item {
        syn::Item::Fn(item) => &mut item.attrs,
        syn::Item::Struct(item) => &mut item.attrs,
        syn::Item::Enum(item) => &mut item.attrs,
        syn::Item::Impl(item) => &mut item.attrs,
        syn::Item::Const(item) => &mut item.attrs,
        syn::Item::Static(item) => &mut item.attrs,
        syn::Item::Type(item) => &mut item.attrs,
        syn::Item::Trait(item) => &mut item.attrs,
        syn::Item::Mod(item) => &mut item.attrs,
        _ => return None,
    })
}

/// The agnostic items of a program, wherever they stand.
#[derive(Default)]
struct Agnostic(Vec<syn::Item>);

impl Visit<'_> for Agnostic {
    fn visit_item(&mut self, item: &syn::Item) {
        let mut own = item.clone();
        if attrs(&mut own).is_some_and(|attrs| attrs.iter().any(is_ours)) {
            self.0.push(own);
        } else if let syn::Item::Impl(block) = item {
            // A method with the attribute of its own, which is a mistake.
            for item in &block.items {
                if let syn::ImplItem::Fn(method) = item
                    && method.attrs.iter().any(is_ours)
                    && let Ok(function) = syn::parse2(method.to_token_stream())
                {
                    self.0.push(syn::Item::Fn(function));
                }
            }
        } else {
            visit::visit_item(self, item);
        }
    }
}

/// The `compile_error!`s in an output.
fn errors_in(tokens: TokenStream, out: &mut Vec<Told>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |place: usize, word: &str| {
        tokens
            .get(place)
            .is_some_and(|token| token.to_string() == word)
    };
    for (place, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        let error = place >= 2 && is(place - 1, "!") && is(place - 2, "compile_error");
        if !error {
            errors_in(group.stream(), out);
            continue;
        }
        let Ok(text) = syn::parse2::<syn::LitStr>(group.stream()) else {
            continue;
        };
        let text = text.value();
        let (title, help) = text.rsplit_once("\n  help: ").unwrap_or((&text, ""));
        let bytes = |span: Span| span.byte_range();
        out.push(Told {
            title: title.to_owned(),
            help: help.to_owned(),
            at: bytes(tokens[place - 2].span()).start..bytes(group.span()).end,
        });
    }
}

/// The rejected programs, by name.
fn programs() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui-tests/tests/ui");
    let mut out = Vec::new();
    for folder in fs::read_dir(root).into_iter().flatten().flatten() {
        for file in fs::read_dir(folder.path()).into_iter().flatten().flatten() {
            let path = file.path();
            if path.extension().is_some_and(|e| e == "stderr")
                && let (Some(folder), Some(stem)) =
                    (folder.file_name().to_str(), path.file_stem().and_then(|s| s.to_str()))
                // Not Rust: nothing can be put into it.
                && folder != "broken"
            {
                out.push((format!("{folder}/{stem}"), path.with_extension("rs")));
            }
        }
    }
    out.sort();
    out
}

/// Places in a program where code of a help line may go: all, and those of single words.
#[derive(Default)]
struct Places {
    all: Vec<Range<usize>>,
    words: Vec<Range<usize>>,
}

impl Places {
    fn add(&mut self, node: &(impl Spanned + ?Sized)) {
        self.all.push(node.span().byte_range());
    }

    /// In macros: words, groups, and what stands between commas.
    fn tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for part in tokens.split(|token| matches!(token, TokenTree::Punct(p) if p.as_char() == ','))
        {
            if let (Some(first), Some(last)) = (part.first(), part.last()) {
                let (first, last) = (first.span().byte_range(), last.span().byte_range());
                self.all.push(first.start..last.end);
            }
        }
        for token in tokens {
            self.add(&token);
            if let TokenTree::Group(group) = token {
                self.tokens(group.stream());
            }
        }
    }
}

impl Visit<'_> for Places {
    fn visit_expr(&mut self, node: &syn::Expr) {
        self.add(node);
        visit::visit_expr(self, node);
    }
    fn visit_type(&mut self, node: &syn::Type) {
        self.add(node);
        visit::visit_type(self, node);
    }
    fn visit_pat(&mut self, node: &syn::Pat) {
        self.add(node);
        visit::visit_pat(self, node);
    }
    fn visit_stmt(&mut self, node: &syn::Stmt) {
        self.add(node);
        visit::visit_stmt(self, node);
    }
    fn visit_generic_argument(&mut self, node: &syn::GenericArgument) {
        self.add(node);
        visit::visit_generic_argument(self, node);
    }
    fn visit_return_type(&mut self, node: &syn::ReturnType) {
        self.add(node);
        visit::visit_return_type(self, node);
    }
    fn visit_field_value(&mut self, node: &syn::FieldValue) {
        self.add(node);
        visit::visit_field_value(self, node);
    }
    fn visit_meta(&mut self, node: &syn::Meta) {
        self.add(node);
        visit::visit_meta(self, node);
    }
    fn visit_ident(&mut self, node: &proc_macro2::Ident) {
        self.words.push(node.span().byte_range());
    }
    fn visit_lifetime(&mut self, node: &syn::Lifetime) {
        self.words.push(node.span().byte_range());
    }
    fn visit_token_stream(&mut self, node: &TokenStream) {
        self.tokens(node.clone());
    }
}

/// The tokens of a text, one by one.
fn words(text: &str) -> Vec<String> {
    fn flat(tokens: TokenStream, out: &mut Vec<String>) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => {
                    let text = group.to_string();
                    out.push(text.chars().take(1).collect());
                    flat(group.stream(), out);
                    out.push(text.chars().last().into_iter().collect());
                }
                other => out.push(other.to_string()),
            }
        }
    }
    let mut out = Vec::new();
    // What is left out stands for anything.
    let text = text.replace('…', "_");
    flat(text.parse().unwrap_or_default(), &mut out);
    out
}

/// How much a token says: a name or a number more than a bracket.
fn weight(word: &str) -> usize {
    match word.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '"' | '\'')) {
        true => 4,
        false => 1,
    }
}

/// How like two texts are, in thousandths: what stands in both, in order.
fn likeness(a: &[String], b: &[String]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for left in a {
        let mut before = 0;
        for (place, right) in b.iter().enumerate() {
            let above = row[place + 1];
            row[place + 1] = match left == right {
                true => before + weight(left),
                false => above.max(row[place]),
            };
            before = above;
        }
    }
    let common = row.last().copied().unwrap_or(0);
    let all: usize = a.iter().chain(b).map(|word| weight(word)).sum();
    2000 * common / all.max(1)
}

/// The place most like the code, among those around or in what is underlined. Of equal ones it is the underlined one,
/// else the smallest.
fn place_for(text: &str, at: &Range<usize>, code: &str) -> Option<Range<usize>> {
    let file = syn::parse_file(text).ok()?;
    let mut places = Places::default();
    places.visit_file(&file);
    let code = words(code);
    let mut all = places.all;
    if code.len() <= 2 {
        all.append(&mut places.words);
    }
    all.into_iter()
        .filter(|place| {
            (place.start <= at.start && at.end <= place.end)
                || (at.start <= place.start && place.end <= at.end)
        })
        .max_by_key(|place| {
            let like = likeness(&code, &words(&text[place.clone()]));
            (like, place == at, usize::MAX - place.len())
        })
}

/// The top-level item at a place.
fn item_at(text: &str, at: &Range<usize>) -> Option<usize> {
    let file = syn::parse_file(text).ok()?;
    file.items.iter().position(|item| {
        let range = item.span().byte_range();
        range.start <= at.start && at.end <= range.end
    })
}

/// Is a mistake gone, and has none come?
fn mends(before: &[Told], wrong: &Told, after: &str, item: Option<usize>) -> Result<(), String> {
    let after = told(after, item)?;
    let count = |list: &[Told], title: &str| list.iter().filter(|t| t.title == title).count();
    if count(&after, &wrong.title) >= count(before, &wrong.title) {
        return Err("the mistake is still there".to_owned());
    }
    for other in &after {
        if count(&after, &other.title) > count(before, &other.title) {
            return Err(format!(
                "then: {}\n        help: {}",
                other.title, other.help
            ));
        }
    }
    Ok(())
}

/// The code of a help line that is to be written. A word or a sign among others is only talked of.
fn applied(help: &str) -> Vec<String> {
    let mut pieces = code(help);
    let alone = help
        .strip_prefix("write `")
        .and_then(|rest| rest.strip_suffix('`'))
        .is_some_and(|rest| !rest.contains('`'));
    if !alone {
        pieces.retain(|piece| words(piece).len() > 1 && !piece.starts_with(['.', '\'']));
    }
    pieces
}

/// A change that a help line asks for, where likeness does not find the place: what is replaced, and by what.
struct ByHand {
    program: &'static str,
    code: &'static str,
    edits: &'static [(&'static str, &'static str)],
}

/// `#[agnostic(methods)]` before both structs, and the `impl` beside the second.
const METHODS_BESIDE: &[(&str, &str)] = &[
    (
        "#[agnostic]\npub struct Scale",
        "#[agnostic(methods)]\npub struct Scale",
    ),
    (
        "#[agnostic]\npub struct Plain",
        "#[agnostic(methods)]\npub struct Plain",
    ),
    ("mod away {\n    use eagerpy::agnostic;\n", ""),
    ("impl super::Plain", "impl Plain"),
    ("}\n\n#[agnostic]\nfn used", "\n#[agnostic]\nfn used"),
];

const BY_HAND: &[ByHand] = &[
    ByHand {
        program: "gradients/in_a_body_through_a_model",
        code: "impl Fn(&Tensor<f32, N, D>) -> Tensor<f32, N, C> + Differentiable",
        edits: &[
            ("C>,\n    x", "C> + Differentiable,\n    x"),
            ("C>,\n    x", "C> + Differentiable,\n    x"),
        ],
    },
    ByHand {
        program: "gradients/of_a_method",
        code: "#[agnostic(grad)]",
        edits: &[("    fn scaled", "    #[agnostic(grad)]\n    fn scaled")],
    },
    ByHand {
        program: "gradients/of_a_method",
        code: "fn(this: &Layer<_, D>, x: &Tensor<_, N, D>, dy: &Tensor<_, N, D>) -> (Layer<_, D>, Tensor<_, N, D>)",
        edits: &[
            (
                "Tensor<_, N, D> {\n    dy",
                "(Layer<_, D>, Tensor<_, N, D>) {\n    dy",
            ),
            (
                "dy * layer.w * x",
                "(Layer { w: (dy * x).sum(axis = 0) }, dy * layer.w)",
            ),
        ],
    },
    ByHand {
        program: "gradients/of_a_whole_impl",
        code: "#[agnostic(grad)]",
        edits: &[
            ("#[agnostic(grad(self))]\nimpl", "#[agnostic]\nimpl"),
            ("    fn energy", "    #[agnostic(grad)]\n    fn energy"),
        ],
    },
    ByHand {
        program: "gradients/of_a_whole_impl",
        code: "#[agnostic]",
        edits: &[("    #[agnostic]\n    fn", "    fn")],
    },
    ByHand {
        program: "gradients/order_two_through_a_model",
        code: "order = 2",
        edits: &[("grad(x), order = 2", "grad(x)")],
    },
    ByHand {
        program: "gradients/in_a_body_of_no_scalar",
        code: ".sum()",
        edits: &[("|x| x * 2.0", "|x| (x * 2.0).sum()")],
    },
    ByHand {
        program: "gradients/in_a_body_of_no_scalar",
        code: "value_aux_and_grad",
        edits: &[(
            "let (_, dx) = value_and_grad(|x| (x.sum(), x), x)",
            "let (_, _, dx) = value_aux_and_grad(|x| (x.sum(), x), x)",
        )],
    },
    ByHand {
        program: "gradients/in_a_body_of_no_scalar",
        code: "value_and_grad",
        edits: &[(
            "value_aux_and_grad(|x| x.sum(), x)",
            "value_and_grad(|x| x.sum(), x)",
        )],
    },
    ByHand {
        program: "gradients/in_a_body_of_what",
        code: "wrt = 1",
        edits: &[(".sum())(labels, x)", ".sum(), wrt = 1)(labels, x)")],
    },
    ByHand {
        program: "gradients/in_a_body_of_what",
        code: "grad(|x| …)(x)",
        edits: &[(
            "grad(|| ones([3], dtype = f32).sum())()",
            "grad(|x| x.sum())(ones([3], dtype = f32))",
        )],
    },
    ByHand {
        program: "gradients/called_without_gradient",
        code: "#[agnostic(grad)]",
        edits: &[("#[agnostic]\nfn layer", "#[agnostic(grad)]\nfn layer")],
    },
    ByHand {
        program: "gradients/rule_of_another_type",
        code: "fn(x: &Tensor<f32, N>, dy: &Tensor<f32, N>) -> Tensor<f32, N>",
        edits: &[
            ("dy: &Tensor<f64, N>", "dy: &Tensor<f32, N>"),
            ("dy.astype(f32)", "dy"),
        ],
    },
    ByHand {
        program: "gradients/rule_without_cotangent",
        code: "fn(x: &Tensor<f32, N>, dy: &Tensor<f32, N>) -> Tensor<f32, N>",
        edits: &[
            (
                "fn rule(x: &Tensor<f32, N>)",
                "fn rule(x: &Tensor<f32, N>, dy: &Tensor<f32, N>)",
            ),
            ("x.sigmoid()", "x.sigmoid() * dy"),
        ],
    },
    ByHand {
        program: "shapes/searchsorted_matrix",
        code: "x[0]",
        edits: &[("x.searchsorted", "x[0].searchsorted")],
    },
    ByHand {
        program: "shapes/searchsorted_matrix",
        code: "x.flatten()",
        edits: &[("x.searchsorted", "x.flatten().searchsorted")],
    },
    ByHand {
        program: "names/larger_of_two",
        code: ".minimum(y)",
        edits: &[("min(x, y)", "x.minimum(y)")],
    },
    ByHand {
        program: "names/missing_argument",
        code: "y = …",
        edits: &[("x.matmul()", "x.matmul(y = x.transpose())")],
    },
    ByHand {
        program: "containers/fields_of_a_variant",
        code: "Loss::Huber { delta }",
        edits: &[(
            "Loss::Huber(w)",
            "let delta = 0.5;\n    Loss::Huber { delta }",
        )],
    },
    ByHand {
        program: "control/let_else_goes_on",
        code: "return …",
        edits: &[("y = y * 2.0;", "return y.sum();")],
    },
    ByHand {
        program: "names/tuple_as_a_tensor",
        code: "let (a, b) = …;",
        edits: &[
            (
                "let y = x.topk(3).exp();",
                "let (a, b) = x.topk(3);\n    let y = a.exp();",
            ),
            ("x.topk(3) + 1.0", "let (a, b) = x.topk(3);\n    a + 1.0"),
        ],
    },
    ByHand {
        program: "names/positions_with_the_values",
        code: "let (a, b) = …;",
        edits: &[("let best = x.topk(1).values;", "let (a, b) = x.topk(1);")],
    },
    ByHand {
        program: "names/fields_of_a_tensor",
        code: "Tensor<f32>",
        edits: &[("x.dtype", "x")],
    },
    ByHand {
        program: "syntax/native_without_type",
        code: "let y: Tensor<_, N> = native! { … };",
        edits: &[("let y =", "let y: Tensor<_, N> =")],
    },
    ByHand {
        program: "syntax/closure_passed_to_host",
        code: "x.item()",
        edits: &[("(0..n).map(|i| x[i].item()).sum()", "x.item()")],
    },
    ByHand {
        program: "syntax/closure_passed_to_host",
        code: "x.dim(0)",
        edits: &[("(0..n).map(|i| x[i].item()).sum()", "x.dim(0) as f64")],
    },
    ByHand {
        program: "syntax/closure_passed_to_host",
        code: "x.shape()",
        edits: &[(
            "(0..n).map(|i| x[i].item()).sum()",
            "x.shape().len() as f64",
        )],
    },
    ByHand {
        program: "syntax/dimension_syntax",
        code: "Tensor<…>",
        edits: &[("Scalar<f32, N>", "Tensor<f32, N>")],
    },
    ByHand {
        program: "syntax/native_without_arm",
        code: "#[agnostic(backends(…))]",
        edits: &[("backends(ndarray)", "backends(candle)")],
    },
    ByHand {
        program: "types/branch_of_host_number",
        code: ".astype(…)",
        edits: &[("else { 1.0 }", "else { full(x.shape(), 1.0).astype(_) }")],
    },
    ByHand {
        program: "containers/pattern_of_an_option",
        code: "let Some(by) = …",
        edits: &[("let by = by", "let Some(by) = by")],
    },
    ByHand {
        program: "names/larger_of_two",
        code: ".maximum(0.0)",
        edits: &[(".max(0.0)", ".maximum(0.0)")],
    },
    ByHand {
        program: "names/update_without_value",
        code: "value = …",
        edits: &[("index_update(0)", "index_update(0, value = 1.0)")],
    },
    ByHand {
        program: "syntax/native_that_assigns",
        code: "x = native! { … };",
        edits: &[("y = y + 1.0;\n            y", "y + 1.0")],
    },
    ByHand {
        program: "syntax/tensor_in_format_string",
        code: "y.item()",
        edits: &[("println!(\"{y:?}\")", "println!(\"{:?}\", y.item())")],
    },
    ByHand {
        program: "syntax/tensor_in_format_string",
        code: "y.dim(0)",
        edits: &[("println!(\"{y:?}\")", "println!(\"{:?}\", y.dim(0))")],
    },
    ByHand {
        program: "syntax/tensor_in_format_string",
        code: "y.shape()",
        edits: &[("println!(\"{y:?}\")", "println!(\"{:?}\", y.shape())")],
    },
    ByHand {
        program: "types/result_of_a_result",
        code: "x.sum().item()",
        edits: &[(
            "return Err(x);",
            "return Err(Failure(x.sum().item().to_string()));",
        )],
    },
    ByHand {
        program: "types/tensor_condition",
        code: "where_(mask, a, b)",
        edits: &[(
            "if x > 0.0 { x.sqrt() } else { x }",
            "where_(x > 0.0, x.sqrt(), x)",
        )],
    },
    ByHand {
        program: "names/wrong_kind_of_argument",
        code: "x.sum().item()",
        edits: &[("x.sum(axis = x)", "x.sum(axis = x.sum().item() as i64)")],
    },
    ByHand {
        program: "syntax/tensor_by_value",
        code: "&",
        edits: &[(": Tensor", ": &Tensor")],
    },
    ByHand {
        program: "syntax/result_is_a_reference",
        code: "&",
        edits: &[("-> &Tensor", "-> Tensor")],
    },
    ByHand {
        program: "syntax/tensor_of_a_library",
        code: "&Tensor",
        edits: &[("&candle_core::Tensor", "&Tensor")],
    },
    ByHand {
        program: "syntax/tensor_of_a_library",
        code: "Tensor",
        edits: &[("-> candle_core::Tensor", "-> Tensor")],
    },
    ByHand {
        program: "types/branches_differ",
        code: ".astype(…)",
        edits: &[("x > 0.0 }", "(x > 0.0).astype(_) }")],
    },
    ByHand {
        program: "types/assign_changes_type",
        code: ".astype(…)",
        edits: &[("y = x > 0.0", "y = (x > 0.0).astype(f32)")],
    },
    ByHand {
        program: "containers/field_of_what_is_not_mut",
        code: "let mut out",
        edits: &[("let out", "let mut out")],
    },
    ByHand {
        program: "containers/field_of_what_is_not_mut",
        code: "let mut p = p;",
        edits: &[("let out = p;", "let mut p = p; let out = p;")],
    },
    ByHand {
        program: "containers/list_without_a_type",
        code: "let mut parts: Vec<Tensor> = Vec::new();",
        edits: &[(
            "let mut parts = Default::default();",
            "let mut parts: Vec<Tensor> = Vec::new();",
        )],
    },
    ByHand {
        program: "containers/methods_of_a_list",
        code: "for x in list.iter().skip(1)",
        edits: &[(
            "let part = xs[1..];",
            "let list = xs;\n    for x in list.iter().skip(1) { let y = x; }",
        )],
    },
    ByHand {
        program: "containers/methods_of_an_option",
        code: "if let Some(value) = bias",
        edits: &[
            (
                "bias.unwrap()",
                "(if let Some(value) = bias { value } else { x })",
            ),
            (
                "bias.sum()",
                "(if let Some(value) = bias { value } else { x })",
            ),
        ],
    },
    ByHand {
        program: "containers/methods_of_an_option",
        code: "bias.unwrap_or(…)",
        edits: &[
            ("bias.unwrap()", "bias.unwrap_or(x)"),
            ("bias.sum()", "bias.unwrap_or(x)"),
        ],
    },
    ByHand {
        program: "containers/option_as_a_tensor",
        code: "if let Some(value) = bias",
        edits: &[(
            "x + bias",
            "if let Some(value) = bias { x + value } else { x }",
        )],
    },
    ByHand {
        program: "containers/option_out_of_a_branch",
        code: ".astype(…)",
        edits: &[
            ("Some(x > 0.0) }", "Some((x > 0.0).astype(_)) }"),
            ("other = Some(x > 0.0)", "other = Some((x > 0.0).astype(_))"),
        ],
    },
    ByHand {
        program: "containers/option_out_of_a_branch",
        code: "Some(…)",
        edits: &[("else { x }", "else { Some(x) }")],
    },
    ByHand {
        program: "containers/option_out_of_a_branch",
        code: "Some(x)",
        edits: &[("best = x;", "best = Some(x);")],
    },
    ByHand {
        program: "containers/option_out_of_a_branch",
        code: "let mut last",
        edits: &[("let last", "let mut last")],
    },
    ByHand {
        program: "containers/option_out_of_a_branch",
        code: "let last = …",
        edits: &[("last = Some(x);", "let last = Some(x);")],
    },
    ByHand {
        program: "containers/assigned_fields",
        code: "let mut head = out.head;",
        edits: &[(
            "out.head.b = x[0];",
            "let mut head = out.head;\n    head.b = x[..1];\n    out.head = head;",
        )],
    },
    ByHand {
        program: "containers/assigned_fields",
        code: "head.b = …;",
        edits: &[(
            "out.head.b = x[0];",
            "let mut head = out.head;\n    head.b = x[..1];\n    out.head = head;",
        )],
    },
    ByHand {
        program: "containers/assigned_fields",
        code: "out.head = head;",
        edits: &[(
            "out.head.b = x[0];",
            "let mut head = out.head;\n    head.b = x[..1];\n    out.head = head;",
        )],
    },
    ByHand {
        program: "containers/element_of_another_type_is_assigned",
        code: "let mut list = list;",
        edits: &[(
            "list[0] = list[1];",
            "let mut list = list;\n    list[0] = list[1];",
        )],
    },
    ByHand {
        program: "containers/assigned_fields",
        code: "let mut elements = out.layers;",
        edits: &[(
            "out.layers[0] = out.head;",
            "let mut elements = out.layers;\n    elements[0] = out.layers[1];\n    out.layers = elements;",
        )],
    },
    ByHand {
        program: "containers/assigned_fields",
        code: "let mut list = out.layers;",
        edits: &[(
            "out.layers.push(out.head);",
            "let mut list = out.layers;\n    list.push(out.layers[0]);",
        )],
    },
    ByHand {
        program: "containers/option_as_rust_has_it",
        code: "let Some(value) = by else { return … };",
        edits: &[(
            "x + by?",
            "let Some(value) = by else { return x };\n    x + value",
        )],
    },
    ByHand {
        program: "containers/variant_of_another_enum",
        code: "Loss",
        edits: &[("Los::Huber", "Loss::Huber")],
    },
    ByHand {
        program: "control/match_leaves_out",
        code: "Loss::Huber { delta } =>",
        edits: &[
            (
                "Loss::Weighted(w) => (x * w).mean(),\n    }",
                "Loss::Weighted(w) => (x * w).mean(),\n        Loss::Huber { delta } => x.mean() * delta,\n    }",
            ),
            (
                "x.mean() * delta,\n    }\n}\n\n#[agnostic]\nfn h",
                "x.mean() * delta,\n        _ => x.mean(),\n    }\n}\n\n#[agnostic]\nfn h",
            ),
            (
                "Some(by) => x + by,",
                "Some(by) => x + by,\n        None => x,",
            ),
        ],
    },
    ByHand {
        program: "control/match_leaves_out",
        code: "_ =>",
        edits: &[
            (
                "Loss::Weighted(w) => (x * w).mean(),\n    }",
                "Loss::Weighted(w) => (x * w).mean(),\n        Loss::Huber { delta } => x.mean() * delta,\n    }",
            ),
            (
                "x.mean() * delta,\n    }\n}\n\n#[agnostic]\nfn h",
                "x.mean() * delta,\n        _ => x.mean(),\n    }\n}\n\n#[agnostic]\nfn h",
            ),
            (
                "Some(by) => x + by,",
                "Some(by) => x + by,\n        None => x,",
            ),
        ],
    },
    ByHand {
        program: "control/match_leaves_out",
        code: "None =>",
        edits: &[
            (
                "Loss::Weighted(w) => (x * w).mean(),\n    }",
                "Loss::Weighted(w) => (x * w).mean(),\n        Loss::Huber { delta } => x.mean() * delta,\n    }",
            ),
            (
                "x.mean() * delta,\n    }\n}\n\n#[agnostic]\nfn h",
                "x.mean() * delta,\n        _ => x.mean(),\n    }\n}\n\n#[agnostic]\nfn h",
            ),
            (
                "Some(by) => x + by,",
                "Some(by) => x + by,\n        None => x,",
            ),
        ],
    },
    ByHand {
        program: "containers/push_to_a_parameter",
        code: "let mut xs = xs;",
        edits: &[("xs.push(x);", "let mut xs = xs;\n    xs.push(x);")],
    },
    ByHand {
        program: "calls/closures",
        code: "impl Fn(&Tensor) -> Tensor",
        edits: &[("x.maximum(|v| v * 2.0)", "iterate(|v| v * 2.0, x, 1)")],
    },
    ByHand {
        program: "containers/methods_that_are_not_known",
        code: "#[agnostic(methods)]",
        edits: METHODS_BESIDE,
    },
    ByHand {
        program: "containers/methods_that_are_not_known",
        code: "#[agnostic]",
        edits: METHODS_BESIDE,
    },
    ByHand {
        program: "calls/functions_by_name",
        code: "|argument| scaled(argument, …)",
        edits: &[(
            "iterate(scaled,",
            "iterate(|argument| scaled(argument, 0.5),",
        )],
    },
    ByHand {
        program: "calls/functions_by_name",
        code: "|argument| model(argument, …)",
        edits: &[("iterate(model,", "iterate(|argument| model(argument, 0.5),")],
    },
    ByHand {
        program: "containers/push_to_a_parameter",
        code: "let mut parts",
        edits: &[("let parts", "let mut parts")],
    },
    ByHand {
        program: "control/match_over_a_tensor",
        code: "Option<&Tensor>",
        edits: &[
            (
                "fn g(x: &Tensor<_, N>)",
                "fn g(x: Option<&Tensor<_, N>>, z: &Tensor<_, N>)",
            ),
            ("else { x }", "else { z }"),
        ],
    },
    ByHand {
        program: "indexing/host_values_that_are_no_positions",
        code: "s![0..4;2]",
        edits: &[("(0..4).step_by(2)", "s![0..4;2]")],
    },
    ByHand {
        program: "names/tensor_as_a_function",
        code: "x[i]",
        edits: &[("x(0)", "x[0]")],
    },
    ByHand {
        program: "shapes/crossentropy_rank",
        code: "labels[0]",
        edits: &[("crossentropy(labels)", "crossentropy(labels[0])")],
    },
    ByHand {
        program: "shapes/crossentropy_rank",
        code: "labels.flatten()",
        edits: &[("crossentropy(labels)", "crossentropy(labels.flatten())")],
    },
    ByHand {
        program: "syntax/function_type",
        code: "impl Fn(&Tensor) -> Tensor",
        edits: &[
            ("&dyn Fn(&Tensor) -> Tensor", "impl Fn(&Tensor) -> Tensor"),
            (
                "impl FnMut(&Tensor) -> Tensor",
                "impl Fn(&Tensor) -> Tensor",
            ),
        ],
    },
    ByHand {
        program: "syntax/mutable_reference",
        code: "&Tensor",
        edits: &[("&mut Tensor", "&Tensor")],
    },
    ByHand {
        program: "syntax/parameter_pattern",
        code: "let (a, b) = pair;",
        edits: &[
            ("(n, m): (usize, usize)", "pair: (usize, usize)"),
            ("x * (n + m)", "let (a, b) = pair;\n    x * (a + b)"),
        ],
    },
    ByHand {
        program: "syntax/second_float_type",
        code: "Tensor<f64>",
        edits: &[
            ("<E: Float, F: Float>", "<E: Float>"),
            ("y: &Tensor<F, N>", "y: &Tensor<f64, N>"),
        ],
    },
    ByHand {
        program: "syntax/second_float_type",
        code: "Tensor<i64>",
        edits: &[
            ("<I: Int>", ""),
            (
                "(x: &Tensor<I, N>) -> Tensor<I, N>",
                "(x: &Tensor<i64, N>) -> Tensor<i64, N>",
            ),
        ],
    },
    ByHand {
        program: "syntax/second_float_type",
        code: "E: Float",
        edits: &[(
            "<I: Int>(x: &Tensor<I, N>) -> Tensor<I, N>",
            "<E: Float>(x: &Tensor<E, N>) -> Tensor<E, N>",
        )],
    },
    ByHand {
        program: "types/assign_without_mut",
        code: "let mut y",
        edits: &[("let y =", "let mut y =")],
    },
    ByHand {
        program: "types/assign_without_mut",
        code: "let y = …",
        edits: &[("y += 1.0", "let y = y + 1.0")],
    },
    ByHand {
        program: "types/assign_without_mut",
        code: "let x = …",
        edits: &[("x = y", "let x = y")],
    },
    ByHand {
        program: "types/for_over_a_tensor",
        code: "x[i]",
        edits: &[
            ("for row in x {", "for i in 0..x.dim(0) {"),
            ("y + row", "y + x[i]"),
        ],
    },
    ByHand {
        program: "types/no_declared_result",
        code: "-> Tensor",
        edits: &[("(x: &Tensor<_, N>)", "(x: &Tensor<_, N>) -> Tensor")],
    },
    ByHand {
        program: "types/result_element_type",
        code: "Tensor<bool>",
        edits: &[(
            "fn g(x: &Tensor<_, N>) -> Tensor<_, N>",
            "fn g(x: &Tensor<_, N>) -> Tensor<bool>",
        )],
    },
    ByHand {
        program: "types/result_of_a_result",
        code: "Tensor<bool>",
        edits: &[(
            "Result<Tensor<_, N>, Failure>",
            "Result<Tensor<bool>, Failure>",
        )],
    },
    ByHand {
        program: "types/undetermined_float",
        code: "Tensor<f32>",
        edits: &[("fn g(n: usize) -> Tensor", "fn g(n: usize) -> Tensor<f32>")],
    },
    ByHand {
        program: "calls/methods_of_a_function",
        code: "model(…)",
        edits: &[("model.call(x)", "model(x)"), ("+ model\n", "+ model(x)\n")],
    },
];

/// Programs that have another mistake behind the one that the help line is about: code of the help line, and what is
/// told then.
const NEXT: &[(&str, &str, &str)] = &[
    ("containers/assigned_fields", "x.expand_dims(0)", "E212"),
    ("containers/push_of_another_type", "full((), 1.0)", "E216"),
    ("calls/closures", "v.expand_dims(axis = -1) + m", "E115"),
    (
        "calls/functions_by_name",
        "|argument| of_rows(argument.expand_dims(0))",
        "E115",
    ),
    ("names/tuple_as_a_tensor", "let (a, b) = …;", "E212"),
    ("names/element_type_argument", "f32", "E212"),
    (
        "containers/fields_of_a_variant",
        "Loss::Weighted(w)",
        "E110",
    ),
    (
        "control/tensor_in_a_guard",
        "(x.max() > 1.0).item()",
        "E101",
    ),
    ("calls/host_value_for_a_tensor", "full((2, 3), 1.0)", "E212"),
    ("calls/rank_of_an_argument", "x.expand_dims(0)", "E212"),
    (
        "containers/dimensions_of_a_struct",
        "Layer<_, D, C>",
        "E206",
    ),
    ("containers/list_as_a_tensor", "stack(xs)", "E212"),
    ("containers/methods_of_a_list", "stack(xs)", "E212"),
    ("containers/struct_as_a_tensor", "p.weights", "E206"),
    ("control/breaks_differ", "x.astype(i64)", "E212"),
    ("names/candle_methods", "x - y.sum_keepdim(1)", "E110"),
    ("names/ndarray_methods", "x.expand_dims(axis = 1)", "E110"),
    ("names/ndarray_methods", "x.reshape((2, 3))", "E209"),
    ("names/numpy_functions", "x.matmul(y)", "E207"),
    ("names/numpy_functions", "zeros((2, 3))", "E206"),
    ("names/other_spellings", "where_(x, x, x)", "E201"),
    ("names/pytorch_methods", "x.matmul(x)", "E207"),
    ("names/pytorch_methods", "x.reshape((2, 3))", "E209"),
    ("names/wrong_kind_of_argument", "full((), 2.0)", "E208"),
    ("shapes/dot_of_matrices", "x.matmul(y)", "E207"),
    ("types/division_of_ints", "x.astype(f32) / 2", "E212"),
    ("types/fraction_with_ints", "x.astype(f32) * 0.5", "E212"),
    ("types/mask_plus_number", "x.astype(i64) + 1", "E212"),
    (
        "types/update_with_a_fraction",
        "x.astype(f32).index_update(index = 0, value = 0.5)",
        "E212",
    ),
];

/// Help lines without code that could be put into the program: what is known, or a change in words.
const GENERAL: &[&str] = &[
    "make the enum before the branch, or behind it",
    "write it as a function beside the type, and name that one",
    "write `stop_gradient` around it before the closure, if it is meant to be a constant",
    "only floats have derivatives: let it give one that is made of floats",
    "the only argument is 0",
    "`sections` is the number of equal parts, `sizes` are those of all parts",
    "a function takes tensors and host values, and gives one of them or a tuple",
    "a letter is one size wherever it stands",
    "a loss compares elements in pairs and broadcasts nothing: bring both to one shape",
    "a percentage is a part of 100: `0.9`",
    "a scalar has no axes",
    "a step is a positive or negative number of positions",
    "a struct is always there: use it as it is",
    "a struct of tensors has dimensions only: `struct Mlp<D, C>`",
    "a tensor has one element type, which comes first",
    "a tensor is never moved: write `&` before it",
    "a tensor of given elements comes in as a parameter; one of equal elements is `full((2, 3), 1.0)`",
    "a variable is a parameter, or bound by `let`",
    "a window is at most as large as the axis",
    "all axes but the last two must be equal or 1",
    "an agnostic function is a plain `fn`; call it from one that needs more",
    "an axis of the result comes from an operand",
    "an index is a position, a range, `s![…]` or a tensor of integers",
    "ask a tensor that has it, by `dim`",
    "ask for its length: `.is_empty()`, `.len()`",
    "assign the value to a variable, or write `loop`",
    "axes are letters from a to z or A to Z; besides there are commas, an arrow and three dots",
    "bind a new variable with `let`, or cast with `.astype(…)`",
    "bring it to that rank with `expand_dims` or `reshape`",
    "bring it to that rank with `expand_dims`",
    "bring them to it with `expand_dims`, or use `take`",
    "change one of the two",
    "change one of the two, or write `_` where the size is of no interest",
    "count from the end where ranks differ: -1 is the last axis, and at least -1",
    "decide over a host value",
    "did you mean the operation `softmax`?",
    "dimensions are named in the signature; write `_` for a size of no interest",
    "drop the `&`",
    "each channel that is left takes factor times factor of them",
    "else a window would lie in the padding alone",
    "end it with `;`, or assign the tensor to a variable",
    "end the body with an expression, without `;`",
    "exchange the two",
    "fill a list in a `for` loop",
    "functions take their arguments by position",
    "give `by` as well",
    "give a tensor of rank 1",
    "give a tensor of that type",
    "give a tensor of the sizes that it takes",
    "give a value for each",
    "give at least one tensor",
    "give both axes one size",
    "give both one dimension",
    "give both the same first dimension",
    "give every field, or take the rest from a `Layer`",
    "give every field, or take the rest from another: `..other`",
    "give it another name",
    "give it once",
    "give one number for all, or one for each",
    "give one number per axis",
    "give one pair (before, after) per axis",
    "give one shift for all axes, or one for each",
    "give the one dimension a name of its own",
    "hand it over for `f`",
    "index tensors of one index have shapes that broadcast",
    "it has one element for each channel",
    "it has one element for each output",
    "it has the sizes of the axes that are normalised",
    "it is one tensor: take one name; positions come from `argmax`, `argmin` or `argsort`",
    "it needs at least 2 axes",
    "it takes a `Layer`",
    "its axes are 0 to 1, or -2 to -1",
    "its axes are 0 to 2, or -3 to -1",
    "its fields are w, b, rate",
    "its fields are weights, bias",
    "its methods are `of`, `forward`, `towards`, `turned`, `twice`, `not_turned`",
    "its parts are 0 to 1",
    "its size must be even",
    "k is at most the size of axis 0",
    "k is at most the size of the last axis",
    "labels have the sizes of the logits without axis 2, that of the classes",
    "leave `grad` out",
    "leave it out",
    "leave it out, or write one of these",
    "leave it out: `shape` is given",
    "leave it out: a tensor is never moved, and copies make themselves",
    "leave it out: an operation gives a new tensor",
    "leave some out",
    "leave the function with `return`",
    "leave the last out",
    "let it give the new value",
    "let its last expression be what it gives",
    "look into it with `match`",
    "make both one type, with `.astype(…)` where the element types differ",
    "make floats, then cast: `.astype(i64)`",
    "move the `impl` into the module of `Plain`",
    "name `x` in the `grad` of that function, or write `stop_gradient` around the argument",
    "name `w` in the `grad` of that function, or write `stop_gradient` around the argument",
    "name a number that divides it; `chunk` has a shorter last part",
    "name each axis of the result once",
    "name each axis once",
    "name every axis once, in the new order",
    "name it once",
    "name one place for each axis",
    "of more axes, the diagonals are given by `diagonal`, and matrices are made by `diag_embed`",
    "one `Ellipsis` stands for all axes that are left; write `..` for a single axis",
    "one arrow stands between the operands and the result",
    "one number is for all axes, else there is one for each",
    "pad by less, or with another `mode`",
    "positions are 0 to 1, or -2 to -1",
    "positions are 0 to 2, or -3 to -1",
    "put this into a struct under `#[agnostic]`, or take its parts one by one",
    "queries, keys and values are […, L, D], […, S, D] and […, S, V]",
    "reckon with the tensor itself, or write `stop_gradient` around it",
    "reduce or index it to one element first",
    "reduce, reshape or expand it, or change the type",
    "reshape or index it to that rank",
    "sizes are aligned at the last axis and must be equal or 1; `expand_dims` or `transpose` brings axes to their places",
    "sizes are aligned at the last axis, and are that of the target, or 1",
    "sizes are aligned at the last axis; an axis has the target's size, or 1",
    "sizes are aligned at the last axis; an axis of the tensor has the target's size, or 1",
    "sizes are aligned at the last axis; an axis of the value has the size of what it replaces, or 1",
    "stacked tensors have one shape",
    "take a shorter kernel, or more padding",
    "take as many of them as there are, or fewer",
    "take host values out of it first, by `.item()` or `.shape()`",
    "take it as a parameter",
    "take its `bent_vjp`",
    "the axis of the vectors has size 3: write 3 for it in the signature, or name another axis",
    "the channels are divided evenly among the groups",
    "the last 2 axes of the left side meet the first of the right; `einsum` pairs any axes",
    "the last axis of the left side meets the last but one of the right: transpose one, or change the signature",
    "the median is `0.5`",
    "the number of elements stays the same; one size may be -1",
    "the only axis is 0, or -1",
    "the sizes of all parts add up to that of the axis",
    "the source has an element for each index",
    "the source has an entry for each index, and the tensor's sizes elsewhere",
    "the tensor is [N, C, H, W] and the weight [O, C / groups, K, L]: give both the same channels, or the number of groups",
    "the vocabulary is documented at `eagerpy::Tensor`",
    "the weight is [O, D]: outputs first",
    "their product is the axis' size; one of them may be -1",
    "they are aligned at the last one and must be equal or 1",
    "work it out before the `match`, with `let`",
    "write 0 or more",
    "write `#[agnostic]` before the `impl` of an agnostic struct, not before its methods",
    "write `..` for the fields of no interest",
    "write `3`, a name, or `_`",
    "write `_` for a size of no interest, or name it in the type of a tensor parameter",
    "write `s![.., 1..9;2, NewAxis]`",
    "write a closure, or the name of an agnostic function",
    "write a larger number",
    "write a name for each",
    "write a name, or a tuple of names",
    "write a number",
    "write a type of the host, or a tensor",
    "write an integer",
    "write as many names as there are values",
    "write it as an agnostic function, and call that",
    "write it before one of these",
    "write it in a second `impl`, without `#[agnostic]`",
    "write it outside of the function whose gradient is asked for",
    "write names, integers, `+`, `-` and `*`: `{N * 2 + 1}`",
    "write one letter for each axis; three dots stand for any number of leading axes",
    "write one term for each tensor, with commas between them",
    "write the `else`, or assign the tensor to a variable and end with `;`",
    "write the dots in the result, too; to sum over these axes, name them with letters",
    "write the methods in an `impl` of the struct alone, and call them in the trait's",
];

/// What became of the code in help lines, beside the tables.
#[derive(Default)]
struct Outcome {
    mended: usize,
    wrong: Vec<String>,
    /// Rows that were needed.
    by_hand: BTreeSet<(String, String)>,
    next: BTreeSet<(String, String)>,
    general: BTreeSet<String>,
}

impl Outcome {
    fn program(&mut self, name: &str, path: &Path) -> Result<(), String> {
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        let all = told(&text, None)?;
        let printed = fs::read_to_string(path.with_extension("stderr")).unwrap_or_default();
        let mut printed: Vec<&str> = told_helps(&printed).collect();
        let mut found: Vec<&str> = all.iter().map(|told| told.help.as_str()).collect();
        printed.sort_unstable();
        found.sort_unstable();
        if printed != found {
            return Err(format!(
                "{name}: rustc prints {printed:#?}, and here it is {found:#?}"
            ));
        }
        for wrong in &all {
            let general = GENERAL.contains(&wrong.help.as_str());
            let mut pieces = applied(&wrong.help);
            if general {
                self.general.insert(wrong.help.clone());
                pieces.clear();
            }
            let by_hand = BY_HAND.iter().filter(|row| row.program == name);
            for code in by_hand.map(|row| row.code) {
                if wrong.help.contains(&format!("`{code}`")) && !pieces.iter().any(|p| p == code) {
                    pieces.push(code.to_owned());
                }
            }
            if pieces.is_empty() && !general {
                self.wrong.push(format!(
                    "{name}: no code, and not in `GENERAL`: {:?},",
                    wrong.help
                ));
            }
            let item = item_at(&text, &wrong.at);
            let before = match item {
                Some(item) => told(&text, Some(item))?,
                None => all.clone(),
            };
            for piece in pieces {
                self.piece(name, &text, &before, wrong, &piece, item);
            }
        }
        Ok(())
    }

    fn piece(
        &mut self,
        name: &str,
        text: &str,
        before: &[Told],
        wrong: &Told,
        piece: &str,
        item: Option<usize>,
    ) {
        let key = || (name.to_owned(), piece.to_owned());
        let mut after = text.to_owned();
        let by_hand = BY_HAND
            .iter()
            .find(|row| row.program == name && row.code == piece);
        let changed = match by_hand {
            Some(row) => {
                self.by_hand.insert(key());
                for (from, to) in row.edits {
                    if !after.contains(from) {
                        self.wrong.push(format!("{name}: no `{from}`"));
                    }
                    after = after.replacen(from, to, 1);
                }
                "by hand".to_owned()
            }
            None => match place_for(text, &wrong.at, piece) {
                Some(place) => {
                    after.replace_range(place.clone(), piece);
                    format!("in place of `{}`", &text[place])
                }
                None => "nowhere".to_owned(),
            },
        };
        let next = NEXT
            .iter()
            .find(|(program, code, _)| *program == name && *code == piece);
        match (mends(before, wrong, &after, item), next) {
            (Ok(()), _) => self.mended += 1,
            (Err(then), Some((_, _, next))) if then.starts_with(&format!("then: {next}")) => {
                self.mended += 1;
                self.next.insert(key());
            }
            (Err(then), _) => self.wrong.push(format!(
                "{name}: {}\n    help: {}\n    `{piece}` {changed}: {then}",
                wrong.title, wrong.help
            )),
        }
    }
}

#[test]
fn help_lines_of_rejected_programs_mend_them() {
    let programs = programs();
    assert!(programs.len() > 200, "{}", programs.len());
    let mut outcome = Outcome::default();
    for (name, path) in &programs {
        if let Err(error) = outcome.program(name, path) {
            outcome.wrong.push(format!("{name}: {error}"));
        }
    }
    for row in BY_HAND {
        let key = (row.program.to_owned(), row.code.to_owned());
        if !outcome.by_hand.contains(&key) {
            outcome
                .wrong
                .push(format!("`BY_HAND`: no help line of {key:?}"));
        }
    }
    for (program, code, _) in NEXT {
        let key = ((*program).to_owned(), (*code).to_owned());
        if !outcome.next.contains(&key) {
            outcome
                .wrong
                .push(format!("`NEXT`: no help line of {key:?}"));
        }
    }
    for help in GENERAL {
        if !outcome.general.contains(*help) {
            outcome
                .wrong
                .push(format!("`GENERAL`: no help line `{help}`"));
        }
    }
    assert!(
        outcome.wrong.is_empty(),
        "{} wrong:\n{}",
        outcome.wrong.len(),
        outcome.wrong.join("\n")
    );
    assert!(outcome.mended > 250, "{}", outcome.mended);
}
