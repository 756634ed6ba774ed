//! Fused passes: a chain of elementwise operations as one function of numbers.
//!
//! For `(x - y).abs() * 0.5` the compiler writes, beside the calls of the three operations, a [`Kernel`]:
//!
//! ```
//! use eagerpy_runtime::fuse::{Kernel, Lane, InLane};
//! use eagerpy_runtime::lane::Plain;
//!
//! struct Half;
//! impl Kernel<2, 1, 1> for Half {
//!     fn each<T: Lane>([x, y]: [T; 2], [n]: [T; 1]) -> [T; 1] {
//!         let v3 = x.subtract(y);
//!         let v4 = v3.abs();
//!         [v4.multiply(n)]
//!     }
//! }
//! let lane = InLane::<f32, Plain>::new;
//! let [half] = Half::each([lane(1.0), lane(5.0)], [lane(0.5)]);
//! assert_eq!(half.get(), 2.0);
//! ```
//!
//! A backend whose tensors lie in the memory of the host runs it over all elements at once
//! ([`Backend::fused`](crate::Backend::fused)): no temporary is made, and each element is read once. The others call the
//! operations.
//!
//! The functions have no branches, so that a loop over them becomes vector instructions. [`InLane`] has them for a float
//! type and what the processor can do.

use std::marker::PhantomData;

use crate::args::Axes;
use crate::element::Float;
use crate::lane::{Isa, Math};
use crate::num::Num;
use crate::scalar::{larger, smaller};

/// A function of `I` elements and `N` numbers that gives `O` values, each of which has an [`Outcome`].
pub trait Kernel<const I: usize, const N: usize, const O: usize> {
    /// How many operations it stands for.
    const OPERATIONS: usize = 1;
    /// Is any of the values folded? Where none is, no loop for that need be compiled.
    const FOLDS: bool = false;
    /// What it gives for one element of each tensor.
    fn each<T: Lane>(x: [T; I], n: [T; N]) -> [T; O];
}

/// The elements of a tensor in row-major order, and its sizes.
#[derive(Debug)]
pub struct Lent<'a, E> {
    /// As many as the sizes say.
    pub elements: &'a [E],
    /// By axis.
    pub sizes: &'a [usize],
}

/// What becomes of a value that a chain gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is a tensor, of the chain's shape.
    Each,
    /// It is folded over axes of that shape, and never stands in memory.
    Fold(Fold, Axes, bool),
}

/// A reduction that a chain may end in. With the axes goes whether they stay, of size 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Sum.
    Sum,
    /// Arithmetic mean.
    Mean,
    /// The largest; NaN if there is one.
    Max,
    /// The smallest; NaN if there is one.
    Min,
}

impl Fold {
    /// The reduction of this name.
    pub fn named(name: &str) -> Option<Fold> {
        match name {
            "sum" => Some(Fold::Sum),
            "mean" => Some(Fold::Mean),
            "max" => Some(Fold::Max),
            "min" => Some(Fold::Min),
            _ => None,
        }
    }
}

macro_rules! lanes {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident($($param:ident),*) $(-> $out:ident)? = |$this:ident| $body:expr;
    )*) => {
        /// An element of a fused pass: a float with the operations that can stand in one, under their names in the table.
        ///
        /// Each means what the operation means; functions of several steps are within the ulps of [`Math`].
        pub trait Lane: Copy {
            /// A host number.
            fn number(n: Num) -> Self;
            /// `x` where the mask is true, else `y`.
            fn where_(mask: bool, x: Self, y: Self) -> Self;
            $(
                $(#[doc = $doc])*
                fn $name(self $(, $param: Self)*) -> lanes!(@out $($out)?);
            )*
        }

        /// The names of the operations that can stand in a fused pass.
        pub const LANES: &[&str] = &[$(stringify!($name)),*];

        impl<E: LaneFloat, I: Isa> Lane for InLane<E, I> {
            #[inline(always)]
            fn number(n: Num) -> Self {
                Self::new(E::from_num(n))
            }
            #[inline(always)]
            fn where_(mask: bool, x: Self, y: Self) -> Self {
                if mask { x } else { y }
            }
            $(
                #[inline(always)]
                fn $name(self $(, $param: Self)*) -> lanes!(@out $($out)?) {
                    let $this = self.0;
                    $(let $param = $param.0;)*
                    let out = $body;
                    lanes!(@wrap out $($out)?)
                }
            )*
        }
    };
    (@out) => { Self };
    (@out bool) => { bool };
    (@wrap $value:ident) => { Self::new($value) };
    (@wrap $value:ident bool) => { $value };
}

