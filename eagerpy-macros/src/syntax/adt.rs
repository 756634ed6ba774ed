//! Structs and enums under `#[agnostic]`: their fields in our own types.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;

use super::links::{Links, Told};
use super::types::{Place, Reader, is_std};
use super::{DimName, DimSpec, Type};
use crate::diag::{Code, Diagnostic, Diagnostics};

/// A struct or an enum.
pub struct Adt {
    pub name: Ident,
    /// The dimensions that stand behind its name: `struct Mlp<D, C>`.
    pub dims: Vec<String>,
    pub variants: Vec<Variant>,
    pub is_enum: bool,
    /// Has it tensors of the shared float type?
    pub float: bool,
    /// Has it tensors at all? Else it is the host's own.
    pub tensors: bool,
    /// What its macro said, for who asked.
    pub told: Option<Told>,
}

/// A variant of an enum, or the only one of a struct.
pub struct Variant {
    pub name: Ident,
    /// Its attributes; a struct's are the item's.
    pub attrs: Vec<syn::Attribute>,
    pub style: Style,
    pub fields: Vec<Field>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Named,
    Tuple,
    Unit,
}

pub struct Field {
    /// Its name, or its number.
    pub member: syn::Member,
    pub ty: Type,
    pub written: syn::Field,
}

impl Field {
    pub fn name(&self) -> String {
        match &self.member {
            syn::Member::Named(name) => name.unraw().to_string(),
            syn::Member::Unnamed(index) => index.index.to_string(),
        }
    }
}

impl Adt {
    /// Reads an item; `None` if it is no struct and no enum.
    pub fn read(item: &syn::Item, links: &mut Links, diagnostics: &mut Diagnostics) -> Option<Adt> {
        let (name, generics) = match item {
            syn::Item::Struct(item) => (&item.ident, &item.generics),
            syn::Item::Enum(item) => (&item.ident, &item.generics),
            _ => return None,
        };
        let mut dims = Vec::new();
        for param in &generics.params {
            match param {
                syn::GenericParam::Type(param) if param.bounds.is_empty() => dims.push(DimName {
                    ident: param.ident.clone(),
                    name: param.ident.unraw().to_string(),
                    fixed: false,
                    lead: false,
                    late: false,
                }),
                other => diagnostics.push(
                    Diagnostic::new(
                        Code::E101,
                        other,
                        "a generic parameter that is no dimension",
                    )
                    .help("a struct of tensors has dimensions only: `struct Mlp<D, C>`"),
                ),
            }
        }
        let listed = dims.len();
        let mut reader = Reader {
            place: Place::Field,
            dims: &mut dims,
            float: None,
            links,
            diagnostics,
        };
        let variants: Vec<Variant> = match item {
            syn::Item::Struct(item) => vec![variant(name, &[], &item.fields, &mut reader)],
            syn::Item::Enum(item) => item
                .variants
                .iter()
                .map(|v| variant(&v.ident, &v.attrs, &v.fields, &mut reader))
                .collect(),
            _ => Vec::new(),
        };
        let named = dims
            .iter()
            .take(listed)
            .map(|d| &d.ident)
            .collect::<Vec<_>>();
        for ty in variants.iter().flat_map(|v| v.fields.iter().map(|f| &f.ty)) {
            if let Type::Host(ty) = ty
                && let Some(dim) = word_of(ty.to_token_stream(), &named)
            {
                diagnostics.push(
                    Diagnostic::new(
                        Code::E102,
                        &dim,
                        format!("`{dim}` is a dimension here, and no type"),
                    )
                    .fact("what stands behind a struct's name are dimensions of its tensors")
                    .help("write a type of the host, or a tensor"),
                );
            }
        }
        let all = || variants.iter().flat_map(|v| v.fields.iter().map(|f| &f.ty));
        let (float, tensors) = (all().any(has_float), all().any(Type::is_ours));
        if tensors && is_std(name) {
            diagnostics.push(
                Diagnostic::new(
                    Code::E102,
                    name,
                    format!("`{name}` is a name of the standard library's or of this language"),
                )
                .fact(format!("`{name}<_>` in a function is taken for that one"))
                .help("give it another name"),
            );
        }
        Some(Adt {
            name: name.clone(),
            // What the fields name beyond the list is their own affair.
            dims: dims.iter().take(listed).map(|d| d.name.clone()).collect(),
            variants,
            is_enum: matches!(item, syn::Item::Enum(_)),
            float,
            tensors,
            told: None,
        })
    }

    /// The generic parameters of the native type.
    pub fn generics(&self, krate: &TokenStream) -> TokenStream {
        match (self.tensors, self.float) {
            (false, _) => TokenStream::new(),
            (true, false) => quote!(<B: #krate::Backend>),
            (true, true) => {
                quote!(<B: #krate::Backend, E: #krate::Element = <B as #krate::Backend>::Float>)
            }
        }
    }
}

fn variant(
    name: &Ident,
    attrs: &[syn::Attribute],
    fields: &syn::Fields,
    reader: &mut Reader<'_>,
) -> Variant {
    let style = match fields {
        syn::Fields::Named(_) => Style::Named,
        syn::Fields::Unnamed(_) => Style::Tuple,
        syn::Fields::Unit => Style::Unit,
    };
    let fields = fields
        .iter()
        .enumerate()
        .map(|(place, field)| Field {
            member: match &field.ident {
                Some(name) => syn::Member::Named(name.clone()),
                None => syn::Member::from(place),
            },
            ty: reader.read(&field.ty),
            written: field.clone(),
        })
        .collect();
    Variant {
        name: name.clone(),
        attrs: attrs.to_vec(),
        style,
        fields,
    }
}

/// One of these names, where it stands as a path of its own.
fn word_of(tokens: TokenStream, names: &[&Ident]) -> Option<Ident> {
    let mut in_path = false;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) => {
                let goes_on =
                    matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == ':');
                if !in_path && !goes_on && names.contains(&&word) {
                    return Some(word);
                }
                in_path = false;
            }
            TokenTree::Group(group) => {
                if let Some(word) = word_of(group.stream(), names) {
                    return Some(word);
                }
                in_path = false;
            }
            TokenTree::Punct(punct) => in_path = punct.as_char() == ':',
            TokenTree::Literal(_) => in_path = false,
        }
    }
    None
}

/// Is a tensor of the shared float type in it?
fn has_float(ty: &Type) -> bool {
    match ty {
        Type::Tensor(tensor) => tensor.dtype.is_none(),
        Type::List { element: inner, .. } | Type::Option(inner) => has_float(inner),
        Type::Tuple(parts) => parts.iter().any(has_float),
        Type::Struct(inner) => inner.def.float,
        Type::Host(_) | Type::Fn(_) | Type::Unknown => false,
    }
}

/// A field's dimension, where the struct's dimensions are these.
pub fn instance(dim: &DimSpec, listed: usize, dims: Option<&[DimSpec]>) -> DimSpec {
    match dim {
        DimSpec::Named(place) if *place < listed => dims
            .and_then(|dims| dims.get(*place))
            .cloned()
            .unwrap_or(DimSpec::Any),
        DimSpec::Size(size) => DimSpec::Size(*size),
        // Names of the struct's own, and what is computed of them.
        _ => DimSpec::Any,
    }
}
