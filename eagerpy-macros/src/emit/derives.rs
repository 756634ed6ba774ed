//! The standard derives of a struct or an enum with tensors.
//!
//! ```text
//! #[derive(Clone)]                      impl<B: Backend, E: Element> Clone for Mlp<B, E>
//! struct Mlp<D> {                       where
//!     layers: Vec<Dense<_, D, D>>,          Vec<Dense<B, E>>: Clone,
//!     rate: f64,                        {
//! }                                         fn clone(&self) -> Self { … }
//!                                       }
//! ```
//!
//! `derive` asks for what the parameters are, `B: Clone`, which a backend need not be, and for their own types,
//! `B::Array<E, R2>: Clone`, of which it sees none in `Dense<B, E>`. So these derives are taken out of the list, and
//! written here with what the fields must be.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;

use super::adt::native;
use crate::syntax::Type;
use crate::syntax::adt::{Adt, Style, Variant};

/// The attributes without the derives that are written here, and these, which get `cfgs`.
pub fn split(
    attrs: &[syn::Attribute],
    adt: &Adt,
    cfgs: &TokenStream,
    krate: &TokenStream,
) -> (Vec<syn::Attribute>, TokenStream) {
    let fields = || adt.variants.iter().flat_map(|v| &v.fields);
    if !fields().any(|field| depends(&field.ty)) {
        return (attrs.to_vec(), TokenStream::new());
    }
    let mut impls = TokenStream::new();
    let mut write = |path: &syn::Path, cfg: &TokenStream| match derived(path, adt) {
        Some(name) => {
            impls.extend(written(&name, adt, &quote!(#cfgs #cfg), krate));
            true
        }
        None => false,
    };
    let attrs = attrs.iter().filter_map(|attr| {
        if attr.path().is_ident("derive") {
            let rest = without(attr.meta.require_list().ok()?, |path| {
                write(path, &TokenStream::new())
            });
            return rest.map(|rest| syn::parse_quote!(#[#rest]));
        }
        match conditional(attr) {
            // `#[cfg_attr(test, derive(Clone))]`
            Some((condition, metas)) => {
                let cfg = quote!(#[cfg(#condition)]);
                let metas: Vec<TokenStream> = metas
                    .into_iter()
                    .filter_map(|meta| match &meta {
                        syn::Meta::List(list) if list.path.is_ident("derive") => {
                            without(list, |path| write(path, &cfg))
                        }
                        meta => Some(meta.to_token_stream()),
                    })
                    .collect();
                (!metas.is_empty()).then(|| syn::parse_quote!(#[cfg_attr(#condition, #(#metas),*)]))
            }
            None => Some(attr.clone()),
        }
    });
    (attrs.collect(), impls)
}

/// A list of derives without those that are taken; `None` if none is left.
fn without(list: &syn::MetaList, mut taken: impl FnMut(&syn::Path) -> bool) -> Option<TokenStream> {
    let paths = Punctuated::<syn::Path, syn::Token![,]>::parse_terminated;
    let Ok(paths) = list.parse_args_with(paths) else {
        return Some(list.to_token_stream());
    };
    let left: Vec<&syn::Path> = paths.iter().filter(|path| !taken(path)).collect();
    let word = &list.path;
    (!left.is_empty()).then(|| quote!(#word(#(#left),*)))
}

/// The condition and the attributes of a `cfg_attr`.
fn conditional(attr: &syn::Attribute) -> Option<(syn::Meta, Vec<syn::Meta>)> {
    if !attr.path().is_ident("cfg_attr") {
        return None;
    }
    let metas = Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated;
    let mut metas = attr.parse_args_with(metas).ok()?.into_iter();
    Some((metas.next()?, metas.collect()))
}

/// The trait's name, if this is a derive that is written here: `Clone`, `std::clone::Clone`.
fn derived(path: &syn::Path, adt: &Adt) -> Option<Ident> {
    let known = [
        ("Clone", "clone"),
        ("Copy", "marker"),
        ("Debug", "fmt"),
        ("PartialEq", "cmp"),
        ("Eq", "cmp"),
        ("Default", "default"),
    ];
    let words: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (name, of) = match words[..] {
        [name] => (name, None),
        ["std" | "core", of, name] => (name, Some(of)),
        _ => return None,
    };
    let (_, module) = known.into_iter().find(|(known, _)| *known == name)?;
    // Which variant is the default, an attribute of `derive`'s says.
    let refused = of.is_some_and(|of| of != module) || (name == "Default" && adt.is_enum);
    let last = path.segments.last()?;
    (!refused).then(|| last.ident.clone())
}

/// Does it depend on the backend? A bound of what does not is none of the impl's.
fn depends(ty: &Type) -> bool {
    match ty {
        Type::Tensor(_) => true,
        Type::Tuple(parts) => parts.iter().any(depends),
        Type::List { element: inner, .. } | Type::Option(inner) => depends(inner),
        Type::Struct(of) => of.def.tensors,
        Type::Host(_) | Type::Fn(_) | Type::Unknown => false,
    }
}

/// One of them. What rustc says of it stands at its word.
fn written(word: &Ident, adt: &Adt, cfgs: &TokenStream, krate: &TokenStream) -> TokenStream {
    let span = Span::call_site().located_at(word.span());
    let name = &adt.name;
    let text = word.to_string();
    let path = match text.as_str() {
        "Clone" => quote_spanned!(span=> ::core::clone::Clone),
        "Copy" => quote_spanned!(span=> ::core::marker::Copy),
        "Debug" => quote_spanned!(span=> ::core::fmt::Debug),
        "PartialEq" => quote_spanned!(span=> ::core::cmp::PartialEq),
        "Eq" => quote_spanned!(span=> ::core::cmp::Eq),
        _ => quote_spanned!(span=> ::core::default::Default),
    };
    let (generics, args) = match adt.float {
        true => (
            quote_spanned!(span=> <B: #krate::Backend, E: #krate::Element>),
            quote_spanned!(span=> <B, E>),
        ),
        false => (
            quote_spanned!(span=> <B: #krate::Backend>),
            quote_spanned!(span=> <B>),
        ),
    };
    // Nothing in the body of `Eq` holds the host's fields to it.
    let all = text == "Eq";
    let bounds = adt.variants.iter().flat_map(|v| &v.fields);
    let bounds = bounds
        .filter(|field| all || depends(&field.ty))
        .map(|field| {
            let ty = native(&field.ty, krate);
            quote_spanned!(span=> #ty: #path,)
        });
    let lint = all.then(|| quote_spanned!(span=> #[allow(trivial_bounds)]));
    let body = body(&text, adt, span);
    quote_spanned! {span=>
        #cfgs
        #lint
        #[automatically_derived]
        impl #generics #path for #name #args
        where
            #(#bounds)*
        {
            #body
        }
    }
}

fn body(text: &str, adt: &Adt, span: Span) -> TokenStream {
    match text {
        "Clone" => {
            let arms = arms(adt, span, |variant, names| {
                let pattern = taken(adt, variant, span);
                let members = variant.fields.iter().map(|field| &field.member);
                quote_spanned!(span=> #pattern { #(#members: ::core::clone::Clone::clone(#names)),* })
            });
            quote_spanned! {span=>
                fn clone(&self) -> Self {
                    match self { #arms }
                }
            }
        }
        "Debug" => {
            let arms = arms(adt, span, |variant, names| {
                let name = variant.name.unraw().to_string();
                let labels = variant.fields.iter().map(|field| field.name());
                match variant.style {
                    Style::Named => quote_spanned! {span=>
                        ::core::fmt::Formatter::debug_struct(f, #name)
                            #(.field(#labels, #names))* .finish()
                    },
                    Style::Tuple => quote_spanned! {span=>
                        ::core::fmt::Formatter::debug_tuple(f, #name) #(.field(#names))* .finish()
                    },
                    Style::Unit => {
                        quote_spanned!(span=> ::core::fmt::Formatter::write_str(f, #name))
                    }
                }
            });
            quote_spanned! {span=>
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    match self { #arms }
                }
            }
        }
        "PartialEq" => {
            let pairs = adt.variants.iter().map(|variant| {
                let (left, right) = (names(variant, "left", span), names(variant, "right", span));
                let (of_left, of_right) = (
                    pattern(adt, variant, &left, span),
                    pattern(adt, variant, &right, span),
                );
                let equal = match left.is_empty() {
                    true => quote_spanned!(span=> true),
                    false => quote_spanned! {span=>
                        #(::core::cmp::PartialEq::eq(#left, #right))&&*
                    },
                };
                quote_spanned!(span=> (#of_left, #of_right) => #equal,)
            });
            let differ = (adt.variants.len() > 1).then(|| quote_spanned!(span=> _ => false,));
            quote_spanned! {span=>
                fn eq(&self, other: &Self) -> bool {
                    match (self, other) { #(#pairs)* #differ }
                }
            }
        }
        "Default" => {
            let members = adt
                .variants
                .iter()
                .flat_map(|v| &v.fields)
                .map(|f| &f.member);
            quote_spanned! {span=>
                fn default() -> Self {
                    Self { #(#members: ::core::default::Default::default()),* }
                }
            }
        }
        _ => TokenStream::new(),
    }
}

/// An arm per variant, in which its fields have names.
fn arms(adt: &Adt, span: Span, value: impl Fn(&Variant, &[Ident]) -> TokenStream) -> TokenStream {
    let arms = adt.variants.iter().map(|variant| {
        let names = names(variant, "field", span);
        let (pattern, value) = (pattern(adt, variant, &names, span), value(variant, &names));
        quote_spanned!(span=> #pattern => #value,)
    });
    quote_spanned!(span=> #(#arms)*)
}

fn names(variant: &Variant, word: &str, span: Span) -> Vec<Ident> {
    (0..variant.fields.len())
        .map(|place| Ident::new(&format!("{word}{place}"), span))
        .collect()
}

fn pattern(adt: &Adt, variant: &Variant, names: &[Ident], span: Span) -> TokenStream {
    let path = taken(adt, variant, span);
    let members = variant.fields.iter().map(|field| &field.member);
    quote_spanned!(span=> #path { #(#members: #names),* })
}

fn taken(adt: &Adt, variant: &Variant, span: Span) -> TokenStream {
    match adt.is_enum {
        true => {
            let name = &variant.name;
            quote_spanned!(span=> Self::#name)
        }
        false => quote_spanned!(span=> Self),
    }
}
