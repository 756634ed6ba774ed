//! Types of values while they are inferred.

use std::collections::BTreeSet;

use std::rc::Rc;

use eagerpy_runtime::DType;

use super::dim::Dim;
use crate::syntax::{FnType, StructType};

/// The type of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Ty {
    Tensor(Tensor),
    /// A value of the host program.
    Host(Host),
    Tuple(Vec<Ty>),
    /// `&[T]` or `Vec<T>`.
    List(Box<Ty>),
    /// `Option<&T>`.
    Option(Box<Ty>),
    /// A struct or an enum under `#[agnostic]`.
    Adt(Rc<AdtTy>),
    /// A function that the caller brings.
    Fn(Rc<FnTy>),
    /// What a call of another agnostic function gives: a tensor of a type that only rustc knows.
    Opaque,
    /// Control does not come back: `return`.
    Never,
    /// A mistake was told; nothing that follows from it is.
    Poison,
}

/// A struct or an enum, with its dimensions.
#[derive(Clone)]
pub struct AdtTy {
    pub ty: StructType,
    /// Its fields, by variant.
    pub fields: Vec<Vec<Ty>>,
}

impl PartialEq for AdtTy {
    fn eq(&self, other: &AdtTy) -> bool {
        super::same_struct(&self.ty, &other.ty) && self.fields == other.fields
    }
}

impl std::fmt::Debug for AdtTy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.ty.def.name, self.fields)
    }
}

/// A function of tensors.
#[derive(Clone)]
pub struct FnTy {
    pub ty: FnType,
    pub args: Vec<Ty>,
    pub result: Ty,
}

impl PartialEq for FnTy {
    fn eq(&self, other: &FnTy) -> bool {
        self.args == other.args && self.result == other.result
    }
}

impl std::fmt::Debug for FnTy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "fn {:?} -> {:?}", self.args, self.result)
    }
}

/// The type of a tensor.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    pub dtype: Elem,
    pub shape: Shape,
}

/// An element type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elem {
    Known(DType),
    /// The float type that all bare `Tensor`s of the function share.
    Shared,
    Unknown,
}

/// A shape, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// One dimension per axis.
    Ranked(Vec<Dim>),
    /// Any number of leading dimensions under one name, then these.
    Led {
        lead: Option<usize>,
        tail: Vec<Dim>,
    },
    /// The largest rank of these parameters (by position): what elementwise operations keep.
    Like(BTreeSet<usize>),
    Unknown,
}

/// What is known of a host value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    Int,
    Float,
    Bool,
    Unit,
    /// The word `None`: of the host's, or of an optional tensor.
    None,
    /// `Vec::new()` or `vec![]`: of the host's, or of tensors.
    Empty,
    Unknown,
}

impl Ty {
    pub const UNIT: Ty = Ty::Host(Host::Unit);

    pub fn is_tensor(&self) -> bool {
        matches!(self, Ty::Tensor(_) | Ty::Opaque)
    }

    /// Is there a tensor in it?
    pub fn has_tensor(&self) -> bool {
        match self {
            Ty::Tuple(parts) => parts.iter().any(Ty::has_tensor),
            Ty::List(_) | Ty::Option(_) | Ty::Adt(_) | Ty::Fn(_) => true,
            other => other.is_tensor(),
        }
    }

    /// Is it held in a variable of emitted code as a whole, rather than tensor by tensor?
    pub fn is_container(&self) -> bool {
        match self {
            Ty::List(_) | Ty::Option(_) | Ty::Fn(_) => true,
            Ty::Adt(adt) => adt.ty.def.is_enum,
            _ => false,
        }
    }

    /// The fields, of a struct.
    pub fn fields(&self) -> Option<&[Ty]> {
        match self {
            Ty::Adt(adt) if !adt.ty.def.is_enum => adt.fields.first().map(Vec::as_slice),
            _ => None,
        }
    }
}

impl Elem {
    pub fn is_float(self) -> Option<bool> {
        match self {
            Elem::Known(dtype) => Some(dtype.is_float()),
            Elem::Shared => Some(true),
            Elem::Unknown => None,
        }
    }
    pub fn is_int(self) -> Option<bool> {
        match self {
            Elem::Known(dtype) => Some(dtype.is_int()),
            Elem::Shared => Some(false),
            Elem::Unknown => None,
        }
    }
    pub fn is_bool(self) -> Option<bool> {
        match self {
            Elem::Known(dtype) => Some(dtype == DType::Bool),
            Elem::Shared => Some(false),
            Elem::Unknown => None,
        }
    }
    pub fn show(self) -> &'static str {
        match self {
            Elem::Known(dtype) => dtype.name(),
            Elem::Shared => "float",
            Elem::Unknown => "?",
        }
    }
}

impl Shape {
    pub fn scalar() -> Shape {
        Shape::Ranked(Vec::new())
    }

    pub fn rank(&self) -> Option<usize> {
        match self {
            Shape::Ranked(dims) => Some(dims.len()),
            _ => None,
        }
    }

    pub fn dims(&self) -> Option<&[Dim]> {
        match self {
            Shape::Ranked(dims) => Some(dims),
            _ => None,
        }
    }

    /// A shape of this rank with nothing known about the sizes.
    pub fn of_rank(rank: usize) -> Shape {
        Shape::Ranked(vec![Dim::Unknown; rank])
    }
}

/// Types in the user's words.
pub struct Show<'a> {
    pub names: &'a [String],
}

impl Show<'_> {
    pub fn tensor(&self, tensor: &Tensor) -> String {
        format!("{}{}", tensor.dtype.show(), self.shape(&tensor.shape))
    }

    pub fn shape(&self, shape: &Shape) -> String {
        match shape {
            Shape::Ranked(dims) => format!("[{}]", self.dims(dims)),
            Shape::Led { lead, tail } => {
                let lead = lead.and_then(|place| self.names.get(place));
                let lead = lead.map_or("_", String::as_str);
                let tail = self.dims(tail);
                match tail.is_empty() {
                    true => format!("[{lead}..]"),
                    false => format!("[{lead}.., {tail}]"),
                }
            }
            Shape::Like(_) | Shape::Unknown => "[..]".to_owned(),
        }
    }

    pub fn dims(&self, dims: &[Dim]) -> String {
        dims.iter()
            .map(|d| d.show(self.names))
            .collect::<Vec<_>>()
            .join(", ")
    }

    pub fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Tensor(tensor) => self.tensor(tensor),
            Ty::Opaque => "a tensor of a called function".to_owned(),
            Ty::Host(Host::Int) => "a host integer".to_owned(),
            Ty::Host(Host::Float) => "a host float".to_owned(),
            Ty::Host(Host::Bool) => "a host bool".to_owned(),
            Ty::Host(Host::Unit) => "()".to_owned(),
            Ty::Host(Host::None) => "`None`".to_owned(),
            Ty::Host(Host::Empty) => "an empty list".to_owned(),
            Ty::Host(Host::Unknown) => "a host value".to_owned(),
            Ty::Tuple(parts) => {
                format!(
                    "({})",
                    parts
                        .iter()
                        .map(|p| self.ty(p))
                        .collect::<Vec<_>>()
                        .join(", ")
                )
            }
            Ty::List(element) => format!("a list of {}", self.ty(element)),
            Ty::Option(inner) => format!("an optional {}", self.ty(inner)),
            Ty::Adt(adt) => format!("`{}`", adt.ty.def.name),
            Ty::Fn(_) => "a function of tensors".to_owned(),
            Ty::Never => "!".to_owned(),
            Ty::Poison => "?".to_owned(),
        }
    }
}
