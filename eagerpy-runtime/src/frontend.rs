//! The vocabulary as documented methods and functions, made from the [table](crate::ops::TABLE).
//!
//! [`Tensor`] is what `Tensor` means inside an agnostic function. It has no values: the compiler
//! replaces each of these calls by one of the framework. It is here to be read, and for editors: the
//! compiler writes a copy of each function for them, in which a tensor is this [`Tensor`], so that
//! completion and documentation work in the body. The operators are there for that copy.

use std::ops::{
    Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Div, DivAssign,
    Mul, MulAssign, Neg, Not, Range, RangeFrom, RangeFull, RangeTo, Rem, RemAssign, Shl, ShlAssign,
    Shr, ShrAssign, Sub, SubAssign,
};

use crate::DType;
use crate::args::{Axes, HostInt, Ints, Nums};
use crate::num::Num;
use crate::ops::table::for_each_op;

/// A tensor inside an agnostic function.
///
/// Every operation may be written as a method, `x.sum(axis = 0)`, or as a [function](functions),
/// `sum(x, axis = 0)`, with arguments by position or by keyword; the operators
/// `+ - * / % == != < <= > >= & | ^ ! << >>` and `x[…]` stand for the operations that say so. Host values come from
/// `x.shape()`, `x.dim(0)`, `x.ndim()` and `x.item()`.
#[derive(Clone, Copy, Debug)]
pub enum Tensor {}

impl Tensor {
    /// The sizes, as a host value.
    pub fn shape(&self) -> crate::Shape {
        match *self {}
    }
    /// The size of one axis, as a host value.
    pub fn dim(&self, _axis: i64) -> usize {
        match *self {}
    }
    /// The number of axes, as a host value.
    pub fn ndim(&self) -> usize {
        match *self {}
    }
    /// The only element, as a host value: `f64`, `i64` or `bool` by the tensor's type.
    pub fn item(&self) -> f64 {
        match *self {}
    }
}

/// A tensor or a host number, where either may stand.
///
/// A number takes the element type of the tensor next to it.
#[derive(Clone, Copy, Debug)]
pub enum Operand {
    /// A tensor.
    Tensor(Tensor),
    /// A host number.
    Num(Num),
}

impl<T: Into<Num>> From<T> for Operand {
    fn from(num: T) -> Operand {
        Operand::Num(num.into())
    }
}
impl From<Tensor> for Operand {
    fn from(x: Tensor) -> Operand {
        Operand::Tensor(x)
    }
}
impl From<&Tensor> for Operand {
    fn from(x: &Tensor) -> Operand {
        Operand::Tensor(*x)
    }
}

/// What may stand in `x[…]`: positions, ranges, new axes, index tensors, and tuples of these.
pub trait Positions {}

/// A new axis of size 1, in `x[…]`.
#[derive(Clone, Copy, Debug)]
pub struct NewAxis;

/// As many whole axes as are left, in `x[…]`.
#[derive(Clone, Copy, Debug)]
pub struct Ellipsis;

/// A range with a step: `1..9;2` of `x[s![1..9;2]]`.
#[derive(Clone, Copy, Debug)]
pub struct Stepped<R>(pub R, pub i64);

impl<T: HostInt> Positions for T {}
impl<T: HostInt> Positions for Range<T> {}
impl<T: HostInt> Positions for RangeFrom<T> {}
impl<T: HostInt> Positions for RangeTo<T> {}
impl Positions for RangeFull {}
impl<R: Positions> Positions for Stepped<R> {}
impl Positions for NewAxis {}
impl Positions for Ellipsis {}
impl Positions for Tensor {}
impl Positions for &Tensor {}

macro_rules! positions_of_tuples {
    ($(($($item:ident)*))*) => {$(
        impl<$($item: Positions),*> Positions for ($($item,)*) {}
    )*};
}
positions_of_tuples! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H) }

impl<P: Positions> std::ops::Index<P> for Tensor {
    type Output = Tensor;
    /// `x[…]`: [`getitem`](Tensor::getitem).
    fn index(&self, _positions: P) -> &Tensor {
        match *self {}
    }
}