/// A float type that has lanes.
pub trait LaneFloat: Float + Math {}
impl LaneFloat for f32 {}
impl LaneFloat for f64 {}

/// A float in a pass for processors that can do `I`.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct InLane<E, I>(E, PhantomData<I>);

impl<E: LaneFloat, I: Isa> InLane<E, I> {
    /// An element.
    #[inline(always)]
    pub fn new(x: E) -> Self {
        InLane(x, PhantomData)
    }

    /// The element.
    #[inline(always)]
    pub fn get(self) -> E {
        self.0
    }
}

lanes! {
    /// Sum.
    add(y) = |x| x + y;
    /// Difference.
    subtract(y) = |x| x - y;
    /// Product.
    multiply(y) = |x| x * y;
    /// Quotient.
    divide(y) = |x| x / y;
    /// The smaller one; NaN if either is.
    minimum(y) = |x| smaller(x, y);
    /// The larger one; NaN if either is.
    maximum(y) = |x| larger(x, y);
    /// `x` to the power `y`.
    pow(y) = |x| Math::pow::<I>(x, y);

    /// Are they equal?
    equal(y) -> bool = |x| x == y;
    /// Are they different?
    not_equal(y) -> bool = |x| x != y;
    /// Is the first one smaller?
    less(y) -> bool = |x| x < y;
    /// Is the first one not larger?
    less_equal(y) -> bool = |x| x <= y;
    /// Is the first one larger?
    greater(y) -> bool = |x| x > y;
    /// Is the first one not smaller?
    greater_equal(y) -> bool = |x| x >= y;
    /// Is it NaN?
    isnan() -> bool = |x| x.is_nan();

    /// With the other sign.
    negative() = |x| x.wrapping_neg();
    /// Absolute value.
    abs() = |x| x.absolute();
    /// -1, 0 or 1; NaN for NaN.
    sign() = |x| {
        let zero = E::zero();
        let one = if x < zero { E::zero() - E::one() } else { E::one() };
        // Zeros and NaN are themselves.
        if (x == zero) | x.is_nan() { x } else { one }
    };
    /// Square.
    square() = |x| x * x;
    /// Square root.
    sqrt() = |x| Float::sqrt(x);
    /// 1 / √x.
    rsqrt() = |x| E::one() / Float::sqrt(x);
    /// 1 / x.
    reciprocal() = |x| E::one() / x;
    /// eˣ.
    exp() = |x| Math::exp::<I>(x);
    /// 2ˣ.
    exp2() = |x| Math::exp2::<I>(x);
    /// eˣ - 1.
    expm1() = |x| Math::expm1::<I>(x);
    /// Natural logarithm.
    log() = |x| Math::log::<I>(x);
    /// Logarithm of base 2.
    log2() = |x| Math::log2::<I>(x);
    /// Logarithm of base 10.
    log10() = |x| Math::log10::<I>(x);
    /// log(1 + x).
    log1p() = |x| Math::log1p::<I>(x);
    /// Hyperbolic sine.
    sinh() = |x| Math::sinh::<I>(x);
    /// Hyperbolic cosine.
    cosh() = |x| Math::cosh::<I>(x);
    /// Hyperbolic tangent.
    tanh() = |x| Math::tanh::<I>(x);
    /// Arc sine.
    asin() = |x| Math::asin::<I>(x);
    /// Arc cosine.
    acos() = |x| Math::acos::<I>(x);
    /// Arc tangent.
    atan() = |x| Math::atan::<I>(x);
    /// Error function.
    erf() = |x| Math::erf::<I>(x);
    /// 1 / (1 + e⁻ˣ).
    sigmoid() = |x| Math::sigmoid::<I>(x);
    /// log(1 + eˣ).
    softplus() = |x| Math::softplus::<I>(x);
    /// log(1 / (1 + e⁻ˣ)).
    log_sigmoid() = |x| Math::softplus::<I>(x.wrapping_neg()).wrapping_neg();
    /// max(x, 0); NaN for NaN.
    relu() = |x| larger(x, E::zero());
    /// x / (1 + |x|).
    softsign() = |x| x / (E::one() + x.absolute());
    /// x / (1 + e⁻ˣ).
    silu() = |x| x / (E::one() + Math::exp::<I>(x.wrapping_neg()));
    /// Largest integer not above.
    floor() = |x| Math::floor(x);
    /// Smallest integer not below.
    ceil() = |x| Math::ceil(x);
    /// Without what follows the point.
    trunc() = |x| Math::trunc(x);
    /// Nearest integer, halves to even.
    round() = |x| Math::round(x);
}
