//! The copy of a function that editors read, beside STAGE 6.
//!
//! In: a [`Function`] as it was written, whatever is wrong with it. Out, for `fn f(x: &Tensor<_, N>) -> Scalar`
//! with the body `x.sum(axis = -1) / N as f64`:
//!
//! ```text
//! #[allow(unexpected_cfgs, …)]
//! const _: () = {
//!     #[cfg(rust_analyzer)]
//!     use ::eagerpy::__private::editor::scope::*;
//!     #[cfg(rust_analyzer)]
//!     fn __copy(x: ::eagerpy::Tensor) -> ::eagerpy::Result<::eagerpy::Tensor> {
//!         let N: usize = Default::default();
//!         Ok({ x.sum(Into::into(-1), false) / N as f64 })
//!     }
//! };
//! ```
//!
//! Here a tensor is the documented stub `eagerpy::Tensor`, and all that Rust's own typing needs is in its place, so
//! that completion, hover and the types of variables work in the body. The user's words keep their spans, by which
//! the editor finds its way back. What cannot be rewritten stays as it is: the real item tells the mistakes.
//!
//! A struct `Layer<_, D, C>` is `Layer<AnyBackend>`, whose fields are stubs, and its methods stand beside those of the
//! real backends. What a field is must be known here, so a function that names a struct gives a request in the place of
//! its copy ([`first`]), which comes back with the struct's fields.
//!
//! The copy comes first in the output. rust-analyzer expands a second time with a word at the cursor, and finds the
//! place by counting what stands before it, which must be the same both times; errors and `EXPLAIN` are not. So what
//! depends on an expression stands behind it.

mod calls;
mod tokens;
mod what;
mod writer;

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::VisitMut;

use self::what::Structs;
use self::writer::Writer;
use crate::syntax::links::{self, Links};
use crate::syntax::{Failure, Function, Param, is_struct, is_tensor, mentions_ours};

/// The attribute of an item that came back for its copy alone.
const MARK: &str = "__agnostic_copy";

/// The copy of a function that is expanded for the first time: where it names structs, the request for them, which
/// comes back to [`copy`]. It asks for nothing else, so that a misspelt function does not take it away. `item` is the
/// function as it was written.
pub fn first(
    function: &Function,
    krate: &TokenStream,
    links: &mut Links,
    (options, item): (&TokenStream, &TokenStream),
    body: Option<TokenStream>,
) -> TokenStream {
    let mut asked = Links::default();
    for path in links.wanted() {
        let struct_name = path
            .segments
            .last()
            .is_some_and(|s| s.ident.to_string().starts_with(char::is_uppercase));
        if struct_name {
            let _ = asked.adt(path);
        }
    }
    if asked.wanted().is_empty() {
        return copy(function, krate, links, body);
    }
    let request = links::request(&asked, krate, options, &marked(item), false);
    quote! {
        #[allow(unexpected_cfgs)]
        const _: () = {
            #[cfg(rust_analyzer)]
            #request
        };
    }
}

/// The item of a request for the copy.
pub fn marked(item: &TokenStream) -> TokenStream {
    let mark = format_ident!("{MARK}");
    quote!(#[#mark] #item)
}

/// What came back, without the mark, if it came back for the copy.
pub fn unmarked(item: &TokenStream) -> Option<TokenStream> {
    let mut tokens = item.clone().into_iter();
    let is_mark = match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Punct(hash)), Some(TokenTree::Group(mark))) => {
            hash.as_char() == '#'
                && mark.delimiter() == Delimiter::Bracket
                && mark.stream().to_string() == MARK
        }
        _ => false,
    };
    is_mark.then(|| tokens.collect())
}

