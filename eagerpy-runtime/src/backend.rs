//! What a framework implements: its tensor types, a few conversions, and one kernel per
//! operation of the [table](crate::ops).

use std::fmt::Debug;

use crate::args::{Cut, Operand};
use crate::dtype::DType;
use crate::element::{Boolean, Element, Float, Int, Numeric};
// The classes of the table are these bounds.
use crate::element::{Boolean as Bool, Element as Any};
use crate::error::Result;
use crate::fuse::{Kernel, Lent, Outcome};
use crate::num::Num;
use crate::ops::table::for_each_op;
use crate::ops::window::Window;
use crate::rank::Rank;
use crate::shape::{Shape, Sizes};

/// Anything that generated code may hand to an operation: a framework's tensor, a view of one,
/// a reference to either.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tensor of a framework that this build has",
    note = "turn on the framework's feature of `eagerpy`, or pass the tensor by reference"
)]
pub trait Value<B: Backend> {
    /// The element type, or [`Erased`](crate::Erased).
    type Elem: Element;
    /// The rank, or [`Dyn`](crate::Dyn).
    type Rank: Rank;

    /// The tensor as kernels take it. Never a copy.
    fn view(&self) -> B::View<'_, Self::Elem>;

    /// Sizes of the axes, without a copy where the framework has them as such.
    #[inline]
    fn lent_sizes(&self) -> Sizes<'_> {
        Sizes::Own(B::shape::<Self::Elem>(&self.view()))
    }

    /// The elements, where they lie one after the other in row-major order, in memory that can be read as it is.
    #[inline]
    fn lent(&self) -> Option<Lent<'_, Self::Elem>> {
        None
    }

    /// The tensor as generated code holds it: moved if it is owned, copied if it is a view.
    ///
    /// # Errors
    /// If the framework cannot copy it.
    fn into_tensor(self) -> Result<B::Tensor<'static, Self::Elem>>
    where
        Self: Sized;
}

impl<B: Backend, T: Value<B>> Value<B> for &T {
    type Elem = T::Elem;
    type Rank = T::Rank;
    #[inline]
    fn view(&self) -> B::View<'_, T::Elem> {
        (**self).view()
    }
    #[inline]
    fn lent_sizes(&self) -> Sizes<'_> {
        (**self).lent_sizes()
    }
    #[inline]
    fn lent(&self) -> Option<Lent<'_, T::Elem>> {
        (**self).lent()
    }
    #[inline]
    fn into_tensor(self) -> Result<B::Tensor<'static, T::Elem>> {
        B::copy::<T::Elem>(self.view())
    }
}

