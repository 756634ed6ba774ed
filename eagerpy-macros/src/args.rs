//! `#[agnostic(…)]`: the options, read with darling. All mistakes are told at once, each on its word.

use darling::ast::NestedMeta;
use darling::{Error, FromMeta};
use eagerpy_runtime::registry::BACKENDS;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Path;

use crate::diag::{Code, Diagnostic, Diagnostics, nearest::nearest};
use crate::grad::Asked;

/// The options as they are written.
#[derive(Debug, Default, FromMeta)]
struct Written {
    #[darling(default)]
    backends: Option<Chosen>,
    #[darling(default, rename = "crate")]
    krate: Option<Path>,
    #[darling(default)]
    grad: Option<Wanted>,
    #[darling(default)]
    order: Option<syn::LitInt>,
    #[darling(default)]
    vjp: Option<Path>,
    #[darling(default)]
    fuse: Option<syn::LitBool>,
    #[darling(default)]
    local: bool,
    #[darling(default)]
    methods: bool,
}

/// `grad`, or the list in `grad(…)`.
#[derive(Debug)]
struct Wanted(Asked);

impl FromMeta for Wanted {
    fn from_word() -> darling::Result<Wanted> {
        Ok(Wanted(Asked::All))
    }

    fn from_list(items: &[NestedMeta]) -> darling::Result<Wanted> {
        let mut errors = Error::accumulator();
        let mut names = Vec::new();
        for item in items {
            let name = match item {
                NestedMeta::Meta(syn::Meta::Path(path)) => path.get_ident().cloned(),
                _ => None,
            };
            let error = || Error::custom("in `grad(…)` stand names of parameters").with_span(item);
            if let Some(name) = errors.handle(name.ok_or_else(error)) {
                names.push(name);
            }
        }
        if items.is_empty() {
            errors.push(Error::custom(
                "name parameters, as in `grad(w, b)`, or write `grad`",
            ));
        }
        errors.finish_with(Wanted(Asked::Named(names)))
    }
}

/// The names of the options above, for messages.
const KNOWN: [(&str, &str); 8] = [
    ("backends", "`backends(ndarray, candle)`"),
    ("crate", "`crate = path`"),
    ("fuse", "`fuse = false`"),
    ("grad", "`grad` or `grad(w, b)`"),
    ("local", "`local`"),
    ("methods", "`methods`"),
    ("order", "`order = 2`"),
    ("vjp", "`vjp = path`"),
];

/// The list in `backends(…)`.
#[derive(Debug, Default)]
struct Chosen(Vec<(Ident, Option<Path>)>);

impl FromMeta for Chosen {
    fn from_list(items: &[NestedMeta]) -> darling::Result<Chosen> {
        let mut errors = Error::accumulator();
        let mut chosen = Vec::new();
        for item in items {
            let read = match item {
                NestedMeta::Meta(syn::Meta::Path(path)) => path
                    .get_ident()
                    .map(|name| (name.clone(), None))
                    .ok_or_else(|| {
                        Error::custom("a backend is a name, as in `backends(ndarray)`")
                            .with_span(path)
                    }),
                NestedMeta::Meta(syn::Meta::NameValue(pair)) => {
                    match (pair.path.get_ident(), &pair.value) {
                        (Some(name), syn::Expr::Path(ty)) => {
                            Ok((name.clone(), Some(ty.path.clone())))
                        }
                        _ => Err(Error::custom(
                            "a backend of another crate is written `name = path::Type`",
                        )
                        .with_span(pair)),
                    }
                }
                other => Err(
                    Error::custom("a backend is a name, as in `backends(ndarray)`")
                        .with_span(other),
                ),
            };
            if let Some(read) = errors.handle(read) {
                chosen.push(read);
            }
        }
        errors.finish_with(Chosen(chosen))
    }
}

/// A backend to write a binding for.
#[derive(Clone)]
pub struct Target {
    /// Name of the binding.
    pub name: Ident,
    /// Its type: a path after the private module, or one of the user's.
    pub marker: Marker,
    /// Is its tensor one Rust type for all element types and ranks?
    pub erased: bool,
}

/// How a backend's type is named.
#[derive(Clone)]
pub enum Marker {
    Ours(Ident),
    Foreign(Path),
}

/// The options.
#[derive(Clone)]
pub struct Options {
    pub targets: Vec<Target>,
    /// Path of the `eagerpy` crate.
    pub krate: TokenStream,
    /// What is its gradient asked of?
    pub grad: Option<Asked>,
    /// How many times it can be differentiated: from 1 to 4. Each time doubles what is written.
    pub order: u8,
    /// The function that is its gradient.
    pub vjp: Option<Path>,
    /// May chains of elementwise operations run as one pass?
    pub fuse: bool,
    /// Does the item stand in the body of a function?
    pub local: bool,
    /// Does an agnostic `impl` of the struct stand beside it?
    pub methods: bool,
}

