//! Types in signatures and in `let` annotations: `&Tensor<f32, N, 3>`, `Scalar`, tuples, host types.

use eagerpy_runtime::DType;
use syn::ext::IdentExt;

use super::{DimName, DimSpec, TensorType, Type};
use crate::diag::{Code, Diagnostic, Diagnostics, nearest::nearest};

/// Where a type stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Param,
    Result,
    /// In a `let`.
    Let,
}

/// Reads a type.
pub fn read(
    ty: &syn::Type,
    place: Place,
    dims: &mut Vec<DimName>,
    diagnostics: &mut Diagnostics,
) -> Type {
    match ty {
        syn::Type::Paren(inner) => read(&inner.elem, place, dims, diagnostics),
        syn::Type::Group(inner) => read(&inner.elem, place, dims, diagnostics),
        syn::Type::Tuple(tuple) if mentions_tensor(ty) || place == Place::Result => {
            if place == Place::Param {
                diagnostics.push(
                    Diagnostic::new(Code::E102, ty, "a tuple of tensors as a parameter")
                        .help("pass the tensors as parameters of their own"),
                );
                return Type::Unknown;
            }
            Type::Tuple(
                tuple
                    .elems
                    .iter()
                    .map(|e| read(e, place, dims, diagnostics))
                    .collect(),
            )
        }
        syn::Type::Reference(reference) if is_tensor(&reference.elem).is_some() => {
            if place == Place::Result {
                diagnostics.push(
                    Diagnostic::new(
                        Code::E102,
                        ty,
                        "a result is a tensor, not a reference to one",
                    )
                    .help("drop the `&`"),
                );
            }
            if reference.mutability.is_some() {
                diagnostics.push(
                    Diagnostic::new(
                        Code::E102,
                        ty,
                        "a tensor is never written through a reference",
                    )
                    .help("take `&Tensor` and return the new value"),
                );
            }
            read_tensor(&reference.elem, dims, diagnostics)
        }
        _ if is_tensor(ty).is_some() => {
            if place == Place::Param {
                diagnostics.push(
                    Diagnostic::new(Code::E102, ty, "a tensor parameter is a reference")
                        .help("a tensor is never moved: write `&` before it"),
                );
            }
            read_tensor(ty, dims, diagnostics)
        }
        _ if mentions_tensor(ty) => {
            diagnostics.push(
                Diagnostic::new(Code::E102, ty, "tensors inside this type")
                    .help(inside_help(ty, place)),
            );
            Type::Unknown
        }
        syn::Type::Reference(reference) if library_tensor(&reference.elem).is_some() => {
            read(&reference.elem, place, dims, diagnostics)
        }
        host => match library_tensor(host) {
            Some(library) => {
                let reference = if place == Place::Param { "&" } else { "" };
                diagnostics.push(
                    Diagnostic::new(
                        Code::E102,
                        ty,
                        format!("the tensor of `{library}` in an agnostic function"),
                    )
                    .help(format!(
                        "write `{reference}Tensor`, which stands for every framework's"
                    )),
                );
                Type::Unknown
            }
            None => Type::Host(host.clone()),
        },
    }
}

/// The library whose tensor type this is: `candle_core::Tensor`.
fn library_tensor(ty: &syn::Type) -> Option<String> {
    let syn::Type::Path(path) = ty else {
        return None;
    };
    let (library, last) = crate::diag::foreign::library(&path.path)?;
    (last == "Tensor").then_some(library)
}