/// A kernel's declaration, by the operation's entry: ended by `;` in the trait, or by a body.
///
/// The signature follows from the parameters, unless the entry has it written out. `via` names the function of
/// [`compose`](crate::ops::compose) that makes the operation of others: the body where a backend has none. `as` names
/// the kernel of another entry, which serves this one, too.
macro_rules! kernel {
    (Other $class:ident $out:ident $name:ident $params:tt {} $end:tt $docs:tt) => {};
    (Creation $class:ident $out:ident $name:ident $params:tt {} $end:tt $docs:tt) => {};
    ($family:ident $class:ident $out:ident $name:ident $params:tt { as $($of:ident)+ } $end:tt $docs:tt) => {};
    ($family:ident $class:ident $out:ident $name:ident ($($params:tt)*) {} $end:tt $docs:tt) => {
        kernel! { @next ($out $name {} $end $docs) [E: $class] [] [E] [] $($params)* }
    };
    ($family:ident $class:ident $out:ident $name:ident ($($params:tt)*) { via $($path:ident)::+ } $end:tt $docs:tt) => {
        kernel! { @next ($out $name { $($path)::+ } $end $docs) [E: $class] [] [E] [] $($params)* }
    };
    ($family:ident $class:ident $out:ident $name:ident $params:tt { $($kernel:tt)+ } ; [$($doc:tt)*]) => {
        $($doc)*
        $($kernel)+
    };
    ($family:ident $class:ident $out:ident $name:ident $params:tt { $($kernel:tt)+ } $end:tt $docs:tt) => {
        kernel! { @written $end [] $($kernel)+ }
    };

    (@written $end:tt []) => {};
    // What has a body in the table needs no other.
    (@written $end:tt [$($before:tt)*] { $($body:tt)* } $($rest:tt)*) => {
        kernel! { @written $end [] $($rest)* }
    };
    (@written $end:tt [$($before:tt)*] ; $($rest:tt)*) => {
        $($before)* $end
        kernel! { @written $end [] $($rest)* }
    };
    (@written $end:tt [$($before:tt)*] $next:tt $($rest:tt)*) => {
        kernel! { @written $end [$($before)* $next] $($rest)* }
    };

    // Parameter after parameter: generics, arguments, element types and names for a call.
    (@next $head:tt [$($gen:tt)*] [$($arg:tt)*] [$($elem:tt)*] [$($call:tt)*] $param:ident: Index, $($rest:tt)*) => {
        kernel! { @next $head [$($gen)*, $param: Int] [$($arg)* $param: Self::View<'_, $param>,] [$($elem)*, $param] [$($call)* $param,] $($rest)* }
    };
    (@next $head:tt [$($gen:tt)*] [$($arg:tt)*] [$($elem:tt)*] [$($call:tt)*] $param:ident: Mask, $($rest:tt)*) => {
        kernel! { @next $head [$($gen)*, $param: Boolean] [$($arg)* $param: Self::View<'_, $param>,] [$($elem)*, $param] [$($call)* $param,] $($rest)* }
    };
    (@next $head:tt [$($gen:tt)*] [$($arg:tt)*] [$($elem:tt)*] [$($call:tt)*] $param:ident: OptMask, $($rest:tt)*) => {
        kernel! { @next $head [$($gen)*, $param: Boolean] [$($arg)* $param: Option<Self::View<'_, $param>>,] [$($elem)*, $param] [$($call)* $param,] $($rest)* }
    };
    (@next $head:tt [$($gen:tt)*] [$($arg:tt)*] [$($elem:tt)*] [$($call:tt)*] $param:ident: $kind:ident, $($rest:tt)*) => {
        kernel! { @next $head [$($gen)*] [$($arg)* $param: kernel!(@ty $kind),] [$($elem)*] [$($call)* $param,] $($rest)* }
    };
    (@next ($out:ident $name:ident {} ; [$($doc:tt)*]) [$($gen:tt)*] [$($arg:tt)*] $elem:tt $call:tt) => {
        $($doc)*
        #[allow(non_camel_case_types, clippy::too_many_arguments, clippy::type_complexity, reason = "made from the table")]
        fn $name<$($gen)*>($($arg)*) -> Result<kernel!(@out $out)>;
    };
    (@next ($out:ident $name:ident { $($path:ident)::+ } ; [$($doc:tt)*]) [$($gen:tt)*] [$($arg:tt)*] [$($elem:tt)*] [$($call:tt)*]) => {
        $($doc)*
        #[allow(non_camel_case_types, clippy::too_many_arguments, clippy::type_complexity, reason = "made from the table")]
        fn $name<$($gen)*>($($arg)*) -> Result<kernel!(@out $out)> {
            crate::ops::compose::$($path)::+::<Self, $($elem)*>($($call)*)
        }
    };
    (@next ($out:ident $name:ident $via:tt { $($body:tt)* } $docs:tt) [$($gen:tt)*] [$($arg:tt)*] $elem:tt $call:tt) => {
        #[allow(non_camel_case_types, clippy::too_many_arguments, clippy::type_complexity, reason = "made from the table")]
        fn $name<$($gen)*>($($arg)*) -> Result<kernel!(@out $out)> { $($body)* }
    };

    (@ty Tensor) => { Self::View<'_, E> };
    (@ty Tensors) => { &[Self::View<'_, E>] };
    (@ty OptTensor) => { Option<Self::View<'_, E>> };
    (@ty Operand) => { Operand<'_, Self, E> };
    (@ty OptOperand) => { Option<Operand<'_, Self, E>> };
    (@ty Axes) => { &[usize] };
    (@ty Axis) => { usize };
    (@ty OptAxis) => { Option<usize> };
    (@ty FlatAxis) => { usize };
    (@ty Ints) => { &[i64] };
    (@ty OptInts) => { Option<&[i64]> };
    (@ty Shape) => { &[usize] };
    (@ty Size) => { usize };
    (@ty OptSize) => { Option<usize> };
    (@ty Int) => { i64 };
    (@ty Seed) => { u64 };
    (@ty Flag) => { bool };
    (@ty Num) => { Num };
    (@ty OptNum) => { Option<Num> };
    (@ty Text) => { &str };
    (@ty Pads) => { &[(usize, usize)] };

    (@out Same) => { Self::Tensor<'static, E> };
    (@out Bool) => { Self::Tensor<'static, bool> };
    (@out Sum) => { Self::Tensor<'static, E::Sum> };
    (@out Index) => { Self::Tensor<'static, i64> };
    (@out F32) => { Self::Tensor<'static, f32> };
    (@out F64) => { Self::Tensor<'static, f64> };
    (@out Pair) => { (Self::Tensor<'static, E>, Self::Tensor<'static, i64>) };
    (@out Twice) => { (Self::Tensor<'static, E>, Self::Tensor<'static, E>) };
    (@out Thrice) => { (Self::Tensor<'static, E>, Self::Tensor<'static, E>, Self::Tensor<'static, E>) };
    (@out List) => { Vec<Self::Tensor<'static, E>> };
    (@out Indexed) => { (Self::Tensor<'static, E>, Self::Tensor<'static, i64>, Self::Tensor<'static, i64>, Self::Tensor<'static, i64>) };
}
pub(crate) use kernel;

macro_rules! define_backend {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident($($param:ident: $kind:ident $([$($word:literal),*])? $(= $default:ident $(($value:expr))?)?),*) aka [$($alias:literal),*] {
            family: $family:ident, dtype: $class:ident => $out:ident, shape: $shape:ident $(($core:expr))?,
            sample: ($low:expr, $high:expr), example: $example:tt, grad: $grad:tt, kernel: { $($kernel:tt)* }
        }
    )*) => {
        /// A framework: its tensor types and its kernels.
        ///
        /// A *typed* backend (`ndarray`) has the element type and the rank in its Rust types; an
        /// *erased* one (candle, tch) has one type for all tensors, and its [`Elem`](Backend::Elem)
        /// is [`Erased`](crate::Erased). Kernels of an erased backend see `E = Erased` for tensors
        /// that came from a user, and a concrete `E` where the program names the type.
        ///
        /// # What kernels may rely on
        /// [`Ops`](crate::ops::Ops), through which every call goes, has checked the arguments: axes
        /// are counted from the front, ascending and in range, sizes fit, operands broadcast, a
        /// number fits the element type, reductions that need an element have one.
        ///
        /// # What kernels must see to
        /// Values that only the tensor holds: an index outside `0..n`
        /// ([`Index`](crate::ErrorKind::Index)); an int divided by 0, or raised to a negative power
        /// ([`Value`](crate::ErrorKind::Value)). Nothing panics. Inputs are never written.
        /// Layout is of no account: transposed, strided, zero-stride, offset and empty views
        /// give what their copies give. Where the framework tracks gradients, float kernels
        /// keep the track.
        pub trait Backend: Copy + Debug + Send + Sync + 'static {
            /// The name in attributes, features and messages.
            const NAME: &'static str;
            /// `E` where the tensor types carry the element type, else [`Erased`](crate::Erased).
            type Elem<E: Element>: Element;
            /// A tensor inside generated code. It may borrow from an input: what moves elements
            /// about (transposes, slices) gives views where the framework has them.
            type Tensor<'a, E: Element>: Value<Self, Elem = Self::Elem<E>>;
            /// A tensor as kernels take it.
            type View<'a, E: Element>: Clone;
            /// A tensor as users get it: the framework's owned type.
            type Array<E: Element, R: Rank>;
            /// The float type of a struct of tensors where nothing else says it.
            type Float: Float;
            /// A tensor as it is handed to a function that the caller brings: the framework's own type.
            type Arg<'a, E: Element, R: Rank>;
            /// Where a new tensor goes: the device, and the float type of the function where it is
            /// a run-time value.
            type Place: Clone;

            /// A view of a tensor.
            fn borrow<'a, E: Element>(tensor: &'a Self::Tensor<'_, E>) -> Self::View<'a, E>;
            /// The same tensor once more, without a copy.
            fn share<'a, E: Element>(x: Self::View<'a, E>) -> Result<Self::Tensor<'a, E>>;
            /// The same tensor, borrowing nothing.
            fn copy<E: Element>(x: Self::View<'_, E>) -> Result<Self::Tensor<'static, E>>;
            /// The tensor as the user gets it. Its rank is `R`, or `R` is [`Dyn`](crate::Dyn).
            fn finish<E: Element, R: Rank>(tensor: Self::Tensor<'_, E>) -> Result<Self::Array<E, R>>;
            /// The tensor for a function that the caller brings. Its rank is `R`, or `R` is [`Dyn`](crate::Dyn).
            fn arg<'a, E: Element, R: Rank>(x: Self::View<'a, E>) -> Result<Self::Arg<'a, E, R>>;
            /// Sizes of the axes.
            fn shape<E: Element>(x: &Self::View<'_, E>) -> Shape;
            /// The element type, as far as the framework knows it apart (candle's masks are `u8`).
            fn dtype<E: Element>(x: &Self::View<'_, E>) -> Option<DType>;
            /// Does the framework keep elements of type `dtype` the way this tensor keeps its?
            fn holds<E: Element>(x: &Self::View<'_, E>, dtype: DType) -> bool {
                Self::dtype::<E>(x) == Some(dtype)
            }
            /// Where the tensor is.
            fn place<E: Element>(x: &Self::View<'_, E>) -> Self::Place;
            /// Where tensors go if no input says: the CPU, `f32`.
            fn default_place() -> Self::Place;
            /// [`default_place`](Backend::default_place) with another float type, where that is a run-time value.
            fn place_for(dtype: Option<DType>) -> Self::Place {
                let _ = dtype;
                Self::default_place()
            }
            /// The elements in the type of another tensor, which on erased backends may be known to the framework alone.
            fn cast_like<E: Element, T: Element>(x: Self::View<'_, E>, like: &Self::View<'_, T>) -> Result<Self::Tensor<'static, T>> {
                let _ = like;
                Self::astype::<E, T>(x)
            }
            /// Does the framework track gradients through this tensor?
            fn tracked<E: Element>(x: &Self::View<'_, E>) -> bool {
                let _ = x;
                false
            }
            /// A chain of elementwise operations of one shape, and reductions of what it gives: as one pass over the
            /// elements, where the backend has such a thing and it pays, else by `apart`, which calls the operations.
            ///
            /// `K` is the chain as a function of an element of each of `tensors`, broadcast, and of `numbers`; `outcomes`
            /// says what becomes of each value that it gives.
            fn fused<E: Float, K: Kernel<I, N, O>, const I: usize, const N: usize, const O: usize>(
                tensors: [Self::View<'_, E>; I],
                numbers: [Num; N],
                outcomes: [Outcome; O],
                apart: impl FnOnce() -> Result<[Self::Tensor<'static, E>; O]>,
            ) -> Result<[Self::Tensor<'static, E>; O]> {
                let _ = (tensors, numbers, outcomes);
                apart()
            }
            /// The same of tensors of one shape whose elements lie open: what is left to do is the loop. `None` leaves
            /// it to [`fused`](Backend::fused).
            #[inline]
            fn fused_lent<E: Float, K: Kernel<I, N, O>, const I: usize, const N: usize, const O: usize>(
                tensors: [Lent<'_, E>; I],
                numbers: [Num; N],
                outcomes: &[Outcome; O],
            ) -> Result<Option<[Self::Tensor<'static, E>; O]>> {
                let _ = (tensors, numbers, outcomes);
                Ok(None)
            }
            /// The only element of a tensor.
            fn item<E: Element>(x: Self::View<'_, E>) -> Result<Num>;
            /// All elements in row-major order.
            fn to_nums<E: Element>(x: Self::View<'_, E>) -> Result<Vec<Num>>;
            /// A tensor of these elements in row-major order.
            fn from_nums<T: Element>(place: &Self::Place, shape: &[usize], data: &[Num]) -> Result<Self::Tensor<'static, T>>;

            $(kernel! { $family $class $out $name ($($param: $kind,)*) { $($kernel)* } ; [$(#[doc = $doc])*] })*
        }
    };
}
for_each_op!(define_backend);
