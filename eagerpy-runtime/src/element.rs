//! Element types as Rust types: what typed backends are generic over.
//!
//! The classes ([`Numeric`], [`Float`], [`Int`], [`Boolean`]) are the bounds in the kernels'
//! signatures. [`Erased`] stands for an element type that only the framework knows at run time.

use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Rem, Sub};

use num_traits::{One, Zero};

use crate::dtype::DType;
use crate::num::Num;

/// A type that a tensor may hold.
pub trait Element: Copy + Debug + PartialEq + PartialOrd + Send + Sync + 'static {
    /// The element type, or `None` where only the framework knows it.
    const DTYPE: Option<DType>;
    /// The type of sums and products: `i64` for integers and truth values.
    type Sum: Numeric;
    /// What sums and products are worked out in, to be rounded once at the end: `f32` for floats of 16
    /// bits, else [`Sum`](Element::Sum).
    type Total: Numeric;

    /// A host number in this type, as Rust's `as` converts: saturating, NaN to 0.
    fn from_num(n: Num) -> Self;
    /// The value as a host number.
    fn to_num(self) -> Num;
    /// The value as the beginning of a sum or product.
    fn to_total(self) -> Self::Total;
    /// A sum or product, rounded.
    fn from_total(total: Self::Total) -> Self::Sum;
    /// Other than zero? NaN is.
    fn is_true(self) -> bool;
    /// Is it NaN?
    fn is_nan(self) -> bool;
    /// The value in another element type, as Rust's `as` converts; to `bool`: other than zero.
    fn cast<T: Element>(self) -> T {
        T::from_num(self.to_num())
    }
    /// The order of sorting: ascending, NaN behind everything, -0 equal to 0.
    fn order(&self, other: &Self) -> std::cmp::Ordering {
        use std::cmp::Ordering;
        self.partial_cmp(other)
            .unwrap_or_else(|| match (self.is_nan(), other.is_nan()) {
                (true, true) => Ordering::Equal,
                (true, false) => Ordering::Greater,
                (false, _) => Ordering::Less,
            })
    }
}

/// Element types with arithmetic: all but `bool`. Integer arithmetic wraps.
pub trait Numeric:
    Element
    + Zero
    + One
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
{
    /// Sum; integers wrap.
    fn wrapping_add(self, rhs: Self) -> Self;
    /// Difference; integers wrap.
    fn wrapping_sub(self, rhs: Self) -> Self;
    /// Product; integers wrap.
    fn wrapping_mul(self, rhs: Self) -> Self;
    /// Negation; integers wrap.
    fn wrapping_neg(self) -> Self {
        Self::zero().wrapping_sub(self)
    }
    /// Absolute value; the least integer stays as it is.
    fn absolute(self) -> Self;
    /// -1, 0 or 1; NaN for NaN.
    fn sign(self) -> Self;
    /// `self` to the power `rhs`; integers wrap. A negative integer exponent is the caller's to refuse.
    fn power(self, rhs: Self) -> Self;
    /// Quotient rounded towards minus infinity. An integer divisor of 0 is the caller's to refuse.
    ///
    /// Floats go by the remainder, as NumPy and PyTorch do, so that `1.0 // 0.1` is 9.
    fn floor_divide(self, rhs: Self) -> Self;
    /// Remainder with the sign of the divisor, as Python's `%`. An integer divisor of 0 is the caller's to refuse.
    fn remainder(self, rhs: Self) -> Self;
    /// Largest integer not above; integers are themselves.
    fn round_down(self) -> Self;
    /// Smallest integer not below; integers are themselves.
    fn round_up(self) -> Self;
    /// Nearest integer, halves to even; integers are themselves.
    fn round_even(self) -> Self;
    /// Is it an infinity?
    fn is_infinite(self) -> bool;
}

/// The floating point types.
pub trait Float: Numeric + Element<Sum = Self> {
    /// What functions of several steps are worked out in, to be rounded once at the end: `f32` for floats
    /// of 16 bits, else the type itself.
    type Wide: Float;
    /// The value in the wide type, which has all of them.
    fn widen(self) -> Self::Wide;
    /// A result, rounded.
    fn narrow(wide: Self::Wide) -> Self;
    /// From a host float, rounded.
    fn from_f64(v: f64) -> Self;
    /// To a host float.
    fn to_f64(self) -> f64;
    /// Square root.
    fn sqrt(self) -> Self;
    /// eˣ.
    fn exp(self) -> Self;
    /// eˣ - 1, exact near 0.
    fn exp_m1(self) -> Self;
    /// Natural logarithm.
    fn ln(self) -> Self;
    /// ln(1 + x), exact near 0.
    fn ln_1p(self) -> Self;
    /// Sine.
    fn sin(self) -> Self;
    /// Cosine.
    fn cos(self) -> Self;
    /// Tangent.
    fn tan(self) -> Self;
    /// Hyperbolic sine.
    fn sinh(self) -> Self;
    /// Hyperbolic cosine.
    fn cosh(self) -> Self;
    /// Hyperbolic tangent.
    fn tanh(self) -> Self;
    /// Error function.
    fn erf(self) -> Self;
}

