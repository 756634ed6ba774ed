//! What a function's text names that stands elsewhere: other agnostic functions, and structs under `#[agnostic]`.
//!
//! A procedural macro sees one item. So every agnostic item also leaves a macro of its own name that holds its
//! signature or its fields. Where one is needed, the expansion stops and asks for it:
//!
//! ```text
//! Mlp! { ::eagerpy::__private::__link { what is known so far, and the item } }
//! ```
//!
//! which expands to a call of `__link!` with the signature put in, and the item is compiled again from there, knowing
//! more. `use` brings the macro along with the item, since the two share a name.

use std::rc::Rc;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::Function;
use super::adt::Adt;
use crate::diag::Diagnostics;

/// The items that are known, by the path with which they are named.
#[derive(Default)]
pub struct Links {
    known: Vec<(String, TokenStream)>,
    /// Named, but not known.
    wanted: Vec<syn::Path>,
    resumed: bool,
    /// Answers at once, in tests: by the last word of a path.
    #[cfg(test)]
    answers: Option<Rc<std::collections::HashMap<String, String>>>,
}

impl Links {
    /// All that there is, by name.
    #[cfg(test)]
    pub fn answered(answers: &Rc<std::collections::HashMap<String, String>>) -> Links {
        Links {
            answers: Some(Rc::clone(answers)),
            ..Links::default()
        }
    }

    /// Has this expansion stopped before?
    pub fn is_resumed(&self) -> bool {
        self.resumed
    }

    /// What is still to be asked for.
    pub fn wanted(&self) -> &[syn::Path] {
        &self.wanted
    }

    /// Is the answer still to come?
    pub fn is_wanted(&self, path: &syn::Path) -> bool {
        self.wanted.contains(path)
    }

    fn find(&mut self, path: &syn::Path) -> Option<TokenStream> {
        let key = key(path);
        if let Some((_, found)) = self.known.iter().find(|(name, _)| *name == key) {
            return Some(found.clone());
        }
        #[cfg(test)]
        if let Some(answers) = &self.answers {
            let name = path.segments.last().map(|s| s.ident.to_string());
            let text = name.and_then(|name| answers.get(&name));
            return text.and_then(|text| text.parse().ok());
        }
        if !self.wanted.contains(path) {
            self.wanted.push(path.clone());
        }
        None
    }

    /// Is it known, without asking?
    pub fn knows(&self, path: &syn::Path) -> bool {
        #[cfg(test)]
        if let Some(answers) = &self.answers {
            let name = path.segments.last().map(|s| s.ident.to_string());
            return name.is_some_and(|name| answers.contains_key(&name));
        }
        let key = key(path);
        self.known.iter().any(|(name, _)| *name == key)
    }

    /// A struct or an enum. `None`: not known yet, or no such item.
    pub fn adt(&mut self, path: &syn::Path) -> Option<Rc<Adt>> {
        let tokens = self.find(path)?;
        let item: syn::Item = syn::parse2(tokens).ok()?;
        // Its own expansion told of its mistakes.
        let mut silent = Diagnostics::default();
        Adt::read(&item, self, &mut silent).map(Rc::new)
    }

