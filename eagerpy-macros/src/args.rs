//! `#[agnostic(…)]`: the options, read with darling. All mistakes are told at once, each on its word.

use darling::ast::NestedMeta;
use darling::{Error, FromMeta};
use eagerpy_runtime::registry::BACKENDS;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Path;

use crate::diag::{Code, Diagnostic, Diagnostics, nearest::nearest};

/// The options as they are written.
#[derive(Debug, Default, FromMeta)]
struct Written {
    #[darling(default)]
    backends: Option<Chosen>,
    #[darling(default, rename = "crate")]
    krate: Option<Path>,
}

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
                    .ok_or_else(|| Error::custom("the name of a backend").with_span(path)),
                NestedMeta::Meta(syn::Meta::NameValue(pair)) => match (pair.path.get_ident(), &pair.value) {
                    (Some(name), syn::Expr::Path(ty)) => Ok((name.clone(), Some(ty.path.clone()))),
                    _ => Err(Error::custom("a backend of another crate is written `name = path::Type`").with_span(pair)),
                },
                other => Err(Error::custom("the name of a backend").with_span(other)),
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
}

/// Reads the options; mistakes go to `diagnostics` and leave the default.
pub fn read(tokens: TokenStream, diagnostics: &mut Diagnostics) -> Options {
    let written = match NestedMeta::parse_meta_list(tokens) {
        Ok(list) => Written::from_list(&list).unwrap_or_else(|error| {
            diagnostics.push_syntax(error.into());
            Written::default()
        }),
        Err(error) => {
            diagnostics.push_syntax(error);
            Written::default()
        }
    };
    let krate = match &written.krate {
        Some(path) => quote!(#path),
        None => quote!(::eagerpy),
    };
    let targets = match &written.backends {
        Some(chosen) => chosen.0.iter().filter_map(|(name, path)| target(name, path.as_ref(), diagnostics)).collect(),
        None => BACKENDS
            .iter()
            .filter(|info| info.enabled)
            .map(|info| ours(info, proc_macro2::Span::mixed_site()))
            .collect(),
    };
    Options { targets, krate }
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
        // Its kind of tensor type is not known: the generic form of a binding serves both.
        return Some(Target { name: name.clone(), marker: Marker::Foreign(path.clone()), erased: false });
    }
    let word = name.to_string();
    let known: Vec<&str> = BACKENDS.iter().map(|info| info.name).collect();
    let Some(info) = BACKENDS.iter().find(|info| info.name == word) else {
        let mut diagnostic = Diagnostic::new(Code::E402, name, format!("no backend is called `{word}`"))
            .fact(format!("known are {}", known.join(", ")));
        diagnostic = match nearest(&word, known.iter().copied()) {
            Some(near) => diagnostic.help(format!("write `{near}`")),
            None => diagnostic.help(format!("a backend of another crate is named with its type: `{word} = path::Type`")),
        };
        diagnostics.push(diagnostic);
        return None;
    };
    // A library may name a backend that this build does not have: its binding is left out.
    info.enabled.then(|| ours(info, name.span()))
}
