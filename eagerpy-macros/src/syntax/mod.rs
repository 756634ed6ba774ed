//! STAGE 1: tokens → the function's signature in our own types.
//!
//! In: a `syn::ItemFn`. Out: a [`Function`], whose signature is understood. The body stays in
//! syn's types: what an expression means depends on the types of its parts, so the next stage
//! reads it. Mistakes go to the [`Diagnostics`]; the function is still returned, with
//! [`Type::Unknown`] where a type could not be read.

mod broken;
mod types;

use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use crate::diag::{Code, Diagnostic, Diagnostics};
use eagerpy_runtime::DType;

/// A function under `#[agnostic]`.
pub struct Function {
    /// The item as the user wrote it.
    pub item: syn::ItemFn,
    pub params: Vec<Param>,
    pub result: Type,
    /// Named dimensions, in the order in which they appear.
    pub dims: Vec<DimName>,
}

impl Function {
    pub fn name(&self) -> &Ident {
        &self.item.sig.ident
    }
}

/// A named dimension.
pub struct DimName {
    pub ident: Ident,
    pub name: String,
}

/// A parameter.
pub struct Param {
    pub ident: Ident,
    pub name: String,
    pub ty: Type,
    /// Declared `mut`?
    pub mutable: bool,
    /// The parameter as it was written.
    pub written: syn::PatType,
}

/// A type in a signature.
#[derive(Clone)]
pub enum Type {
    Tensor(TensorType),
    /// Passed through untouched.
    Host(syn::Type),
    Tuple(Vec<Type>),
    /// Could not be read; the mistake was told.
    Unknown,
}

/// `Tensor<…>` or `Scalar<…>`.
#[derive(Clone)]
pub struct TensorType {
    /// `None`: the function's shared float type.
    pub dtype: Option<DType>,
    /// `None`: any rank.
    pub dims: Option<Vec<DimSpec>>,
    /// The type as it was written.
    pub written: syn::Type,
}

/// A dimension in a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DimSpec {
    /// Position in [`Function::dims`].
    Named(usize),
    Size(usize),
    /// `_`
    Any,
}

/// Reads a function's signature.
pub fn read(item: syn::ItemFn, diagnostics: &mut Diagnostics) -> Function {
    let mut function = Function {
        params: Vec::new(),
        result: Type::Unknown,
        dims: Vec::new(),
        item,
    };
    let sig = function.item.sig.clone();
    refuse_modifiers(&sig, diagnostics);
    for input in &sig.inputs {
        match input {
            syn::FnArg::Typed(typed) => {
                let param = read_param(
                    typed,
                    function.params.len(),
                    &mut function.dims,
                    diagnostics,
                );
                function.params.push(param);
            }
            syn::FnArg::Receiver(receiver) => diagnostics.push(
                Diagnostic::new(Code::E101, receiver, "`self` in an agnostic function")
                    .help("write a free function with the tensors as parameters"),
            ),
        }
    }
    function.result = match &sig.output {
        syn::ReturnType::Default => Type::Tuple(Vec::new()),
        syn::ReturnType::Type(_, ty) => {
            types::read(ty, types::Place::Result, &mut function.dims, diagnostics)
        }
    };
    if !sig.generics.params.is_empty() {
        // They were refused, and types that name them mean nothing any more.
        let types = function
            .params
            .iter_mut()
            .map(|p| &mut p.ty)
            .chain([&mut function.result]);
        for ty in types.filter(|ty| matches!(ty, Type::Host(_))) {
            *ty = Type::Unknown;
        }
    }
    function
}

fn refuse_modifiers(sig: &syn::Signature, diagnostics: &mut Diagnostics) {
    let mut refuse = |tokens: proc_macro2::TokenStream, what: &str| {
        diagnostics.push(
            Diagnostic::new(
                Code::E101,
                tokens,
                format!("{what} in an agnostic function"),
            )
            .help("an agnostic function is a plain `fn`; call it from one that needs more"),
        );
    };
    use quote::ToTokens;
    if let Some(token) = &sig.asyncness {
        refuse(token.to_token_stream(), "`async`");
    }
    if let syn::Safety::Unsafe(token) = &sig.safety {
        refuse(token.to_token_stream(), "`unsafe`");
    }
    if let Some(token) = &sig.constness {
        refuse(token.to_token_stream(), "`const`");
    }
    if let Some(token) = &sig.abi {
        refuse(token.to_token_stream(), "an ABI");
    }
    if !sig.generics.params.is_empty() {
        refuse(sig.generics.to_token_stream(), "generic parameters");
    }
}

fn read_param(
    typed: &syn::PatType,
    place: usize,
    dims: &mut Vec<DimName>,
    diagnostics: &mut Diagnostics,
) -> Param {
    let ty = types::read(&typed.ty, types::Place::Param, dims, diagnostics);
    match &*typed.pat {
        syn::Pat::Ident(pat) => Param {
            ident: pat.ident.clone(),
            name: pat.ident.unraw().to_string(),
            ty,
            mutable: pat.mutability.is_some(),
            written: typed.clone(),
        },
        pattern => {
            diagnostics.push(
                Diagnostic::new(
                    Code::E105,
                    pattern,
                    "a parameter of an agnostic function is a name",
                )
                .help("take it apart in the body: `let (a, b) = pair;`"),
            );
            // It keeps its place, so that calls have the right number of arguments.
            let ident = Ident::new(&format!("_unnamed{place}"), pattern.span());
            Param {
                name: ident.to_string(),
                ident,
                ty: Type::Unknown,
                mutable: false,
                written: typed.clone(),
            }
        }
    }
}

pub use broken::{Parsed, parse};
pub use types::{dtype_names, near_dtype};

/// Is it `Tensor` or `Scalar`?
pub fn is_tensor(ty: &syn::Type) -> bool {
    types::is_tensor(ty).is_some()
}

/// Does `Tensor` or `Scalar` stand in this type?
pub fn mentions_tensor(ty: &syn::Type) -> bool {
    types::mentions_tensor(ty)
}

/// The type written at a `let`. Its dimensions are those of the signature.
pub fn read_let_type(ty: &syn::Type, function: &Function, diagnostics: &mut Diagnostics) -> Type {
    let mut dims: Vec<DimName> = function
        .dims
        .iter()
        .map(|d| DimName {
            ident: d.ident.clone(),
            name: d.name.clone(),
        })
        .collect();
    let known = dims.len();
    let read = types::read(ty, types::Place::Let, &mut dims, diagnostics);
    if let Some(new) = dims.get(known) {
        diagnostics.push(
            Diagnostic::new(
                Code::E103,
                &new.ident,
                format!("no dimension is called `{}`", new.name),
            )
            .help("dimensions are named in the signature; write `_` for a size of no interest"),
        );
        return Type::Unknown;
    }
    read
}