/// The integer types.
pub trait Int: Numeric {
    /// To the type of indices.
    fn to_i64(self) -> i64;
}

/// `bool`, or an erased type that the framework uses for masks.
pub trait Boolean: Element {}

/// The element type of a tensor whose framework keeps it as a run-time value.
///
/// It has no values; erased backends never look at the elements through Rust's types.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Erased {}

impl Erased {
    /// Typed kernels alone make elements, and no typed backend has erased tensors.
    fn none() -> Erased {
        unreachable!("an erased element has no values")
    }
}

macro_rules! float {
    ($t:ty, $dtype:ident, $erf:path) => {
        impl Element for $t {
            const DTYPE: Option<DType> = Some(DType::$dtype);
            type Sum = $t;
            type Total = $t;
            fn from_num(n: Num) -> $t {
                match n {
                    Num::Int(v) => v as $t,
                    other => other.to_f64() as $t,
                }
            }
            fn to_num(self) -> Num {
                Num::Float(f64::from(self))
            }
            fn to_total(self) -> $t {
                self
            }
            fn from_total(total: $t) -> $t {
                total
            }
            fn is_true(self) -> bool {
                self != 0.0
            }
            fn is_nan(self) -> bool {
                <$t>::is_nan(self)
            }
        }
        impl Numeric for $t {
            fn wrapping_add(self, rhs: $t) -> $t {
                self + rhs
            }
            fn wrapping_sub(self, rhs: $t) -> $t {
                self - rhs
            }
            fn wrapping_mul(self, rhs: $t) -> $t {
                self * rhs
            }
            fn wrapping_neg(self) -> $t {
                -self
            }
            fn absolute(self) -> $t {
                self.abs()
            }
            fn sign(self) -> $t {
                if self > 0.0 {
                    1.0
                } else if self < 0.0 {
                    -1.0
                } else {
                    self
                }
            }
            fn power(self, rhs: $t) -> $t {
                self.powf(rhs)
            }
            fn floor_divide(self, rhs: $t) -> $t {
                if rhs == 0.0 {
                    return self / rhs;
                }
                let rem = self % rhs;
                let mut quotient = (self - rem) / rhs;
                if rem != 0.0 && (rem < 0.0) != (rhs < 0.0) {
                    quotient -= 1.0;
                }
                if quotient == 0.0 {
                    return (0.0 as $t).copysign(self / rhs);
                }
                let floor = quotient.floor();
                // The quotient is an integer but for rounding: take the nearest.
                if quotient - floor > 0.5 {
                    floor + 1.0
                } else {
                    floor
                }
            }
            fn remainder(self, rhs: $t) -> $t {
                let rem = self % rhs;
                if rem == 0.0 {
                    return (0.0 as $t).copysign(rhs);
                }
                if (rem < 0.0) != (rhs < 0.0) && !rem.is_nan() {
                    rem + rhs
                } else {
                    rem
                }
            }
            fn round_down(self) -> $t {
                self.floor()
            }
            fn round_up(self) -> $t {
                self.ceil()
            }
            fn round_even(self) -> $t {
                self.round_ties_even()
            }
            fn is_infinite(self) -> bool {
                <$t>::is_infinite(self)
            }
        }
        impl Float for $t {
            type Wide = $t;
            fn widen(self) -> $t {
                self
            }
            fn narrow(wide: $t) -> $t {
                wide
            }
            fn from_f64(v: f64) -> $t {
                v as $t
            }
            fn to_f64(self) -> f64 {
                f64::from(self)
            }
            fn sqrt(self) -> $t {
                self.sqrt()
            }
            fn exp(self) -> $t {
                self.exp()
            }
            fn exp_m1(self) -> $t {
                self.exp_m1()
            }
            fn ln(self) -> $t {
                self.ln()
            }
            fn ln_1p(self) -> $t {
                self.ln_1p()
            }
            fn sin(self) -> $t {
                self.sin()
            }
            fn cos(self) -> $t {
                self.cos()
            }
            fn tan(self) -> $t {
                self.tan()
            }
            fn sinh(self) -> $t {
                self.sinh()
            }
            fn cosh(self) -> $t {
                self.cosh()
            }
            fn tanh(self) -> $t {
                self.tanh()
            }
            fn erf(self) -> $t {
                $erf(self)
            }
        }
    };
}
float!(f32, F32, libm::erff);
float!(f64, F64, libm::erf);

