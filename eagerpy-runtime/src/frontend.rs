//! The vocabulary as documented methods and functions, made from the [table](crate::ops::TABLE).
//!
//! [`Tensor`] is what `Tensor` means inside an agnostic function. It has no values: the compiler
//! replaces each of these calls by one of the framework. It is here to be read, and for editors.

use crate::DType;
use crate::args::{Axes, Ints};
use crate::num::Num;
use crate::ops::table::for_each_op;

/// A tensor inside an agnostic function.
///
/// Every operation may be written as a method, `x.sum(axis = 0)`, or as a function, `sum(x, axis = 0)`, with
/// arguments by position or by keyword; the operators `+ - * / % == != < <= > >= & | ^ !` and `x[…]` stand
/// for the operations that say so. Host values come from `x.shape()`, `x.dim(0)`, `x.ndim()` and `x.item()`.
#[derive(Debug)]
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

macro_rules! define_stubs {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident($first:ident: $kind:ident $(= $default0:ident $(($value0:expr))?)? $(, $param:ident: $rest:ident $(= $default:ident $(($value:expr))?)?)*) aka [$($alias:literal),*] {
            family: $family:ident, dtype: $class:ident => $out:ident, shape: $shape:ident,
            sample: ($low:expr, $high:expr), kernel: { $($kernel:tt)* }
        }
    )*) => {
        impl Tensor {
            $(define_stubs! { @method $kind $out $name ($($param: $rest),*) $(#[doc = $doc])* })*
        }
    };
    (@method Tensors $($rest:tt)*) => {};
    (@method Shape $($rest:tt)*) => {};
    (@method Num $($rest:tt)*) => {};
    (@method Size $($rest:tt)*) => {};
    (@method $kind:ident Pair $name:ident ($($param:ident: $rest:ident),*) $(#[doc = $doc:literal])*) => {
        $(#[doc = $doc])*
        pub fn $name(&self $(, $param: define_stubs!(@ty $rest))*) -> (Tensor, Tensor) {
            $(let _ = $param;)*
            match *self {}
        }
    };
    (@method $kind:ident $out:ident $name:ident ($($param:ident: $rest:ident),*) $(#[doc = $doc:literal])*) => {
        $(#[doc = $doc])*
        #[allow(clippy::too_many_arguments, clippy::should_implement_trait, clippy::return_self_not_must_use)]
        pub fn $name(&self $(, $param: define_stubs!(@ty $rest))*) -> Tensor {
            $(let _ = $param;)*
            match *self {}
        }
    };
    (@ty Tensor) => { &Tensor };
    (@ty Operand) => { &Tensor };
    (@ty Mask) => { &Tensor };
    (@ty Index) => { &Tensor };
    (@ty Axes) => { Axes };
    (@ty Axis) => { i64 };
    (@ty OptAxis) => { Option<i64> };
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
    (@ty DType) => { DType };
    (@ty Pads) => { &[(usize, usize)] };
    (@ty IndexList) => { Ints };
}
for_each_op!(define_stubs);
