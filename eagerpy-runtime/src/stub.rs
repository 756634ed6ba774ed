//! What the copies of functions for editors need beside the stub [`Tensor`]: a backend whose tensors are stubs, so that
//! `Layer<AnyBackend>` is a struct of stubs, and a few functions that make a copy a whole Rust program.
//!
//! Nothing of it runs: the copies are there to be typed. What they call is hidden, so that editors do not offer it.

use std::iter::Map;

use crate::args::{Cut, Operand};
use crate::backend::{Backend, Value, kernel};
use crate::dtype::DType;
use crate::element::{Boolean as Bool, Element as Any};
use crate::element::{Boolean, Element, Erased, Float, Int, Numeric};
use crate::error::Result;
use crate::frontend::{Tensor, stub};
use crate::num::Num;
use crate::ops::table::for_each_op;
use crate::rank::{Dyn, Rank};
use crate::shape::Shape;

/// The backend of a struct in an agnostic function: any.
#[derive(Clone, Copy, Debug)]
pub enum AnyBackend {}

impl Value<AnyBackend> for Tensor {
    type Elem = Erased;
    type Rank = Dyn;
    fn view(&self) -> Tensor {
        *self
    }
    fn into_tensor(self) -> Result<Tensor> {
        Ok(self)
    }
}

macro_rules! define_any_backend {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident($($param:ident: $kind:ident $([$($word:literal),*])? $(= $default:ident $(($value:expr))?)?),*) aka [$($alias:literal),*] {
            family: $family:ident, dtype: $class:ident => $out:ident, shape: $shape:ident $(($core:expr))?,
            sample: ($low:expr, $high:expr), example: $example:tt, grad: $grad:tt, kernel: { $($kernel:tt)* }
        }
    )*) => {
        #[allow(unused_variables, reason = "nothing of it runs")]
        impl Backend for AnyBackend {
            const NAME: &'static str = "any";
            type Elem<E: Element> = Erased;
            type Tensor<'a, E: Element> = Tensor;
            type View<'a, E: Element> = Tensor;
            type Array<E: Element, R: Rank> = Tensor;
            type Float = f32;
            type Arg<'a, E: Element, R: Rank> = Tensor;
            type Place = ();

            fn borrow<E: Element>(tensor: &Tensor) -> Tensor {
                *tensor
            }
            fn share<'a, E: Element>(x: Self::View<'a, E>) -> Result<Self::Tensor<'a, E>> {
                Ok(x)
            }
            fn copy<E: Element>(x: Tensor) -> Result<Tensor> {
                Ok(x)
            }
            fn finish<E: Element, R: Rank>(tensor: Tensor) -> Result<Tensor> {
                Ok(tensor)
            }
            fn arg<'a, E: Element, R: Rank>(x: Self::View<'a, E>) -> Result<Self::Arg<'a, E, R>> {
                Ok(x)
            }
            fn shape<E: Element>(x: &Tensor) -> Shape {
                x.shape()
            }
            fn dtype<E: Element>(x: &Tensor) -> Option<DType> {
                match *x {}
            }
            fn place<E: Element>(x: &Tensor) {
                match *x {}
            }
            fn default_place() {}
            fn item<E: Element>(x: Tensor) -> Result<Num> {
                match x {}
            }
            fn to_nums<E: Element>(x: Tensor) -> Result<Vec<Num>> {
                match x {}
            }
            fn from_nums<T: Element>(place: &(), shape: &[usize], data: &[Num]) -> Result<Tensor> {
                stub()
            }

            $(kernel! { $family $class $out $name ($($param: $kind,)*) { $($kernel)* } { stub() } [] })*
        }
    };
}
for_each_op!(define_any_backend);

/// The same value once more: in an agnostic function nothing is moved.
pub trait Same {
    /// The value.
    #[doc(hidden)]
    fn __same(&self) -> Self
    where
        Self: Sized,
    {
        stub()
    }
    /// The value, looked into without being moved.
    #[doc(hidden)]
    fn __within(&self) -> &Self {
        self
    }
}
impl<T: ?Sized> Same for T {}

/// The elements of a list, as an agnostic function has them.
pub trait Each: Iterator + Sized {
    /// Each of them once more.
    #[doc(hidden)]
    fn __each<'a, T: 'a>(self) -> Map<Self, fn(&'a T) -> T>
    where
        Self: Iterator<Item = &'a T>,
    {
        fn same<T>(_: &T) -> T {
            stub()
        }
        self.map(same)
    }
}
impl<I: Iterator> Each for I {}

/// Tensors in brackets, as a list.
pub trait Listed<T> {
    /// The list.
    #[doc(hidden)]
    fn __list(self) -> Vec<T>;
}
impl<T, const N: usize> Listed<T> for [T; N] {
    fn __list(self) -> Vec<T> {
        self.into()
    }
}

macro_rules! comparisons {
    ($trait:ident by $of:ident: $($name:ident $doc:literal)*) => {
        /// A comparison of what a called function gives: where that is no tensor, it is the host's.
        pub trait $trait: Sized {
            $(
                #[doc = $doc]
                #[doc(hidden)]
                fn $name<R>(&self, other: R) -> bool
                where
                    Self: $of<R>,
                {
                    let _ = other;
                    stub()
                }
            )*
        }
        impl<T> $trait for T {}
    };
}
comparisons! { Ordered by PartialOrd:
    less "`x < y`"
    less_equal "`x <= y`"
    greater "`x > y`"
    greater_equal "`x >= y`"
}
comparisons! { Equal by PartialEq:
    equal "`x == y`"
    not_equal "`x != y`"
}
