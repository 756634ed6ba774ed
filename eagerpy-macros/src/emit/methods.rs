//! `#[agnostic] impl Mlp { … }`: each method becomes an agnostic function whose first parameter is the struct, and a
//! method of the native type that calls it.
//!
//! ```text
//! impl Mlp {                                          #[agnostic]
//!     pub fn forward(&self, x: &Tensor) -> Tensor     fn __Mlp_forward(self: &Mlp<_>, x: &Tensor) -> Tensor { … }
//!     { … }
//! }                                                   impl<B, E> Mlp<B, E> { pub fn forward<TX>(&self, x: &TX) … }
//! ```

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::VisitMut;

use crate::args::Options;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::syntax::Member;

/// The attribute that tells a method's function apart.
pub const MARK: &str = "__agnostic_method";

/// Splits a block into agnostic functions.
pub fn split(mut block: syn::ItemImpl, options: &Options, written: &TokenStream) -> TokenStream {
    let items = std::mem::take(&mut block.items);
    let members = items.into_iter().map(Member::Whole).collect();
    split_members(&block, members, options, written)
}

/// The same of a block of which not all could be parsed.
pub fn split_members(
    block: &syn::ItemImpl,
    members: Vec<Member>,
    options: &Options,
    written: &TokenStream,
) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    if let Some((path, _)) = &block.trait_ {
        diagnostics.push(
            Diagnostic::new(Code::E101, path, "an agnostic `impl` of a trait").help(
                "write the methods in an `impl` of the struct alone, and call them in the trait's",
            ),
        );
    }
    let Some((path, of)) = self_type(&block.self_ty) else {
        diagnostics.push(
            Diagnostic::new(Code::E101, &block.self_ty, "this is no agnostic struct")
                .help("write `impl Name { … }` of a struct under `#[agnostic]`"),
        );
        return diagnostics.barrier().unwrap_or_default();
    };
    let krate = &options.krate;
    let cfgs: Vec<&syn::Attribute> = block
        .attrs
        .iter()
        .filter(|a| a.path().is_ident("cfg"))
        .collect();
    let mut functions = TokenStream::new();
    for member in members {
        match member {
            Member::Whole(syn::ImplItem::Fn(method)) => {
                let function = function_of(&method, &path, &of);
                functions.extend(quote!(#(#cfgs)* #[#krate::agnostic(#written)] #function));
            }
            Member::Half { method, body } => {
                let function = function_of(&method, &path, &of);
                let function = with_body(function, self_named(body, &path));
                functions.extend(quote!(#(#cfgs)* #[#krate::agnostic(#written)] #function));
            }
            Member::Nothing(tokens, error) => functions.extend(super::unreadable(tokens, error)),
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
    let errors = diagnostics.barrier();
    quote!(#errors #functions)
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

fn function_of(method: &syn::ImplItemFn, path: &syn::Path, of: &syn::Type) -> TokenStream {
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
    let (attrs, vis) = (&method.attrs, &method.vis);
    let mark = format_ident!("{MARK}");
    quote!(#(#attrs)* #[#mark(#method_name, #path)] #vis #sig #block)
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

/// Takes the mark off a method's function.
pub fn take_mark(item: &mut syn::ItemFn) -> Option<Method> {
    let place = item.attrs.iter().position(|a| a.path().is_ident(MARK))?;
    let attr = item.attrs.remove(place);
    attr.parse_args_with(|input: syn::parse::ParseStream<'_>| {
        let name = input.call(syn::ext::IdentExt::parse_any)?;
        input.parse::<syn::Token![,]>()?;
        let of = input.call(syn::Path::parse_mod_style)?;
        Ok(Method { name, of })
    })
    .ok()
}
