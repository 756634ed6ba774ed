//! Host scalars as operands: weakly typed, they take the element type of the tensor they meet.

use std::fmt;

/// A host number next to a tensor, as in `2.0 * x`.
///
/// It has a kind but no width: `x * 2.0` keeps the element type of `x`. An integer fits every
/// numeric tensor; a fraction fits float tensors only; a truth value fits `bool` tensors only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Num {
    /// From `f32`, `f64`, `f16`, `bf16`.
    Float(f64),
    /// From the integer types.
    Int(i64),
    /// From `bool`.
    Bool(bool),
}

impl Num {
    /// The value as a float; truth values are 0 and 1.
    pub fn to_f64(self) -> f64 {
        match self {
            Num::Float(v) => v,
            Num::Int(v) => v as f64,
            Num::Bool(v) => f64::from(u8::from(v)),
        }
    }

    /// The value as an integer: floats are cut towards zero and saturate, NaN is 0.
    pub fn to_i64(self) -> i64 {
        match self {
            Num::Float(v) => v as i64,
            Num::Int(v) => v,
            Num::Bool(v) => i64::from(v),
        }
    }

    /// Is it other than zero? NaN is.
    pub fn to_bool(self) -> bool {
        match self {
            Num::Float(v) => v != 0.0,
            Num::Int(v) => v != 0,
            Num::Bool(v) => v,
        }
    }
}

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Num::Float(v) => write!(f, "{v}"),
            Num::Int(v) => write!(f, "{v}"),
            Num::Bool(v) => write!(f, "{v}"),
        }
    }
}

macro_rules! from_host {
    ($($variant:ident: $($t:ty)*;)*) => {$($(
        impl From<$t> for Num {
            fn from(v: $t) -> Num {
                Num::$variant(v.into())
            }
        }
        impl From<&$t> for Num {
            fn from(v: &$t) -> Num {
                Num::$variant((*v).into())
            }
        }
    )*)*};
}
from_host! {
    Float: f32 f64 half::f16 half::bf16;
    Int: i8 i16 i32 i64 u8 u16 u32;
    Bool: bool;
}

macro_rules! from_wide {
    ($($t:ty)*) => {$(
        impl From<$t> for Num {
            // Saturates: no tensor of the vocabulary has elements beyond `i64`.
            fn from(v: $t) -> Num {
                Num::Int(i64::try_from(v).unwrap_or(i64::MAX))
            }
        }
        impl From<&$t> for Num {
            fn from(v: &$t) -> Num {
                Num::from(*v)
            }
        }
    )*};
}
from_wide! { u64 usize }

impl From<isize> for Num {
    fn from(v: isize) -> Num {
        Num::Int(v as i64)
    }
}