    /// The signature of an agnostic function. `None`: not known yet, or no such item.
    pub fn function(&mut self, path: &syn::Path) -> Option<Rc<Function>> {
        if !is_linkable(path) {
            return None;
        }
        let tokens = self.find(path)?;
        let item: syn::ItemFn = syn::parse2(quote!(#tokens {})).ok()?;
        let mut silent = Diagnostics::default();
        let wanted = self.wanted.len();
        let function = super::read(item, self, &mut silent);
        // What its signature names is named where it stands, not here.
        self.wanted.truncate(wanted);
        Some(Rc::new(function))
    }
}

fn key(path: &syn::Path) -> String {
    crate::origin::source_text(&path.to_token_stream())
}

/// Names of the standard library's macros: an item of such a name leaves none, since it would hide them.
const TAKEN: [&str; 34] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "column",
    "compile_error",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include",
    "include_bytes",
    "include_str",
    "line",
    "matches",
    "module_path",
    "option_env",
    "panic",
    "print",
    "println",
    "stringify",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// Does the path name an item that can leave a macro? A function of a type cannot.
pub fn is_linkable(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev();
    let name = names.next().map(|s| s.ident.to_string());
    let of_type = names.next().is_some_and(|s| {
        let name = s.ident.to_string();
        name == "Self" || name.starts_with(|c: char| c.is_ascii_uppercase())
    });
    !of_type && name.is_some_and(|name| !TAKEN.contains(&name.as_str()))
}

/// The macro that an item leaves: `signature` is what it holds.
pub fn export(
    name: &Ident,
    vis: &syn::Visibility,
    cfgs: &TokenStream,
    signature: &TokenStream,
) -> TokenStream {
    if TAKEN.contains(&name.to_string().as_str()) {
        return TokenStream::new();
    }
    let plain = syn::ext::IdentExt::unraw(name).to_string();
    // One name for the whole crate: the place tells items of one name apart.
    let place = {
        use std::hash::{Hash, Hasher};
        let mut hasher = std::hash::DefaultHasher::new();
        format!("{:?}", name.span()).hash(&mut hasher);
        format!("{:?}", proc_macro2::Span::call_site()).hash(&mut hasher);
        signature.to_string().hash(&mut hasher);
        hasher.finish()
    };
    let hidden = Ident::new(
        &format!("__eagerpy_{plain}_{place:016x}"),
        proc_macro2::Span::call_site(),
    );
    let export = matches!(vis, syn::Visibility::Public(_)).then(|| quote!(#[macro_export]));
    quote! {
        #cfgs
        #[doc(hidden)]
        #[allow(non_local_definitions)]
        #export
        macro_rules! #hidden {
            ($next:path { $($before:tt)* } $($rest:tt)*) => { $next! { $($before)* { #signature } $($rest)* } };
        }
        #cfgs
        #[doc(hidden)]
        #[allow(unused_imports)]
        #vis use #hidden as #name;
    }
}

/// What a stopped expansion leaves: the request, with all that is needed to go on.
pub fn request(
    links: &Links,
    krate: &TokenStream,
    options: &TokenStream,
    item: &TokenStream,
) -> TokenStream {
    let known = links
        .known
        .iter()
        .map(|(name, tokens)| quote!(#name { #tokens }));
    let known = quote!(#(#known)*);
    step(&links.wanted, krate, &known, options, item)
}

fn step(
    wanted: &[syn::Path],
    krate: &TokenStream,
    known: &TokenStream,
    options: &TokenStream,
    item: &TokenStream,
) -> TokenStream {
    let Some((first, rest)) = wanted.split_first() else {
        return TokenStream::new();
    };
    let name = key(first);
    quote! {
        #first! { #krate::__private::__link { #name } { #(#rest,)* } { #known } { #krate } { #options } { #item } }
    }
}

/// An expansion that goes on.
pub struct Resumed {
    pub links: Links,
    pub options: TokenStream,
    pub item: TokenStream,
}

/// Reads what a request came back with: more to ask for, or all.
pub fn resume(tokens: TokenStream) -> Result<Resumed, TokenStream> {
    let mut tokens = tokens.into_iter();
    let name = match tokens.next() {
        Some(TokenTree::Literal(name)) => name.to_string(),
        _ => String::new(),
    };
    let name = syn::parse_str::<syn::LitStr>(&name).map_or(name, |lit| lit.value());
    let mut group = || match tokens.next() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => group.stream(),
        _ => TokenStream::new(),
    };
    let (found, rest, mut known) = (group(), group(), group());
    let (krate, options, item) = (group(), group(), group());
    known.extend(quote!(#name { #found }));
    let wanted: Vec<syn::Path> = syn::parse::Parser::parse2(
        |input: syn::parse::ParseStream<'_>| {
            let mut paths = Vec::new();
            while !input.is_empty() {
                paths.push(input.call(syn::Path::parse_mod_style)?);
                let _: Option<syn::Token![,]> = input.parse()?;
            }
            Ok(paths)
        },
        rest,
    )
    .unwrap_or_default();
    if !wanted.is_empty() {
        return Err(step(&wanted, &krate, &known, &options, &item));
    }
    let mut links = Links {
        resumed: true,
        ..Links::default()
    };
    let mut known = known.into_iter();
    while let (Some(TokenTree::Literal(name)), Some(TokenTree::Group(found))) =
        (known.next(), known.next())
    {
        let name = syn::parse_str::<syn::LitStr>(&name.to_string());
        links.known.push((
            name.map_or_else(|_| String::new(), |n| n.value()),
            Group::stream(&found),
        ));
    }
    Ok(Resumed {
        links,
        options,
        item,
    })
}
