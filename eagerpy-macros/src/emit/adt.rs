//! A struct or an enum under `#[agnostic]`: one native type, generic over the backend.
//!
//! ```text
//! pub struct Mlp<D, C> {              pub struct Mlp<B: Backend, E: Element = <B as Backend>::Float> {
//!     pub w: Tensor<_, D, C>,             pub w: B::Array<E, R2>,
//!     pub rate: f64,                      pub rate: f64,
//! }                                   }
//! ```

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;

use super::signature::{dtype_tokens, rank_tokens, tuple};
use crate::args::Options;
use crate::diag::Diagnostics;
use crate::syntax::adt::{Adt, Style};
use crate::syntax::links::{self, Found, Links};
use crate::syntax::{StructType, Type};

/// Writes the item out.
pub fn adt(
    item: &syn::Item,
    adt: Option<Adt>,
    links: &Links,
    options: &Options,
    diagnostics: Diagnostics,
) -> TokenStream {
    let Some(adt) = adt else {
        return item.to_token_stream();
    };
    let errors = diagnostics.barrier();
    let krate = &options.krate;
    let (attrs, vis, token) = match item {
        syn::Item::Struct(item) => (&item.attrs, &item.vis, item.struct_token.to_token_stream()),
        syn::Item::Enum(item) => (&item.attrs, &item.vis, item.enum_token.to_token_stream()),
        _ => return item.to_token_stream(),
    };
    let name = &adt.name;
    let generics = adt.generics(krate);
    // Host types may name parameters that were refused.
    let host = errors.is_some();
    let fields = |variant: &crate::syntax::adt::Variant| {
        let fields = variant.fields.iter().map(|field| {
            let (attrs, vis, name) = (
                &field.written.attrs,
                &field.written.vis,
                field.written.ident.as_ref(),
            );
            let ty = match &field.ty {
                Type::Host(_) if host => quote!(()),
                // The parameters stay in use.
                Type::Unknown => match (adt.tensors, adt.float) {
                    (false, _) => quote!(()),
                    (true, false) => quote!(::core::marker::PhantomData<B>),
                    (true, true) => quote!(::core::marker::PhantomData<(B, E)>),
                },
                ty => native(ty, krate),
            };
            let colon = name.map(|_| quote!(:));
            quote!(#(#attrs)* #vis #name #colon #ty)
        });
        match variant.style {
            Style::Named => quote!({ #(#fields),* }),
            Style::Tuple => quote!((#(#fields),*)),
            Style::Unit => TokenStream::new(),
        }
    };
    let body = match (adt.is_enum, adt.variants.first()) {
        (false, Some(only)) => {
            let end = (only.style != Style::Named).then(|| quote!(;));
            let fields = fields(only);
            quote!(#fields #end)
        }
        _ => {
            let variants = adt.variants.iter().map(|variant| {
                let (name, attrs, fields) = (&variant.name, &variant.attrs, fields(variant));
                quote!(#(#attrs)* #name #fields)
            });
            quote!({ #(#variants),* })
        }
    };
    let cfgs = attrs.iter().filter(|a| a.path().is_ident("cfg"));
    let cfgs = quote!(#(#cfgs)*);
    let (attrs, derives) = super::derives::split(attrs, &adt, &cfgs, krate);
    let mut signature = item.clone();
    strip(&mut signature);
    let signature = Found::of(&signature.to_token_stream(), links.nested());
    let export = links::export_fields(name, vis, &cfgs, &signature, options.methods);
    let convert = (adt.tensors && errors.is_none()).then(|| conversion(&adt, vis, krate));
    let made = errors
        .is_none()
        .then(|| by_parts(&adt, vis, links.nested(), krate));
    quote! {
        #errors
        #(#attrs)*
        #vis #token #name #generics #body
        #derives
        #export
        #cfgs
        const _: () = { #convert #made };
    }
}

/// What others need to know of an item: its fields, without attributes.
fn strip(item: &mut syn::Item) {
    let plain = |fields: &mut syn::Fields| {
        for field in fields {
            field.attrs.clear();
            field.vis = syn::Visibility::Inherited;
        }
    };
    match item {
        syn::Item::Struct(item) => {
            item.attrs.clear();
            item.vis = syn::Visibility::Inherited;
            plain(&mut item.fields);
        }
        syn::Item::Enum(item) => {
            item.attrs.clear();
            item.vis = syn::Visibility::Inherited;
            for variant in &mut item.variants {
                variant.attrs.clear();
                plain(&mut variant.fields);
            }
        }
        _ => {}
    }
}

/// A field's native type.
pub(super) fn native(ty: &Type, krate: &TokenStream) -> TokenStream {
    match ty {
        Type::Host(ty) => quote!(#ty),
        Type::Tensor(tensor) => {
            let elem = match tensor.dtype {
                Some(dtype) => dtype_tokens(dtype, &quote!(#krate::__private)),
                None => quote!(E),
            };
            let rank = match tensor.ranked() {
                Some(dims) => rank_tokens(dims.len(), &quote!(#krate::__private)),
                None => quote!(#krate::__private::Dyn),
            };
            quote!(B::Array<#elem, #rank>)
        }
        Type::Tuple(parts) => {
            let parts: Vec<TokenStream> = parts.iter().map(|p| native(p, krate)).collect();
            tuple(&parts)
        }
        Type::List { element, .. } => {
            let element = native(element, krate);
            quote!(::std::vec::Vec<#element>)
        }
        Type::Option(inner) => {
            let inner = native(inner, krate);
            quote!(::core::option::Option<#inner>)
        }
        Type::Struct(StructType { path, def, .. }) => match (def.tensors, def.float) {
            (false, _) => quote!(#path),
            (true, false) => quote!(#path<B>),
            (true, true) => quote!(#path<B, E>),
        },
        Type::Fn(_) | Type::Unknown => quote!(()),
    }
}

/// What code needs that has no name for the type, since it is a part of another: to copy a value, to make one, and to
/// name its own parts.
fn by_parts(
    adt: &Adt,
    vis: &syn::Visibility,
    nested: &[(String, TokenStream)],
    krate: &TokenStream,
) -> TokenStream {
    let name = &adt.name;
    let rt = quote!(#krate::__private);
    let generics = adt.generics(krate);
    let (generics, args) = match (adt.tensors, adt.float) {
        (false, _) => (generics, TokenStream::new()),
        (true, false) => (generics, quote!(<B>)),
        (true, true) => (
            quote!(<B: #krate::Backend, E: #krate::Element>),
            quote!(<B, E>),
        ),
    };
    let (mut closures, mut arms, mut makers) = (Vec::new(), Vec::new(), TokenStream::new());
    for (number, variant) in adt.variants.iter().enumerate() {
        let copy = format_ident!("copy{number}");
        let fields = || variant.fields.iter().enumerate();
        let names: Vec<_> = fields()
            .map(|(place, _)| format_ident!("field{place}"))
            .collect();
        let members: Vec<_> = variant.fields.iter().map(|f| &f.member).collect();
        let types: Vec<_> = variant
            .fields
            .iter()
            .map(|field| native(&field.ty, krate))
            .collect();
        let (whole, maker) = match adt.is_enum {
            true => {
                let variant = &variant.name;
                (
                    quote!(#name::#variant),
                    format_ident!("__made_{}", variant.unraw()),
                )
            }
            false => (quote!(#name), format_ident!("__made")),
        };
        if names.is_empty() {
            arms.push(quote!(#whole {} => #whole {}));
        } else {
            closures.push(quote! {
                #copy: impl ::core::ops::FnOnce(#(&#types),*) -> ::core::result::Result<(#(#types,)*), X>
            });
            arms.push(quote! {
                #whole { #(#members: #names),* } => {
                    let (#(#names,)*) = #copy(#(#names),*)?;
                    #whole { #(#members: #names),* }
                }
            });
        }
        makers.extend(quote! {
            #[doc(hidden)]
            #[allow(dead_code, non_snake_case, private_interfaces, clippy::too_many_arguments)]
            #vis fn #maker(#(#names: #types),*) -> Self {
                #whole { #(#members: #names),* }
            }
        });
    }
    let parts = nested.iter().enumerate().filter_map(|(place, (path, _))| {
        let ty = part_type(adt, vis, path)?;
        let ty = native(ty, krate);
        let place = proc_macro2::Literal::usize_unsuffixed(place);
        Some(quote! {
            impl #generics #rt::Part<#place> for #name #args {
                type Type = #ty;
            }
        })
    });
    quote! {
        impl #generics #name #args {
            #[doc(hidden)]
            #[allow(dead_code, private_interfaces, clippy::missing_errors_doc, clippy::type_complexity)]
            #vis fn __copied<X>(&self, #(#closures),*) -> ::core::result::Result<Self, X> {
                ::core::result::Result::Ok(match self { #(#arms),* })
            }
            #makers
        }
        #(#parts)*
    }
}

/// The struct of this path, where a field has it that is seen wherever the whole is.
fn part_type<'a>(adt: &'a Adt, vis: &syn::Visibility, path: &str) -> Option<&'a Type> {
    fn find<'a>(ty: &'a Type, path: &str) -> Option<&'a Type> {
        match ty {
            Type::Struct(of) => (links::key(&of.path) == path).then_some(ty),
            Type::List { element: inner, .. } | Type::Option(inner) => find(inner, path),
            Type::Tuple(parts) => parts.iter().find_map(|part| find(part, path)),
            _ => None,
        }
    }
    let vis = vis.to_token_stream().to_string();
    let fields = adt.variants.iter().flat_map(|v| &v.fields);
    let seen = fields.filter(|field| {
        adt.is_enum
            || matches!(field.written.vis, syn::Visibility::Public(_))
            || field.written.vis.to_token_stream().to_string() == vis
    });
    seen.into_iter().find_map(|field| find(&field.ty, path))
}

/// `convert`: the same values on another backend.
fn conversion(adt: &Adt, vis: &syn::Visibility, krate: &TokenStream) -> TokenStream {
    let name = &adt.name;
    let rt = quote!(#krate::__private);
    let mut bounds = TokenStream::new();
    let mut arms = Vec::new();
    for variant in &adt.variants {
        let mut taken = Vec::new();
        let mut given = Vec::new();
        for (place, field) in variant.fields.iter().enumerate() {
            let member = &field.member;
            let from = quote::format_ident!("field{place}");
            let to = converted(&field.ty, &quote!(#from), krate, &mut bounds);
            taken.push(quote!(#member: #from));
            given.push(quote!(#member: #to));
        }
        let variant = adt.is_enum.then(|| {
            let variant = &variant.name;
            quote!(::#variant)
        });
        arms.push(quote!(#name #variant { #(#taken),* } => #name #variant { #(#given),* }));
    }
    let doc = "The same values on another backend, copied through the host; the element types go with them.\n\n# Errors\nIf a framework refuses.";
    let (generics, args, more, out) = match adt.float {
        true => (
            quote!(<B: #krate::Backend, E: #krate::Element>),
            quote!(<B, E>),
            quote!(<To: #krate::Backend, F: #krate::Element>),
            quote!(<To, F>),
        ),
        false => (
            quote!(<B: #krate::Backend>),
            quote!(<B>),
            quote!(<To: #krate::Backend>),
            quote!(<To>),
        ),
    };
    quote! {
        impl #generics #name #args {
            #[doc = #doc]
            #[allow(dead_code, clippy::clone_on_copy, clippy::needless_question_mark)]
            #vis fn convert #more(&self) -> #krate::Result<#name #out>
            where
                #bounds
            {
                use #rt as __rt;
                ::core::result::Result::Ok(match self { #(#arms),* })
            }
        }
    }
}

/// A field on the other backend.
fn converted(
    ty: &Type,
    from: &TokenStream,
    krate: &TokenStream,
    bounds: &mut TokenStream,
) -> TokenStream {
    match ty {
        Type::Tensor(tensor) => {
            let rt = quote!(#krate::__private);
            let (elem, other) = match tensor.dtype {
                Some(dtype) => (dtype_tokens(dtype, &rt), dtype_tokens(dtype, &rt)),
                None => (quote!(E), quote!(F)),
            };
            let rank = match tensor.ranked() {
                Some(dims) => rank_tokens(dims.len(), &rt),
                None => quote!(#rt::Dyn),
            };
            bounds.extend(quote!(B::Array<#elem, #rank>: #krate::Value<B>,));
            quote!(__rt::entry::convert::<B, To, #other, #rank, _>(#from)?)
        }
        Type::Tuple(parts) => {
            let parts: Vec<TokenStream> = parts
                .iter()
                .enumerate()
                .map(|(place, part)| {
                    let member = syn::Index::from(place);
                    converted(part, &quote!(&#from . #member), krate, bounds)
                })
                .collect();
            tuple(&parts)
        }
        Type::List { element, .. } => {
            let inner = converted(element, &quote!(x), krate, bounds);
            quote!(#from.iter().map(|x| -> #krate::Result<_> { ::core::result::Result::Ok(#inner) }).collect::<#krate::Result<::std::vec::Vec<_>>>()?)
        }
        Type::Option(inner) => {
            let inner = converted(inner, &quote!(x), krate, bounds);
            quote!(#from.as_ref().map(|x| -> #krate::Result<_> { ::core::result::Result::Ok(#inner) }).transpose()?)
        }
        Type::Struct(ty) => {
            let def = &ty.def;
            // Its own fields must be values, too.
            for field in def.variants.iter().flat_map(|v| &v.fields) {
                let _ = converted(&field.ty, from, krate, bounds);
            }
            match def.tensors {
                true => quote!((#from).convert()?),
                false => quote!(::core::clone::Clone::clone(#from)),
            }
        }
        Type::Host(_) | Type::Fn(_) | Type::Unknown => {
            quote!(::core::clone::Clone::clone(#from))
        }
    }
}