macro_rules! int {
    ($t:ty, $dtype:ident) => {
        impl Element for $t {
            const DTYPE: Option<DType> = Some(DType::$dtype);
            type Sum = i64;
            type Total = i64;
            fn from_num(n: Num) -> $t {
                match n {
                    Num::Float(v) => v as $t,
                    Num::Int(v) => v as $t,
                    Num::Bool(v) => <$t>::from(v),
                }
            }
            fn to_num(self) -> Num {
                Num::Int(i64::from(self))
            }
            fn to_total(self) -> i64 {
                i64::from(self)
            }
            fn from_total(total: i64) -> i64 {
                total
            }
            fn is_true(self) -> bool {
                self != 0
            }
            fn is_nan(self) -> bool {
                false
            }
        }
        impl Numeric for $t {
            fn wrapping_add(self, rhs: $t) -> $t {
                <$t>::wrapping_add(self, rhs)
            }
            fn wrapping_sub(self, rhs: $t) -> $t {
                <$t>::wrapping_sub(self, rhs)
            }
            fn wrapping_mul(self, rhs: $t) -> $t {
                <$t>::wrapping_mul(self, rhs)
            }
            #[allow(unused_comparisons)]
            fn absolute(self) -> $t {
                if self < 0 {
                    <$t>::wrapping_neg(self)
                } else {
                    self
                }
            }
            #[allow(unused_comparisons)]
            fn sign(self) -> $t {
                if self < 0 {
                    <$t>::wrapping_neg(1)
                } else {
                    <$t>::from(self > 0)
                }
            }
            fn power(self, rhs: $t) -> $t {
                // By squaring; wrapping products form a ring, so any exponent will do.
                let (mut base, mut left, mut out): ($t, $t, $t) = (self, rhs, 1);
                while left > 0 {
                    if left & 1 == 1 {
                        out = out.wrapping_mul(base);
                    }
                    base = base.wrapping_mul(base);
                    left >>= 1;
                }
                out
            }
            #[allow(unused_comparisons)]
            fn floor_divide(self, rhs: $t) -> $t {
                let quotient = self.wrapping_div(rhs);
                let rem = self.wrapping_rem(rhs);
                if rem != 0 && (rem < 0) != (rhs < 0) {
                    quotient - 1
                } else {
                    quotient
                }
            }
            #[allow(unused_comparisons)]
            fn remainder(self, rhs: $t) -> $t {
                let rem = self.wrapping_rem(rhs);
                if rem != 0 && (rem < 0) != (rhs < 0) {
                    rem + rhs
                } else {
                    rem
                }
            }
            fn round_down(self) -> $t {
                self
            }
            fn round_up(self) -> $t {
                self
            }
            fn round_even(self) -> $t {
                self
            }
            fn is_infinite(self) -> bool {
                false
            }
        }
        impl Int for $t {
            fn to_i64(self) -> i64 {
                i64::from(self)
            }
        }
    };
}
int!(i32, I32);
int!(i64, I64);
int!(u8, U8);

impl Element for bool {
    const DTYPE: Option<DType> = Some(DType::Bool);
    type Sum = i64;
    type Total = i64;
    fn from_num(n: Num) -> bool {
        n.to_bool()
    }
    fn to_num(self) -> Num {
        Num::Bool(self)
    }
    fn to_total(self) -> i64 {
        i64::from(self)
    }
    fn from_total(total: i64) -> i64 {
        total
    }
    fn is_true(self) -> bool {
        self
    }
    fn is_nan(self) -> bool {
        false
    }
}
impl Boolean for bool {}

impl Element for Erased {
    const DTYPE: Option<DType> = None;
    type Sum = Erased;
    type Total = Erased;
    fn from_num(_: Num) -> Erased {
        Erased::none()
    }
    fn to_num(self) -> Num {
        match self {}
    }
    fn to_total(self) -> Erased {
        self
    }
    fn from_total(total: Erased) -> Erased {
        total
    }
    fn is_true(self) -> bool {
        match self {}
    }
    fn is_nan(self) -> bool {
        match self {}
    }
}
impl Boolean for Erased {}

macro_rules! erased_operators {
    ($($trait:ident $method:ident),*) => {$(
        impl $trait for Erased {
            type Output = Erased;
            fn $method(self, _: Erased) -> Erased {
                self
            }
        }
    )*};
}
erased_operators!(Add add, Sub sub, Mul mul, Div div, Rem rem);

impl Zero for Erased {
    fn zero() -> Erased {
        Erased::none()
    }
    fn is_zero(&self) -> bool {
        match *self {}
    }
}
impl One for Erased {
    fn one() -> Erased {
        Erased::none()
    }
}

macro_rules! erased_methods {
    ($($trait:ident { $($unary:ident)* ; $($binary:ident)* ; $($rest:item)* })*) => {$(
        impl $trait for Erased {
            $(fn $unary(self) -> Erased { self })*
            $(fn $binary(self, _: Erased) -> Erased { self })*
            $($rest)*
        }
    )*};
}
erased_methods! {
    Numeric {
        wrapping_neg absolute sign round_down round_up round_even ;
        wrapping_add wrapping_sub wrapping_mul power floor_divide remainder ;
        fn is_infinite(self) -> bool { match self {} }
    }
    Float {
        sqrt exp exp_m1 ln ln_1p sin cos tan sinh cosh tanh erf ; ;
        type Wide = Erased;
        fn widen(self) -> Erased { self }
        fn narrow(wide: Erased) -> Erased { wide }
        fn from_f64(_: f64) -> Erased { Erased::none() }
        fn to_f64(self) -> f64 { match self {} }
    }
    Int { ; ; fn to_i64(self) -> i64 { match self {} } }
}
