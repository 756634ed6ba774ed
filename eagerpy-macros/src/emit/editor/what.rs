//! What a value is, as far as its form says: that decides what is rewritten.

use std::collections::HashMap;
use std::rc::Rc;

use eagerpy_runtime::DType;
use quote::ToTokens;
use syn::visit::Visit;

use crate::syntax::adt::{Adt, Variant};
use crate::syntax::links::Links;
use crate::syntax::{Function, Type, is_struct, is_tensor, mentions_ours};

/// A value.
#[derive(Clone)]
pub enum What {
    /// A tensor. So is what a called function gives, of which nothing is known.
    Tensor(Elem),
    Tuple(Vec<What>),
    /// A list of these.
    List(Box<What>),
    /// What goes over these.
    Iter(Box<What>),
    Option(Box<What>),
    Struct(Rc<Adt>),
    /// A function that the caller brings, by what it gives.
    Brought(Box<What>),
    /// A host value in a struct.
    Part,
    Host,
}

/// What `item()` of a tensor gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elem {
    Float,
    Int,
    Bool,
}

impl Elem {
    pub fn of(dtype: Option<DType>) -> Elem {
        match dtype {
            Some(DType::Bool) => Elem::Bool,
            Some(dtype) if !dtype.is_float() => Elem::Int,
            _ => Elem::Float,
        }
    }
}

impl What {
    /// What a called function gives.
    pub const GIVEN: What = What::Tensor(Elem::Float);

    /// Has it to do with tensors?
    pub fn has_tensor(&self) -> bool {
        match self {
            What::Tensor(_) | What::Struct(_) => true,
            What::Tuple(parts) => parts.iter().any(What::has_tensor),
            What::List(of) | What::Iter(of) | What::Option(of) => of.has_tensor(),
            What::Brought(_) | What::Part | What::Host => false,
        }
    }

    /// Would Rust move it?
    pub fn moves(&self) -> bool {
        match self {
            What::List(_) | What::Struct(_) | What::Part => true,
            What::Tuple(parts) => parts.iter().any(What::moves),
            What::Option(of) => of.moves(),
            What::Tensor(_) | What::Iter(_) | What::Brought(_) | What::Host => false,
        }
    }

    pub fn or(self, other: What) -> What {
        match self {
            What::Host => other,
            known => known,
        }
    }
}

/// Types whose functions are called by their name: `usize::max(x.dim(0), 1)`.
pub const PRIMITIVES: [&str; 19] = [
    "f16", "bf16", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32",
    "u64", "u128", "usize", "bool", "char", "str",
];

/// The structs and enums under `#[agnostic]` that a function names, by their paths.
#[derive(Default)]
pub struct Structs(HashMap<String, Rc<Adt>>);

impl Structs {
    /// Those that are known. What their fields name may be asked for by this.
    pub fn of(function: &Function, links: &mut Links) -> Structs {
        let mut out = Structs::default();
        for param in &function.params {
            out.add(&param.ty);
        }
        out.add(&function.result);
        let mut finder = Finder {
            structs: &mut out,
            links,
        };
        finder.visit_block(&function.item.block);
        out
    }

    fn add(&mut self, ty: &Type) {
        match ty {
            Type::Struct(ty) => {
                self.0.insert(key(&ty.path), Rc::clone(&ty.def));
            }
            Type::Tuple(parts) => parts.iter().for_each(|part| self.add(part)),
            Type::List { element: inner, .. } | Type::Option(inner) => self.add(inner),
            _ => {}
        }
    }

    pub fn get(&self, path: &syn::Path) -> Option<&Rc<Adt>> {
        self.0.get(&key(path))
    }

    /// The struct that a path names by itself, or that what it names belongs to: a variant, a function. With it, which
    /// segment of the path is its name.
    pub fn named(&self, path: &syn::Path) -> Option<(&Rc<Adt>, usize)> {
        let last = path.segments.len().checked_sub(1)?;
        if let Some(def) = self.get(path) {
            return Some((def, last));
        }
        let def = self.get(&outer(path)?)?;
        Some((def, last.checked_sub(1)?))
    }

    pub fn of_type(&self, ty: &Type) -> What {
        match ty {
            Type::Tensor(tensor) => What::Tensor(Elem::of(tensor.dtype)),
            Type::Tuple(parts) => What::Tuple(parts.iter().map(|p| self.of_type(p)).collect()),
            Type::List { element, .. } => What::List(Box::new(self.of_type(element))),
            Type::Option(inner) => What::Option(Box::new(self.of_type(inner))),
            Type::Struct(ty) if ty.def.tensors => What::Struct(Rc::clone(&ty.def)),
            Type::Fn(ty) => What::Brought(Box::new(self.of_type(&ty.result))),
            Type::Host(ty) => self.of_written(ty),
            Type::Struct(_) | Type::Unknown => What::Host,
        }
    }

