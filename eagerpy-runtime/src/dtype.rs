//! Element types as values: what the compiler infers and what erased backends report at run time.

use std::fmt;

/// The element types of the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DType {
    /// IEEE 754 half precision.
    F16,
    /// Brain float: 8 bits of exponent, 7 of fraction.
    BF16,
    /// IEEE 754 single precision.
    F32,
    /// IEEE 754 double precision.
    F64,
    /// 32-bit signed integer.
    I32,
    /// 64-bit signed integer; the type of indices.
    I64,
    /// 8-bit unsigned integer.
    U8,
    /// Truth value; the type of masks.
    Bool,
}

impl DType {
    /// All element types, in the order of the documentation.
    pub const ALL: [DType; 8] = [
        DType::F16,
        DType::BF16,
        DType::F32,
        DType::F64,
        DType::I32,
        DType::I64,
        DType::U8,
        DType::Bool,
    ];

    /// The name a user writes: that of the Rust type.
    pub const fn name(self) -> &'static str {
        match self {
            DType::F16 => "f16",
            DType::BF16 => "bf16",
            DType::F32 => "f32",
            DType::F64 => "f64",
            DType::I32 => "i32",
            DType::I64 => "i64",
            DType::U8 => "u8",
            DType::Bool => "bool",
        }
    }

    /// The type with this name.
    pub fn from_name(name: &str) -> Option<DType> {
        DType::ALL.into_iter().find(|d| d.name() == name)
    }

    /// Is it a floating point type?
    pub const fn is_float(self) -> bool {
        matches!(self, DType::F16 | DType::BF16 | DType::F32 | DType::F64)
    }

    /// Is it an integer type?
    pub const fn is_int(self) -> bool {
        matches!(self, DType::I32 | DType::I64 | DType::U8)
    }

    /// The type of a sum or product of elements of this type: integers and truth
    /// values add up in `i64` (the Array API's default integer), floats in their own type.
    pub const fn sum(self) -> DType {
        match self {
            DType::I32 | DType::I64 | DType::U8 | DType::Bool => DType::I64,
            float => float,
        }
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
