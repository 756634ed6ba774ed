//! `#[agnostic] impl Mlp { … }`: each method becomes an agnostic function whose first parameter is the struct, and a
//! method of the native type that calls it.
//!
//! ```text
//! impl Mlp {                                          #[agnostic]
//!     pub fn forward(&self, x: &Tensor) -> Tensor     fn __Mlp_forward(self: &Mlp<_>, x: &Tensor) -> Tensor { … }
//!     { … }
//! }                                                   impl<B, E> Mlp<B, E> { pub fn forward<TX>(&self, x: &TX) … }
//! ```
//!
//! It also leaves the macro `Mlp!`, by which others learn the fields and the signatures of the methods: the fields it asks
//! of the struct beside it.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::visit_mut::VisitMut;

use crate::args::Options;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::grad::Asked;
use crate::syntax::Member;
use crate::syntax::links::{self, Links};

/// The attribute that tells a method's function apart.
pub const MARK: &str = "__agnostic_method";

/// Splits a block into agnostic functions.
///
/// `block` is empty: `members` is what stands in it, as far as that can be parsed.
pub fn split(
    block: &syn::ItemImpl,
    members: Vec<Member>,
    mut links: Links,
    options: &Options,
    written: &TokenStream,
    tokens: &TokenStream,
) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    if let Some((path, _)) = &block.trait_ {
        diagnostics.push(
            Diagnostic::new(Code::E101, path, "an agnostic `impl` of a trait").help(
                "write the methods in an `impl` of the struct alone, and call them in the trait's",
            ),
        );
        return diagnostics.barrier().unwrap_or_default();
    }
    let Some((path, of)) = self_type(&block.self_ty) else {
        diagnostics.push(
            Diagnostic::new(Code::E101, &block.self_ty, "this is no agnostic struct")
                .help("write an `impl` of a struct under `#[agnostic]`"),
        );
        return diagnostics.barrier().unwrap_or_default();
    };
    let Some(name) = path.get_ident().cloned() else {
        let name = path.segments.last().map(|s| s.ident.to_string());
        let name = name.unwrap_or_default();
        diagnostics.push(
            Diagnostic::new(
                Code::E101,
                &path,
                format!("the `impl` of `{name}` stands away from it"),
            )
            .help(format!("move the `impl` into the module of `{name}`")),
        );
        return diagnostics.barrier().unwrap_or_default();
    };
    let fields = links.fields(&path);
    if !links.wanted().is_empty() {
        return links::request(&links, &options.krate, written, tokens, false);
    }
    let krate = &options.krate;
    if let Some(asked) = &options.grad {
        let place = match asked {
            Asked::Named(names) => names.first().map(ToTokens::to_token_stream),
            Asked::All => None,
        };
        diagnostics.push(
            Diagnostic::new(
                Code::E401,
                place.unwrap_or_else(|| path.to_token_stream()),
                "a gradient of a whole `impl`",
            )
            .fact("it is asked of each method by itself")
            .help("write `#[agnostic(grad)]` before the method"),
        );
    }
    let written = &of_methods(written);
    let cfgs = block.attrs.iter().filter(|a| a.path().is_ident("cfg"));
    let cfgs = quote!(#(#cfgs)*);
    let mut functions = TokenStream::new();
    let mut signatures = TokenStream::new();
    // What the method's own options say stands before its signature, too.
    let mut left = |function: &syn::ItemFn, written: &TokenStream| {
        let marks = function.attrs.iter().filter(|a| a.path().is_ident(MARK));
        let own = crate::args::read(written.clone(), &mut Diagnostics::default());
        let (grad, sig) = (super::marks(&own), &function.sig);
        signatures.extend(quote!(#(#marks)* #grad #sig {}));
    };
    let mut names: Vec<Ident> = Vec::new();
    for member in members {
        if let Member::Whole(syn::ImplItem::Fn(method)) | Member::Half { method, .. } = &member
            // Of two under a cfg, one goes.
            && !method.attrs.iter().any(|a| a.path().is_ident("cfg"))
        {
            let method = &method.sig.ident;
            if names.contains(method) {
                diagnostics.push(
                    Diagnostic::new(
                        Code::E101,
                        method,
                        format!("`{name}` has a method `{method}` already"),
                    )
                    .help("give it another name"),
                );
                continue;
            }
            names.push(method.clone());
        }
        match member {
            Member::Whole(syn::ImplItem::Fn(mut method)) => {
                let written = with_own_options(written, &mut method.attrs, &mut diagnostics);
                let function = function_of(&method, &path, &of);
                left(&function, &written);
                functions.extend(quote!(#cfgs #[#krate::agnostic(#written)] #function));
            }
            Member::Half { mut method, body } => {
                let written = with_own_options(written, &mut method.attrs, &mut diagnostics);
                let function = function_of(&method, &path, &of);
                left(&function, &written);
                let function = with_body(function.into_token_stream(), self_named(body, &path));
                // As of a whole one: an editor takes the two for each other by where they stand in the output.
                functions.extend(quote!(#cfgs #[#krate::agnostic(#written)] #function));
            }
            Member::Nothing(tokens, error) => {
                functions.extend(super::unreadable(tokens, error, "method"));
            }
            Member::Whole(other) => diagnostics.push(
                Diagnostic::new(
                    Code::E101,
                    &other,
                    "an `impl` of agnostic methods has methods only",
                )
                .help("write it in a second `impl`, without `#[agnostic]`"),
            ),
        }
    }
    let mut export = TokenStream::new();
    if let Some(mut found) = fields {
        match links::take_methods(&mut found.item) {
            Some(vis) => {
                let item = found.item.to_token_stream();
                let fields = links::Found::of(&item, &found.nested);
                export = links::export(&name, &vis, &cfgs, &quote!(#fields #signatures));
            }
            None => diagnostics.push(
                Diagnostic::new(
                    Code::E401,
                    &path,
                    format!("`{name}` does not say that it has methods"),
                )
                .fact("by that its callers know what they take and give")
                .help(format!(
                    "write `#[agnostic(methods)]` before the definition of `{name}`"
                )),
            ),
        }
    }
    let errors = diagnostics.barrier();
    quote!(#errors #export #functions)
}

/// The options of a block that go for each of its methods.
fn of_methods(written: &TokenStream) -> TokenStream {
    let parser = Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated;
    let Ok(list) = parser.parse2(written.clone()) else {
        return written.clone();
    };
    let of_one = |meta: &&syn::Meta| {
        let own = ["grad", "order", "vjp"];
        !own.iter().any(|word| meta.path().is_ident(word))
    };
    let kept = list.iter().filter(of_one);
    quote!(#(#kept),*)
}

/// The options of a block, and those of a method in it: `#[agnostic(grad)]` before the method, which is taken off.
fn with_own_options(
    of_block: &TokenStream,
    attrs: &mut Vec<syn::Attribute>,
    diagnostics: &mut Diagnostics,
) -> TokenStream {
    let is_ours = |attr: &syn::Attribute| {
        let last = attr.path().segments.last();
        last.is_some_and(|last| last.ident == "agnostic")
    };
    let mut written = of_block.clone();
    for attr in attrs.iter().filter(|attr| is_ours(attr)) {
        match &attr.meta {
            syn::Meta::List(list) => {
                let comma = (!written.is_empty()).then(|| quote!(,));
                let own = &list.tokens;
                written = quote!(#written #comma #own);
            }
            other => diagnostics.push(
                Diagnostic::new(
                    Code::E401,
                    other,
                    "a method of an agnostic `impl` is agnostic already",
                )
                .help("take `#[agnostic]` off it"),
            ),
        }
    }
    attrs.retain(|attr| !is_ours(attr));
    written
}

/// The methods of a block as functions, each under its own options.
#[cfg(test)]
pub fn functions(block: &syn::ItemImpl) -> Vec<syn::ItemFn> {
    let Some((path, of)) = self_type(&block.self_ty) else {
        return Vec::new();
    };
    let methods = block.items.iter().filter_map(|item| match item {
        syn::ImplItem::Fn(method) => {
            let (mut method, none) = (method.clone(), TokenStream::new());
            let mut silent = Diagnostics::default();
            let options = with_own_options(&none, &mut method.attrs, &mut silent);
            let mut function = function_of(&method, &path, &of);
            function
                .attrs
                .push(syn::parse_quote!(#[agnostic(#options)]));
            Some(function)
        }
        _ => None,
    });
    methods.collect()
}

/// The struct's path without its dimensions, and its type as a signature writes it.
fn self_type(ty: &syn::Type) -> Option<(syn::Path, syn::Type)> {
    let syn::Type::Path(written) = ty else {
        return None;
    };
    let mut path = written.path.clone();
    let last = path.segments.last_mut()?;
    let dims: Vec<TokenStream> =
        match std::mem::replace(&mut last.arguments, syn::PathArguments::None) {
            syn::PathArguments::AngleBracketed(arguments) => arguments
                .args
                .iter()
                .filter(|a| !matches!(a, syn::GenericArgument::Type(syn::Type::Infer(_))))
                .map(ToTokens::to_token_stream)
                .collect(),
            _ => Vec::new(),
        };
    let of = syn::parse_quote!(#path<_, #(#dims),*>);
    Some((path, of))
}

fn function_of(method: &syn::ImplItemFn, path: &syn::Path, of: &syn::Type) -> syn::ItemFn {
    let mut names = SelfNames {
        path: path.clone(),
        of: of.clone(),
    };
    let (mut sig, mut block) = (method.sig.clone(), method.block.clone());
    for input in &mut sig.inputs {
        if let syn::FnArg::Receiver(receiver) = input {
            // By value or by reference, a tensor is never moved.
            let token = &receiver.self_token;
            *input = syn::parse_quote!(#token: &#of);
        }
    }
    names.visit_signature_mut(&mut sig);
    names.visit_block_mut(&mut block);
    let name = path.segments.last().map(|s| s.ident.to_string());
    let method_name = &method.sig.ident;
    sig.ident = Ident::new(
        &format!(
            "__{}_{}",
            name.unwrap_or_default(),
            syn::ext::IdentExt::unraw(method_name)
        ),
        method_name.span(),
    );
    let mut attrs = method.attrs.clone();
    attrs.push(mark_of(method_name, path));
    syn::ItemFn {
        attrs,
        vis: method.vis.clone(),
        modifiers: method.modifiers.clone(),
        sig,
        block: Box::new(block),
    }
}

/// A function with another body, which need not parse.
fn with_body(function: TokenStream, body: TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = function.into_iter().collect();
    if let Some(TokenTree::Group(empty)) = tokens.last_mut() {
        let mut group = Group::new(Delimiter::Brace, body);
        group.set_span(empty.span());
        *empty = group;
    }
    tokens.into_iter().collect()
}

/// `Self`, by the struct's name, in what does not parse.
fn self_named(tokens: TokenStream, path: &syn::Path) -> TokenStream {
    let named = |token| match token {
        TokenTree::Ident(word) if word == "Self" => path.to_token_stream(),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), self_named(group.stream(), path));
            inner.set_span(group.span());
            TokenTree::Group(inner).into()
        }
        other => other.into(),
    };
    tokens
        .into_iter()
        .flat_map::<TokenStream, _>(named)
        .collect()
}

/// `Self`, by the struct's name.
struct SelfNames {
    path: syn::Path,
    of: syn::Type,
}

impl VisitMut for SelfNames {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        if matches!(ty, syn::Type::Path(path) if path.path.is_ident("Self")) {
            *ty = self.of.clone();
            return;
        }
        syn::visit_mut::visit_type_mut(self, ty);
    }

    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        if path.segments.first().is_some_and(|s| s.ident == "Self") {
            let rest = path.segments.iter().skip(1).cloned();
            let segments = self.path.segments.iter().cloned().chain(rest).collect();
            path.segments = segments;
            path.leading_colon = self.path.leading_colon;
        }
        syn::visit_mut::visit_path_mut(self, path);
    }
}

/// What a method's function is of.
pub struct Method {
    pub name: Ident,
    pub of: syn::Path,
}

/// The mark of a method's function.
pub fn mark_of(name: &Ident, of: &syn::Path) -> syn::Attribute {
    let mark = format_ident!("{MARK}");
    syn::parse_quote!(#[#mark(#name, #of)])
}

/// What a function is a method of.
pub fn mark(item: &syn::ItemFn) -> Option<Method> {
    read_mark(item.attrs.iter().find(|a| a.path().is_ident(MARK))?)
}

/// Takes the mark off a method's function.
pub fn take_mark(item: &mut syn::ItemFn) -> Option<Method> {
    let place = item.attrs.iter().position(|a| a.path().is_ident(MARK))?;
    read_mark(&item.attrs.remove(place))
}

/// The struct by another path.
pub fn respell_mark(attr: &mut syn::Attribute, path: &syn::Path) {
    if let (true, Some(method)) = (attr.path().is_ident(MARK), read_mark(attr)) {
        *attr = mark_of(&method.name, path);
    }
}

fn read_mark(attr: &syn::Attribute) -> Option<Method> {
    attr.parse_args_with(|input: syn::parse::ParseStream<'_>| {
        let name = input.parse()?;
        input.parse::<syn::Token![,]>()?;
        let of = input.call(syn::Path::parse_mod_style)?;
        Ok(Method { name, of })
    })
    .ok()
}