    /// The same of a type as it is written in a body.
    pub fn of_written(&self, ty: &syn::Type) -> What {
        let list = |of: &syn::Type| What::List(Box::new(self.of_written(of)));
        match ty {
            _ if is_tensor(ty) => What::Tensor(written_elem(ty)),
            syn::Type::Reference(inner) => self.of_written(&inner.elem),
            syn::Type::Paren(inner) => self.of_written(&inner.elem),
            syn::Type::Tuple(tuple) => {
                What::Tuple(tuple.elems.iter().map(|t| self.of_written(t)).collect())
            }
            syn::Type::Slice(of) if mentions_ours(&of.elem) => list(&of.elem),
            syn::Type::Array(of) if mentions_ours(&of.elem) => list(&of.elem),
            syn::Type::Path(path) if is_struct(ty) => match self.get(&path.path) {
                Some(def) if def.tensors => What::Struct(Rc::clone(def)),
                _ => What::Host,
            },
            syn::Type::Path(path) => match (path.path.segments.last(), argument(path)) {
                (Some(last), Some(of)) if last.ident == "Vec" && mentions_ours(of) => list(of),
                (Some(last), Some(of)) if last.ident == "Option" && mentions_ours(of) => {
                    What::Option(Box::new(self.of_written(of)))
                }
                _ => What::Host,
            },
            _ => What::Host,
        }
    }

    /// What a field of a struct is.
    pub fn field(&self, def: &Adt, member: &syn::Member) -> What {
        def.variants
            .first()
            .map_or(What::Host, |only| self.field_of(only, member))
    }

    /// What a field of a variant is.
    pub fn field_of(&self, variant: &Variant, member: &syn::Member) -> What {
        let field = variant.fields.iter().find(|f| f.member == *member);
        match field.map(|field| (self.of_type(&field.ty), &field.written.ty)) {
            Some((What::Host, ty)) if !is_primitive(ty) => What::Part,
            Some((what, _)) => what,
            None => What::Host,
        }
    }
}

/// The variant that a path names, or the only one of a struct.
pub fn variant<'a>(def: &'a Adt, path: &syn::Path) -> Option<&'a Variant> {
    if !def.is_enum {
        return def.variants.first();
    }
    let name = &path.segments.last()?.ident;
    def.variants.iter().find(|v| v.name == *name)
}

fn is_primitive(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Path(path) => path
            .path
            .get_ident()
            .is_some_and(|name| PRIMITIVES.iter().any(|primitive| name == primitive)),
        _ => false,
    }
}

/// The only type argument of a path.
fn argument(path: &syn::TypePath) -> Option<&syn::Type> {
    match &path.path.segments.last()?.arguments {
        syn::PathArguments::AngleBracketed(args) => match args.args.first() {
            Some(syn::GenericArgument::Type(of)) => Some(of),
            _ => None,
        },
        _ => None,
    }
}

/// A path without generic arguments.
fn plain(path: &syn::Path) -> syn::Path {
    let mut path = path.clone();
    for segment in &mut path.segments {
        segment.arguments = syn::PathArguments::None;
    }
    path
}

fn key(path: &syn::Path) -> String {
    plain(path).to_token_stream().to_string()
}

/// A path without its last segment.
fn outer(path: &syn::Path) -> Option<syn::Path> {
    let mut path = path.clone();
    path.segments.pop()?;
    path.segments.pop_punct();
    (!path.segments.is_empty()).then_some(path)
}

/// Finds the structs that a body names.
struct Finder<'a> {
    structs: &'a mut Structs,
    links: &'a mut Links,
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_path(&mut self, path: &'a syn::Path) {
        for path in [Some(plain(path)), outer(&plain(path))]
            .into_iter()
            .flatten()
        {
            if self.links.knows(&path)
                && self.structs.get(&path).is_none()
                && let Some(def) = self.links.adt(&path)
            {
                self.structs.0.insert(key(&path), def);
            }
        }
        syn::visit::visit_path(self, path);
    }
}

fn written_elem(ty: &syn::Type) -> Elem {
    let syn::Type::Path(path) = ty else {
        return Elem::Float;
    };
    match argument(path) {
        Some(syn::Type::Path(word)) => Elem::of(dtype_named(&word.path)),
        _ => Elem::Float,
    }
}

pub fn dtype_named(path: &syn::Path) -> Option<DType> {
    DType::from_name(&path.get_ident()?.to_string())
}