macro_rules! operators {
    ($($(#[doc = $doc:literal])* $sign:ident $name:ident $assign_sign:ident $assign:ident;)*) => {$(
        impl<R: Into<Operand>> $sign<R> for Tensor {
            type Output = Tensor;
            $(#[doc = $doc])*
            fn $name(self, _other: R) -> Tensor {
                match self {}
            }
        }
        impl<R: Into<Operand>> $sign<R> for &Tensor {
            type Output = Tensor;
            $(#[doc = $doc])*
            fn $name(self, _other: R) -> Tensor {
                match *self {}
            }
        }
        impl<R: Into<Operand>> $assign_sign<R> for Tensor {
            $(#[doc = $doc])*
            fn $assign(&mut self, _other: R) {
                match *self {}
            }
        }
    )*};
}
operators! {
    /// `x + y`: [`add`](Tensor::add).
    Add add AddAssign add_assign;
    /// `x - y`: [`subtract`](Tensor::subtract).
    Sub sub SubAssign sub_assign;
    /// `x * y`: [`multiply`](Tensor::multiply), element by element.
    Mul mul MulAssign mul_assign;
    /// `x / y`: [`divide`](Tensor::divide).
    Div div DivAssign div_assign;
    /// `x % y`: [`remainder`](Tensor::remainder), with the divisor's sign.
    Rem rem RemAssign rem_assign;
    /// `x & y`: of masks [`logical_and`](Tensor::logical_and), of ints [`bitwise_and`](Tensor::bitwise_and).
    BitAnd bitand BitAndAssign bitand_assign;
    /// `x | y`: of masks [`logical_or`](Tensor::logical_or), of ints [`bitwise_or`](Tensor::bitwise_or).
    BitOr bitor BitOrAssign bitor_assign;
    /// `x ^ y`: of masks [`logical_xor`](Tensor::logical_xor), of ints [`bitwise_xor`](Tensor::bitwise_xor).
    BitXor bitxor BitXorAssign bitxor_assign;
    /// `x << y` of ints: [`bitwise_left_shift`](Tensor::bitwise_left_shift).
    Shl shl ShlAssign shl_assign;
    /// `x >> y` of ints: [`bitwise_right_shift`](Tensor::bitwise_right_shift).
    Shr shr ShrAssign shr_assign;
}

// A literal on the left has a type where one integer and one float type have these.
macro_rules! operators_of_numbers {
    ($($num:ident: $($sign:ident $name:ident)*;)*) => {$($(
        impl $sign<Tensor> for $num {
            type Output = Tensor;
            fn $name(self, other: Tensor) -> Tensor {
                match other {}
            }
        }
    )*)*};
}
operators_of_numbers! {
    f64: Add add Sub sub Mul mul Div div Rem rem;
    i64: Add add Sub sub Mul mul Div div Rem rem;
}

impl Neg for Tensor {
    type Output = Tensor;
    /// `-x`: [`negative`](Tensor::negative).
    fn neg(self) -> Tensor {
        match self {}
    }
}

impl Not for Tensor {
    type Output = Tensor;
    /// `!x`: of masks [`logical_not`](Tensor::logical_not), of ints [`bitwise_invert`](Tensor::bitwise_invert).
    fn not(self) -> Tensor {
        match self {}
    }
}

/// A host number on the left of an operator.
#[doc(hidden)]
pub fn num(num: impl Into<Operand>) -> Tensor {
    let _ = num;
    stub()
}

/// What `item()` gives of ints and masks.
#[doc(hidden)]
pub trait Item: Sized {
    #[doc(hidden)]
    fn __int(self) -> i64 {
        stub()
    }
    #[doc(hidden)]
    fn __bool(self) -> bool {
        stub()
    }
}
impl Item for f64 {}

/// Nothing calls a stub: its tensors have no values.
#[doc(hidden)]
pub fn stub<T>() -> T {
    unreachable!("an agnostic function's copy for editors does not run")
}

/// What a person is typing, which need not parse: the editor's own parser reads it.
#[doc(hidden)]
#[macro_export]
macro_rules! as_typed {
    ($($typed:tt)*) => { $($typed)* };
}

macro_rules! define_stubs {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident($first:ident: $kind:ident $(= $default0:ident $(($value0:expr))?)? $(, $param:ident: $rest:ident $([$($word:literal),*])? $(= $default:ident $(($value:expr))?)?)*) aka [$($alias:literal),*] {
            family: $family:ident, dtype: $class:ident => $out:ident, shape: $shape:ident $(($core:expr))?,
            sample: ($low:expr, $high:expr), example: $example:tt, grad: $grad:tt, kernel: { $($kernel:tt)* }
        }
    )*) => {
        impl Tensor {
            $(define_stubs! { @method $kind $out $name ($($param: $rest),*) $example $(#[doc = $doc])* $(#[doc(alias = $alias)])* })*
        }

        /// Every operation as a function: `sum(x, axis = 0)`.
        ///
        /// Inside an agnostic function they need no `use`. Those that make a tensor, and those that take a list
        /// of tensors, are functions only; the others are methods of [`Tensor`] as well.
        pub mod functions {
            use super::*;

            $(
                $(#[doc = $doc])*
                $(#[doc(alias = $alias)])*
                #[doc = define_stubs!(@function $kind $example)]
                #[allow(clippy::too_many_arguments)]
                pub fn $name($first: define_stubs!(@ty $kind) $(, $param: define_stubs!(@ty $rest))*) -> define_stubs!(@out $out) {
                    let _ = $first;
                    $(let _ = $param;)*
                    stub()
                }
            )*
        }

        /// What has a name in an agnostic function without a `use`.
        #[doc(hidden)]
        pub mod scope {
            pub use super::{Ellipsis, Item as _, NewAxis};
            pub use crate::stub::{Each as _, Equal as _, Listed as _, Ordered as _, Same as _};
            $(define_stubs! { @scope $kind $name })*
        }
    };
    (@method Tensors $($rest:tt)*) => {};
    (@method Shape $($rest:tt)*) => {};
    (@method Num $($rest:tt)*) => {};
    (@method Size $($rest:tt)*) => {};
    (@method Text $($rest:tt)*) => {};
    (@method Nums $($rest:tt)*) => {};
    (@method $kind:ident $out:ident $name:ident ($($param:ident: $rest:ident),*) $example:tt $(#[$doc:meta])*) => {
        $(#[$doc])*
        #[doc = define_stubs!(@example $example)]
        #[allow(clippy::too_many_arguments, clippy::should_implement_trait, clippy::return_self_not_must_use)]
        pub fn $name(&self $(, $param: define_stubs!(@ty $rest))*) -> define_stubs!(@out $out) {
            $(let _ = $param;)*
            match *self {}
        }
    };
    (@scope Tensors $name:ident) => { pub use super::functions::$name; };
    (@scope Shape $name:ident) => { pub use super::functions::$name; };
    (@scope Num $name:ident) => { pub use super::functions::$name; };
    (@scope Size $name:ident) => { pub use super::functions::$name; };
    (@scope Text $name:ident) => { pub use super::functions::$name; };
    (@scope Nums $name:ident) => { pub use super::functions::$name; };
    (@scope Mask $name:ident) => { pub use super::functions::$name; };
    (@scope $kind:ident $name:ident) => {};
    // What is no method has its example here.
    (@function Tensors $example:tt) => { define_stubs!(@example $example) };
    (@function Shape $example:tt) => { define_stubs!(@example $example) };
    (@function Num $example:tt) => { define_stubs!(@example $example) };
    (@function Size $example:tt) => { define_stubs!(@example $example) };
    (@function Text $example:tt) => { define_stubs!(@example $example) };
    (@function Nums $example:tt) => { define_stubs!(@example $example) };
    (@function $kind:ident $example:tt) => { "" };
    (@example [$params:literal, $body:literal, $out:literal, $args:literal, $prints:literal]) => {
        concat!(
            "# Example\n```\n",
            "use eagerpy::agnostic;\nuse ndarray::array;\n\n",
            "#[agnostic]\nfn example(", $params, ") -> ", $out, " {\n    ", $body, "\n}\n\n",
            "let given = example(", $args, ")?;\n",
            "assert_eq!(format!(\"{given:.5}\"), \"", $prints, "\");\n",
            "# Ok::<(), eagerpy::Error>(())\n```\n",
        )
    };
    (@out Pair) => { (Tensor, Tensor) };
    (@out Twice) => { (Tensor, Tensor) };
    (@out Thrice) => { (Tensor, Tensor, Tensor) };
    (@out List) => { Vec<Tensor> };
    (@out Indexed) => { (Tensor, Tensor, Tensor, Tensor) };
    (@out $out:ident) => { Tensor };
    (@ty Tensor) => { &Tensor };
    (@ty Operand) => { impl Into<Operand> };
    (@ty OptOperand) => { Option<Operand> };
    (@ty Tensors) => { &[Tensor] };
    (@ty Rest) => { &[Tensor] };
    (@ty Mask) => { &Tensor };
    (@ty Index) => { &Tensor };
    (@ty Axes) => { Axes };
    (@ty Axis) => { i64 };
    (@ty OptAxis) => { Option<i64> };
    (@ty FlatAxis) => { Option<i64> };
    (@ty OptTensor) => { Option<&Tensor> };
    (@ty OptMask) => { Option<&Tensor> };
    (@ty Ints) => { Ints };
    (@ty OptInts) => { Option<Ints> };
    (@ty Shape) => { Ints };
    (@ty Size) => { usize };
    (@ty OptSize) => { Option<usize> };
    (@ty Int) => { i64 };
    (@ty Seed) => { u64 };
    (@ty Flag) => { bool };
    (@ty Num) => { Num };
    (@ty OptNum) => { Option<Num> };
    (@ty Text) => { &str };
    (@ty DType) => { Option<DType> };
    (@ty Pads) => { &[(usize, usize)] };
    (@ty Nums) => { impl Into<Nums> };
    (@ty IndexList) => { impl Positions };
}
for_each_op!(define_stubs);