/// What to write for a type with tensors in it.
fn inside_help(ty: &syn::Type, place: Place) -> String {
    if let syn::Type::Path(path) = ty
        && let Some(last) = path.path.segments.last()
        && last.ident == "Result"
        && place == Place::Result
        && let syn::PathArguments::AngleBracketed(args) = &last.arguments
        && let Some(inner) = args.args.first()
    {
        let inner = crate::origin::type_text(&quote::quote!(#inner));
        return format!("write `{inner}`: that it is in a `Result` goes without saying");
    }
    match place {
        Place::Param => "pass each tensor as a parameter of its own, `&Tensor<…>`".to_owned(),
        _ => "write `Tensor<…>`, `Scalar<…>`, or a tuple of them".to_owned(),
    }
}

/// The last segment of a path `Tensor` or `Scalar`, and whether it is a scalar.
pub fn is_tensor(ty: &syn::Type) -> Option<(&syn::PathSegment, bool)> {
    let syn::Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    let plain = path.path.segments.len() == 1
        || path
            .path
            .segments
            .first()
            .is_some_and(|s| s.ident == "eagerpy");
    match last.ident.to_string().as_str() {
        "Tensor" if plain => Some((last, false)),
        "Scalar" if plain => Some((last, true)),
        _ => None,
    }
}

/// Does `Tensor` or `Scalar` stand anywhere in the type?
pub fn mentions_tensor(ty: &syn::Type) -> bool {
    struct Finder(bool);
    impl<'a> syn::visit::Visit<'a> for Finder {
        fn visit_type(&mut self, ty: &'a syn::Type) {
            self.0 |= is_tensor(ty).is_some();
            syn::visit::visit_type(self, ty);
        }
    }
    let mut finder = Finder(false);
    syn::visit::Visit::visit_type(&mut finder, ty);
    finder.0
}

fn read_tensor(ty: &syn::Type, dims: &mut Vec<DimName>, diagnostics: &mut Diagnostics) -> Type {
    let Some((segment, scalar)) = is_tensor(ty) else {
        return Type::Unknown;
    };
    let mut out = TensorType {
        dtype: None,
        dims: scalar.then(Vec::new),
        written: ty.clone(),
    };
    let args = match &segment.arguments {
        syn::PathArguments::None => return Type::Tensor(out),
        syn::PathArguments::AngleBracketed(args) => &args.args,
        syn::PathArguments::Parenthesized(args) => {
            diagnostics.push(
                Diagnostic::new(Code::E102, args, "a tensor type has its arguments in `<…>`")
                    .help("write `Tensor<f32, N, D>`"),
            );
            return Type::Unknown;
        }
    };
    let mut args = args.iter();
    let mut good = true;
    if let Some(first) = args.next() {
        match read_dtype(first) {
            Ok(dtype) => out.dtype = dtype,
            Err(diagnostic) => {
                diagnostics.push(*diagnostic);
                good = false;
            }
        }
    }
    let mut list = Vec::new();
    for arg in args {
        match read_dim(arg, dims) {
            Ok(dim) => list.push(dim),
            Err(diagnostic) => {
                diagnostics.push(*diagnostic);
                good = false;
            }
        }
    }
    if scalar && !list.is_empty() {
        diagnostics.push(
            Diagnostic::new(Code::E103, ty, "a scalar has no dimensions")
                .help("write `Tensor<…>` for a tensor with dimensions"),
        );
        good = false;
    }
    if !list.is_empty() {
        out.dims = Some(list);
    }
    if good {
        Type::Tensor(out)
    } else {
        Type::Unknown
    }
}

/// The element types that can be written.
pub fn dtype_names() -> Vec<&'static str> {
    let written = |dtype: &&DType| !matches!(dtype, DType::F16 | DType::BF16);
    DType::ALL
        .iter()
        .filter(written)
        .map(|d| d.name())
        .collect()
}

/// The element type that is meant by a word: that of another library, or the nearest.
pub fn near_dtype(word: &str) -> Option<&'static str> {
    crate::diag::foreign::dtype(word).or_else(|| nearest(word, dtype_names()))
}

fn read_dtype(arg: &syn::GenericArgument) -> Result<Option<DType>, Box<Diagnostic>> {
    let known = format!(
        "element types are {}, and `_` for the function's float type",
        dtype_names().join(", ")
    );
    match arg {
        syn::GenericArgument::Type(syn::Type::Infer(_)) => return Ok(None),
        syn::GenericArgument::Type(syn::Type::Path(path)) => {
            if let Some(ident) = path.path.get_ident() {
                let word = ident.to_string();
                if let Some(dtype) = DType::from_name(&word) {
                    // No Rust type stands for these two: the typed backends have no kernels for them.
                    if matches!(dtype, DType::F16 | DType::BF16) {
                        return Err(Box::new(
                            Diagnostic::new(
                                Code::E102,
                                arg,
                                format!("`{word}` cannot be written here"),
                            )
                            .fact(
                                "tensors of `f16` and `bf16` go through the function's float type",
                            )
                            .help("write `_`"),
                        ));
                    }
                    return Ok(Some(dtype));
                }
                let title = format!("`{word}` is no element type");
                let help = match near_dtype(&word) {
                    Some(near) => format!("write `{near}`"),
                    None => format!("the element type comes first: `Tensor<_, {word}>`"),
                };
                return Err(Box::new(
                    Diagnostic::new(Code::E102, arg, title)
                        .fact(known)
                        .help(help),
                ));
            }
        }
        _ => {}
    }
    Err(Box::new(
        Diagnostic::new(Code::E102, arg, "no element type")
            .fact(known)
            .help("the element type comes first: `Tensor<f32, N, 3>`"),
    ))
}

fn read_dim(
    arg: &syn::GenericArgument,
    dims: &mut Vec<DimName>,
) -> Result<DimSpec, Box<Diagnostic>> {
    match arg {
        syn::GenericArgument::Type(syn::Type::Infer(_)) => Ok(DimSpec::Any),
        syn::GenericArgument::Type(syn::Type::Path(path)) if path.path.get_ident().is_some() => {
            let Some(ident) = path.path.get_ident() else {
                return Ok(DimSpec::Any);
            };
            let name = ident.unraw().to_string();
            if DType::from_name(&name).is_some() {
                return Err(Box::new(
                    Diagnostic::new(
                        Code::E103,
                        arg,
                        format!("`{name}` is an element type, not a dimension"),
                    )
                    .help("a tensor has one element type, which comes first"),
                ));
            }
            let place = dims.iter().position(|d| d.name == name).unwrap_or_else(|| {
                dims.push(DimName {
                    ident: ident.clone(),
                    name,
                });
                dims.len() - 1
            });
            Ok(DimSpec::Named(place))
        }
        syn::GenericArgument::Const(syn::Expr::Lit(lit)) => match &lit.lit {
            syn::Lit::Int(int) => int.base10_parse().map(DimSpec::Size).map_err(|_| {
                Box::new(Diagnostic::new(
                    Code::E103,
                    arg,
                    "a size is a number of elements",
                ))
            }),
            _ => Err(Box::new(
                Diagnostic::new(Code::E103, arg, "a size is an integer")
                    .help("write `3`, a name, or `_`"),
            )),
        },
        _ => Err(Box::new(
            Diagnostic::new(Code::E103, arg, "this is no dimension")
                .help("a dimension is a name (`N`), a size (`3`), or `_`"),
        )),
    }
}