/// The copy. `body` is what stands between the braces where that could not be parsed.
pub fn copy(
    function: &Function,
    krate: &TokenStream,
    links: &mut Links,
    body: Option<TokenStream>,
) -> TokenStream {
    // That is told, and there is no place for a copy.
    if function.item.sig.receiver().is_some() && function.method.is_none() {
        return TokenStream::new();
    }
    let structs = Structs::of(function, links);
    let mut writer = Writer::new(krate, &structs, function);
    let body = match body {
        Some(tokens) => writer.broken(tokens),
        None => {
            let mut block = (*function.item.block).clone();
            crate::syntax::derivative::typed(&mut block);
            writer.block(&mut block);
            let stmts = &block.stmts;
            quote!(#(#stmts)*)
        }
    };
    let head = Head::new(function, krate, &structs);
    let (generics, params, outcome) = (&head.generics, &head.params, &head.outcome);
    let bounds = &generics.where_clause;
    // Constants among the generic parameters have their names.
    let dims = function.dims.iter().filter(|dim| !dim.fixed);
    let dims = dims.map(|dim| &dim.ident);
    let inside = quote! {
        #(let #dims: usize = ::core::default::Default::default();)*
        ::core::result::Result::Ok({ #body })
    };
    let item = match &function.method {
        None => quote! {
            fn __copy #generics (#(#params),*) -> #outcome #bounds {
                #inside
            }
        },
        // Others call it by its name, and have its value.
        Some(method) => {
            let (of, result, docs) = (&method.of, &head.result, docs(function));
            let (vis, name) = (&function.item.vis, &method.name);
            let tensors = structs.get(of).is_none_or(|def| def.tensors);
            // A struct of the host's has its method already.
            let name = match tensors {
                true => name.clone(),
                false => format_ident!("{CALLEE}_{name}"),
            };
            let backend = tensors.then(|| quote!(<#krate::__private::editor::AnyBackend>));
            quote! {
                impl #of #backend {
                    #(#docs)*
                    #vis fn #name #generics (#(#params),*) -> #result #bounds {
                        let _ = || -> #outcome { #inside };
                        #krate::__private::editor::stub()
                    }
                }
            }
        }
    };
    let attrs = function.item.attrs.iter();
    let cfgs = attrs.filter(|a| a.path().is_ident("cfg"));
    quote! {
        #(#cfgs)*
        #[allow(unused, non_snake_case, non_local_definitions, unreachable_code, unexpected_cfgs, clippy::all)]
        const _: () = {
            #[cfg(rust_analyzer)]
            use #krate::__private::editor::scope::*;
            #[cfg(rust_analyzer)]
            #item
        };
    }
}

/// What the copies of other functions call in the place of this one. It stands in the module of the bindings, which a
/// `use` of the function brings along.
pub fn callee(function: &Function, krate: &TokenStream, vis: &TokenStream) -> TokenStream {
    // A method's copy is what others call.
    if function.method.is_some() {
        return TokenStream::new();
    }
    let structs = Structs::of(function, &mut Links::default());
    let head = Head::new(function, krate, &structs);
    let (generics, params, result) = (&head.generics, &head.params, &head.result);
    let bounds = &generics.where_clause;
    let docs = docs(function);
    // From a call in a copy, the editor comes here: to the function's name.
    let name = Ident::new(CALLEE, function.name().span());
    quote! {
        #[cfg(rust_analyzer)]
        #[doc(hidden)]
        #(#docs)*
        #vis fn #name #generics (#(#params),*) -> #result #bounds {
            #krate::__private::editor::stub()
        }
    }
}

const CALLEE: &str = "__editor";

/// The body of a binding, which editors do not look into: they would show what is in it beside what is in the copy, since
/// both stand at the user's place.
pub fn hidden(body: &TokenStream, krate: &TokenStream) -> TokenStream {
    quote! {
        #[cfg(not(rust_analyzer))]
        {
            #body
        }
        #[cfg(rust_analyzer)]
        #krate::__private::editor::stub()
    }
}

fn docs(function: &Function) -> Vec<&syn::Attribute> {
    let attrs = function.item.attrs.iter();
    attrs.filter(|a| a.path().is_ident("doc")).collect()
}

/// A function's signature over stubs.
struct Head {
    generics: syn::Generics,
    params: Vec<TokenStream>,
    /// What it gives.
    result: syn::Type,
    /// The same, or an error.
    outcome: TokenStream,
}

impl Head {
    fn new(function: &Function, krate: &TokenStream, structs: &Structs) -> Head {
        let mut types = Types { krate, structs };
        let sig = &function.item.sig;
        let mut generics = sig.generics.clone();
        // The float type has no part in a stub.
        if let Some(float) = &function.float {
            let params = std::mem::take(&mut generics.params).into_iter();
            generics.params = params
                .filter(|p| !matches!(p, syn::GenericParam::Type(ty) if ty.ident == *float))
                .collect();
        }
        types.visit_generics_mut(&mut generics);
        let mut params = Vec::new();
        for param in &function.params {
            params.push(match param.name.as_str() {
                "self" => receiver(param),
                _ => stub_param(param, &mut types),
            });
        }
        let mut result = match &sig.output {
            syn::ReturnType::Default => syn::parse_quote!(()),
            syn::ReturnType::Type(_, ty) => value_type(function, ty),
        };
        types.visit_type_mut(&mut result);
        let outcome = match &function.error {
            Some(Failure::Theirs(error)) => quote!(::core::result::Result<#result, #error>),
            _ => quote!(#krate::Result<#result>),
        };
        Head {
            generics,
            params,
            result,
            outcome,
        }
    }
}

/// `&self`, at the user's place: only then it is what his `self` in the body names.
fn receiver(param: &Param) -> TokenStream {
    let word = Ident::new("self", param.ident.span());
    quote!(& #word)
}

fn stub_param(param: &Param, types: &mut Types<'_>) -> TokenStream {
    let mut written = param.written.clone();
    types.visit_type_mut(&mut written.ty);
    written.attrs.clear();
    written.to_token_stream()
}

/// `T` of `Result<T, MyError>`.
fn value_type(function: &Function, ty: &syn::Type) -> syn::Type {
    if let (Some(_), syn::Type::Path(path)) = (&function.error, ty)
        && let Some(syn::PathArguments::AngleBracketed(args)) =
            path.path.segments.last().map(|s| &s.arguments)
        && let Some(syn::GenericArgument::Type(value)) = args.args.first()
    {
        return value.clone();
    }
    ty.clone()
}

/// Puts stubs in the place of tensors, lists and structs, and of references to them: they are handed on like numbers.
struct Types<'a> {
    krate: &'a TokenStream,
    structs: &'a Structs,
}

impl VisitMut for Types<'_> {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        let krate = self.krate;
        if let syn::Type::Reference(reference) = &mut *ty
            && mentions_ours(&reference.elem)
            && matches!(*reference.elem, syn::Type::Path(_) | syn::Type::Slice(_))
        {
            let inner = std::mem::replace(&mut *reference.elem, syn::parse_quote!(()));
            *ty = inner;
        }
        if is_struct(ty)
            && let syn::Type::Path(written) = &mut *ty
        {
            let host = self.structs.get(&written.path).is_some_and(|d| !d.tensors);
            if let Some(last) = written.path.segments.last_mut() {
                last.arguments = match host {
                    true => syn::PathArguments::None,
                    false => syn::PathArguments::AngleBracketed(
                        syn::parse_quote!(<#krate::__private::editor::AnyBackend>),
                    ),
                };
            }
            return;
        }
        let tensor = is_tensor(ty);
        match &mut *ty {
            syn::Type::Path(path) if tensor => {
                // `Scalar` has the same documentation.
                let place = path.path.segments.last().map(|s| s.ident.span());
                let name = Ident::new("Tensor", place.unwrap_or_else(Span::call_site));
                *ty = syn::Type::Verbatim(quote!(#krate::#name));
            }
            syn::Type::Slice(list) if mentions_ours(&list.elem) => {
                self.visit_type_mut(&mut list.elem);
                let element = &list.elem;
                *ty = syn::Type::Verbatim(quote!(::std::vec::Vec<#element>));
            }
            _ => syn::visit_mut::visit_type_mut(self, ty),
        }
    }
}