/// Reads the options; mistakes go to `diagnostics` and leave the default.
pub fn read(tokens: TokenStream, diagnostics: &mut Diagnostics) -> Options {
    let written = match NestedMeta::parse_meta_list(tokens) {
        Ok(list) => {
            let list = refuse_unknown(list, diagnostics);
            Written::from_list(&list).unwrap_or_else(|error| {
                unreadable(error.into(), diagnostics);
                Written::default()
            })
        }
        Err(error) => {
            unreadable(error, diagnostics);
            Written::default()
        }
    };
    let krate = match &written.krate {
        Some(path) => quote!(#path),
        None => quote!(::eagerpy),
    };
    let targets = match &written.backends {
        Some(chosen) => chosen
            .0
            .iter()
            .filter_map(|(name, path)| target(name, path.as_ref(), diagnostics))
            .collect(),
        None => BACKENDS
            .iter()
            .filter(|info| info.enabled)
            .map(|info| ours(info, proc_macro2::Span::mixed_site()))
            .collect(),
    };
    Options {
        targets,
        krate,
        grad: match (written.grad, &written.vjp) {
            (Some(wanted), _) => Some(wanted.0),
            (None, Some(_)) => Some(Asked::All),
            (None, None) => None,
        },
        order: written.order.map_or(1, |order| match order.base10_parse() {
            Ok(times @ 1..=4) => times,
            _ => {
                diagnostics.push(
                    Diagnostic::new(Code::E401, &order, "`order` is a number from 1 to 4")
                        .fact("it is how many times the function can be differentiated")
                        .help("write `order = 2`, or one of these"),
                );
                1
            }
        }),
        vjp: written.vjp,
        fuse: written.fuse.is_none_or(|fuse| fuse.value),
        local: written.local,
        methods: written.methods,
    }
}

/// Tells of the options that do not exist, and gives the others.
fn refuse_unknown(list: Vec<NestedMeta>, diagnostics: &mut Diagnostics) -> Vec<NestedMeta> {
    let path = |item: &NestedMeta| match item {
        NestedMeta::Meta(meta) => Some(meta.path().clone()),
        NestedMeta::NameValueInvalidExpr(pair) => Some(pair.path.clone()),
        NestedMeta::Lit(_) => None,
    };
    let known = |item: &NestedMeta| {
        path(item).is_some_and(|path| KNOWN.iter().any(|(name, _)| path.is_ident(name)))
    };
    let (mut good, bad): (Vec<_>, Vec<_>) = list.into_iter().partition(known);
    for item in bad {
        let place =
            path(&item).map_or_else(|| item.to_token_stream(), |path| path.to_token_stream());
        let word = crate::origin::source_text(&place);
        diagnostics.push(option_error(
            place,
            format!("no option is called `{word}`"),
            nearest(&word, KNOWN.map(|(name, _)| name)),
        ));
    }
    let mut seen = Vec::new();
    good.retain(|item| {
        let Some(path) = path(item) else { return true };
        let fresh = !seen.contains(&path);
        if !fresh {
            let word = crate::origin::source_text(&path.to_token_stream());
            diagnostics.push(
                Diagnostic::new(
                    Code::E401,
                    &path,
                    format!("the option `{word}` is given twice"),
                )
                .help("give it once"),
            );
        }
        seen.push(path);
        fresh
    });
    good
}

/// What darling and syn say of options that they cannot read.
fn unreadable(error: syn::Error, diagnostics: &mut Diagnostics) {
    for one in error {
        // The error knows its place as a span only: this token carries it.
        let mut place = proc_macro2::Punct::new('#', proc_macro2::Spacing::Alone);
        place.set_span(one.span());
        diagnostics.push(option_error(
            place.to_token_stream(),
            format!("this option cannot be read: {one}"),
            None,
        ));
    }
}

fn option_error(place: TokenStream, title: String, near: Option<&str>) -> Diagnostic {
    let forms = KNOWN.map(|(_, form)| form).join(", ");
    Diagnostic::new(Code::E401, place, title)
        .fact(format!("options are {forms}"))
        .help(match near {
            Some(near) => format!("write `{near}`"),
            None => "leave it out, or write one of these".to_owned(),
        })
}

fn ours(info: &eagerpy_runtime::registry::BackendInfo, span: proc_macro2::Span) -> Target {
    Target {
        name: Ident::new(info.name, proc_macro2::Span::call_site().located_at(span)),
        marker: Marker::Ours(Ident::new(info.marker, proc_macro2::Span::mixed_site())),
        erased: info.erased,
    }
}

fn target(name: &Ident, path: Option<&Path>, diagnostics: &mut Diagnostics) -> Option<Target> {
    if let Some(path) = path {
        if syn::parse_str::<Ident>(&name.to_string()).is_err() {
            diagnostics.push(
                Diagnostic::new(
                    Code::E402,
                    name,
                    format!("`{name}` cannot be the name of a binding"),
                )
                .fact("each backend's function is called by the backend's name")
                .help("give it a name that is no word of Rust's own"),
            );
            return None;
        }
        // Its kind of tensor type is not known: the generic form of a binding serves both.
        return Some(Target {
            name: name.clone(),
            marker: Marker::Foreign(path.clone()),
            erased: false,
        });
    }
    let word = name.to_string();
    let known: Vec<&str> = BACKENDS.iter().map(|info| info.name).collect();
    let Some(info) = BACKENDS.iter().find(|info| info.name == word) else {
        let mut diagnostic =
            Diagnostic::new(Code::E402, name, format!("no backend is called `{word}`"))
                .fact(format!("known are {}", known.join(", ")));
        diagnostic = match nearest(&word, known.iter().copied()) {
            Some(near) => diagnostic.help(format!("write `{near}`")),
            None => diagnostic.help(format!(
                "a backend of another crate is named with its type: `{word} = path::Type`"
            )),
        };
        diagnostics.push(diagnostic);
        return None;
    };
    // A library may name a backend that this build does not have: its binding is left out.
    info.enabled.then(|| ours(info, name.span()))
}
