//! [`Ops`]: the functions that generated code calls. Each checks its arguments, in the same words
//! for every backend, brings them into the one form that kernels take, and calls the kernel.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::compose::movement;
use super::table::for_each_op;
use super::window::{self, Operands, Steps};
use super::{compose, core, einsum, fits, index, random};
use crate::args::{
    Axes, Cut, Given, GivenMask, IndexItem, Ints, Nums, Operand, Pair, Weights, int_tensor,
    mask_tensor,
};
use crate::backend::{Backend, Value};
use crate::dtype::DType;
use crate::element::{Boolean, Element, Float, Int, Numeric};
// The classes of the table are these bounds.
use crate::element::{Boolean as Bool, Element as Any};
use crate::error::{Error, Result};
use crate::fuse::{Kernel, Lent, Outcome};
use crate::num::Num;
use crate::rank::Rank;
use crate::shape::{self, Shape, Sizes};

type Out<'a, B, E> = Result<<B as Backend>::Tensor<'a, E>>;

/// Tensors of one element type have it in their Rust types on typed backends; on erased ones
/// it is looked at here.
pub(super) fn same_dtype<B: Backend, E: Element>(
    x: &<B as Backend>::View<'_, E>,
    y: &<B as Backend>::View<'_, E>,
) -> Result<()> {
    let (left, right) = (<B as Backend>::dtype::<E>(x), <B as Backend>::dtype::<E>(y));
    if left == right {
        return Ok(());
    }
    Err(Error::dtype(format!(
        "element types differ: {} and {}; cast one with `astype`",
        shape::show(left, &<B as Backend>::shape(x)),
        shape::show(right, &<B as Backend>::shape(y)),
    )))
}

/// The least and the largest number of an integer type.
fn limits(dtype: DType) -> Option<(i64, i64)> {
    match dtype {
        DType::U8 => Some((0, u8::MAX.into())),
        DType::I32 => Some((i32::MIN.into(), i32::MAX.into())),
        DType::I64 => Some((i64::MIN, i64::MAX)),
        _ => None,
    }
}

/// An int is never changed to fit: NumPy and PyTorch refuse it, too.
pub(crate) fn in_range(num: Num, dtype: Option<DType>) -> Result<()> {
    match (num, dtype.and_then(limits)) {
        (Num::Int(n), Some((low, high))) if n < low || n > high => Err(Error::value(format!(
            "the number {n} does not fit the element type: its numbers are {low} to {high}"
        ))),
        _ => Ok(()),
    }
}

/// An int beyond the type, brought to its limit: as good where the smaller or larger of two is asked for.
pub(super) fn limited(num: Num, dtype: Option<DType>) -> Num {
    match (num, dtype.and_then(limits)) {
        (Num::Int(n), Some((low, high))) => Num::Int(n.clamp(low, high)),
        _ => num,
    }
}

/// Operands with a number brought to the limits of the tensor's type.
fn limited_operands<'x, 'y, B: Backend, E: Element>(
    x: Operand<'x, B, E>,
    y: Operand<'y, B, E>,
) -> (Operand<'x, B, E>, Operand<'y, B, E>) {
    match (x, y) {
        (Operand::Tensor(t), Operand::Num(n)) => {
            let n = limited(n, <B as Backend>::dtype::<E>(&t));
            (Operand::Tensor(t), Operand::Num(n))
        }
        (Operand::Num(n), Operand::Tensor(t)) => {
            let n = limited(n, <B as Backend>::dtype::<E>(&t));
            (Operand::Num(n), Operand::Tensor(t))
        }
        both => both,
    }
}

/// Operands of which a number must be one of the tensor's type, which [`check_operands`] sees to.
fn as_they_are<X, Y>(x: X, y: Y) -> (X, Y) {
    (x, y)
}

/// A comparison with an int beyond the tensor's type, which has one answer for all elements: how `test` of the order of
/// an element against the number has it.
fn beyond<B: Backend, E: Element>(
    x: &Operand<'_, B, E>,
    y: &Operand<'_, B, E>,
    test: impl Fn(Ordering) -> bool,
) -> Option<Out<'static, B, bool>> {
    match (x, y) {
        (Operand::Tensor(t), Operand::Num(Num::Int(n))) => all_elements::<B, E>(t, *n, test),
        (Operand::Num(Num::Int(n)), Operand::Tensor(t)) => {
            all_elements::<B, E>(t, *n, |order| test(order.reverse()))
        }
        _ => None,
    }
}

fn all_elements<B: Backend, E: Element>(
    t: &<B as Backend>::View<'_, E>,
    n: i64,
    test: impl Fn(Ordering) -> bool,
) -> Option<Out<'static, B, bool>> {
    let (low, high) = limits(<B as Backend>::dtype::<E>(t)?)?;
    // How an element is ordered against the number.
    let order = match n {
        n if n < low => Ordering::Greater,
        n if n > high => Ordering::Less,
        _ => return None,
    };
    let place = <B as Backend>::place::<E>(t);
    let sizes = <B as Backend>::shape::<E>(t);
    Some(<B as Backend>::full::<bool>(
        &place,
        &sizes,
        Num::Bool(test(order)),
    ))
}

/// A number next to a tensor must be of its kind: nothing is promoted.
pub(crate) fn number_fits(num: Num, dtype: Option<DType>) -> Result<()> {
    let Some(dtype) = dtype else { return Ok(()) };
    in_range(num, Some(dtype))?;
    let fits = match num {
        Num::Float(_) => dtype.is_float(),
        Num::Int(_) => dtype != DType::Bool,
        // candle keeps masks as `u8`.
        Num::Bool(_) => matches!(dtype, DType::Bool | DType::U8),
    };
    if fits {
        return Ok(());
    }
    Err(Error::dtype(format!(
        "the number {num} does not fit a tensor of {dtype}; cast the tensor with `astype`"
    )))
}

fn check_operands<B: Backend, E: Element>(
    x: &Operand<'_, B, E>,
    y: &Operand<'_, B, E>,
) -> Result<()> {
    match (x, y) {
        (Operand::Tensor(x), Operand::Tensor(y)) => {
            same_dtype::<B, E>(x, y)?;
            let (left, right) = (<B as Backend>::shape(x), <B as Backend>::shape(y));
            if left == right {
                Ok(())
            } else {
                shape::broadcast(&left, &right).map(|_| ())
            }
        }
        (Operand::Tensor(t), Operand::Num(n)) => number_fits(*n, <B as Backend>::dtype::<E>(t)),
        (Operand::Num(n), Operand::Tensor(t)) => number_fits(*n, <B as Backend>::dtype::<E>(t)),
        (Operand::Num(_), Operand::Num(_)) => Ok(()),
    }
}

/// A reduction that has no value for nothing.
fn some_elements(shape: &[usize], axes: &[usize]) -> Result<()> {
    let of_nothing = axes.iter().any(|&a| shape.get(a) == Some(&0));
    let asked = shape::size(&shape::reduced(shape, axes, false));
    if of_nothing && asked > 0 {
        return Err(Error::value(format!(
            "there is none of nothing: {shape:?} has no elements on the axes it goes over"
        )));
    }
    Ok(())
}

/// An axis has as many elements as are asked for.
fn largest_fit(sizes: &[usize], k: usize, axis: usize) -> Result<()> {
    match sizes.get(axis) {
        Some(&n) if k > n => Err(Error::value(format!(
            "k is {k}, but axis {axis} of {sizes:?} has {n} elements"
        ))),
        _ => Ok(()),
    }
}

/// A part of one.
fn part_of_one(q: Num) -> Result<()> {
    if (0.0..=1.0).contains(&q.to_f64()) {
        return Ok(());
    }
    Err(Error::value(format!("`q` is {q}, not in 0 to 1")))
}

/// The sizes of a vector.
fn one_axis(sizes: &[usize]) -> Result<()> {
    match sizes {
        [_] => Ok(()),
        other => Err(Error::shape(format!(
            "the sorted tensor must be a vector, not {other:?}"
        ))),
    }
}

/// One more than the largest of `n` numbers, none of which may be negative.
fn bins<B: Backend, I: Int>(x: &<B as Backend>::View<'_, I>, n: usize) -> Result<usize> {
    if n == 0 {
        return Ok(0);
    }
    let least = <B as Backend>::min::<I>(x.clone(), &[0], false)?;
    let most = <B as Backend>::max::<I>(x.clone(), &[0], false)?;
    let item = |x| <B as Backend>::item::<I>(<B as Backend>::borrow(x)).map(Num::to_i64);
    let (least, most) = (item(&least)?, item(&most)?);
    if least < 0 {
        return Err(Error::value(format!("{least} is negative")));
    }
    Ok(usize::try_from(most)
        .unwrap_or(usize::MAX)
        .saturating_add(1))
}

/// All of the tensors, if they are lent and of one shape.
#[inline]
fn alike<E, const I: usize>(tensors: [Option<Lent<'_, E>>; I]) -> Option<[Lent<'_, E>; I]> {
    let first = (*tensors.first()?).as_ref()?;
    let alike = |x: &Option<Lent<'_, E>>| x.as_ref().is_some_and(|x| x.sizes == first.sizes);
    if !tensors.iter().all(alike) {
        return None;
    }
    Some(tensors.map(|x| {
        x.unwrap_or(Lent {
            elements: &[],
            sizes: &[],
        })
    }))
}

/// All tensors of a list have one element type.
fn one_dtype<B: Backend, E: Element>(list: &[<B as Backend>::View<'_, E>]) -> Result<()> {
    let Some((first, rest)) = list.split_first() else {
        return Err(Error::value("there are no tensors in the list"));
    };
    rest.iter()
        .try_for_each(|other| same_dtype::<B, E>(first, other))
}

/// The shape of a tensor that gives no more, but is of the same type.
fn shape_of<B: Backend, E: Element>(
    x: &<B as Backend>::View<'_, E>,
    like: &<B as Backend>::View<'_, E>,
) -> Result<Shape> {
    same_dtype::<B, E>(x, like)?;
    Ok(<B as Backend>::shape::<E>(like))
}

/// All shapes broadcast together.
fn all_broadcast(shapes: &[Shape]) -> Result<()> {
    let mut all = Shape::new();
    for shape in shapes {
        all = shape::broadcast(&all, shape)?;
    }
    Ok(())
}

/// The tensor and its axis, or, where none is named, all elements as a vector.
fn flat_axis<'a, B: Backend, E: Element>(
    x: <B as Backend>::View<'a, E>,
    axis: Option<i64>,
) -> Result<(<B as Backend>::Tensor<'a, E>, usize)> {
    let sizes = <B as Backend>::shape::<E>(&x);
    match axis {
        Some(axis) => {
            let axis = shape::axis(axis, sizes.len())?;
            Ok((<B as Backend>::share::<E>(x)?, axis))
        }
        None => Ok((<B as Backend>::reshape::<E>(x, &[shape::size(&sizes)])?, 0)),
    }
}

/// A word that an operation knows.
fn one_of(name: &str, word: &str, known: &[&str]) -> Result<()> {
    if known.contains(&word) {
        return Ok(());
    }
    let list: Vec<String> = known.iter().map(|known| format!("{known:?}")).collect();
    Err(Error::value(format!(
        "`{name}` is {}, not {word:?}",
        list.join(" or ")
    )))
}

fn vector<B: Backend, E: Element>(x: &<B as Backend>::View<'_, E>, what: &str) -> Result<usize> {
    match <B as Backend>::shape(x).as_slice() {
        [n] => Ok(*n),
        other => Err(Error::shape(format!(
            "{what} must be a vector, not {other:?}"
        ))),
    }
}

macro_rules! define_front {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident($($param:ident: $kind:ident $([$($word:literal),*])? $(= $default:ident $(($value:expr))?)?),*) aka [$($alias:literal),*] {
            family: $family:ident, dtype: $class:ident => $out:ident, shape: $shape:ident $(($core:expr))?,
            sample: ($low:expr, $high:expr), example: $example:tt, grad: $grad:tt, kernel: { $($kernel:tt)* }
        }
    )*) => {
        /// The operations, as generated code calls them: `<B as Backend>::sum(&x, Axes::All, false)`.
        ///
        /// # Errors
        /// All of them: [`Dtype`](crate::ErrorKind::Dtype), [`Shape`](crate::ErrorKind::Shape),
        /// [`Axis`](crate::ErrorKind::Axis), [`Index`](crate::ErrorKind::Index) and
        /// [`Value`](crate::ErrorKind::Value) for arguments that do not go together, and
        /// [`Framework`](crate::ErrorKind::Framework) for what the framework refuses.
        #[allow(clippy::missing_errors_doc, reason = "said above, once for all")]
        pub trait Ops: Backend {
            $(define_front! { @front $family $class $out $shape ($($core)?) $name ($($param: $kind [$($($word),*)?],)*) [$(#[doc = $doc])*] })*

            /// A chain of elementwise operations: [`Backend::fused`]. `like` is one of the tensors, which `lent` and `views`
            /// both give.
            fn chain<'v, T, K, const I: usize, const N: usize, const O: usize>(
                kernel: K,
                like: &T,
                lent: [Option<Lent<'_, T::Elem>>; I],
                views: impl FnOnce() -> [Self::View<'v, T::Elem>; I],
                numbers: [Num; N],
                outcomes: [Outcome; O],
                apart: impl FnOnce() -> Result<[Self::Tensor<'static, T::Elem>; O]>,
            ) -> Result<[Self::Tensor<'static, T::Elem>; O]>
            where
                T: Value<Self, Elem: Float> + ?Sized,
                K: Kernel<I, N, O>,
            {
                let _ = (kernel, like);
                // It is no number of floats, and the operations say so.
                if numbers.iter().any(|number| matches!(number, Num::Bool(_))) {
                    return apart();
                }
                if let Some(tensors) = alike(lent)
                    && let Some(outs) = <Self as Backend>::fused_lent::<T::Elem, K, I, N, O>(tensors, numbers, &outcomes)?
                {
                    return Ok(outs);
                }
                <Self as Backend>::fused::<T::Elem, K, I, N, O>(views(), numbers, outcomes, apart)
            }

            /// Gaussian error linear unit; `approximate` is `"none"` or `"tanh"`.
            fn gelu<T: Value<Self> + ?Sized>(x: &T, approximate: &str) -> Out<'static, Self, T::Elem>
            where
                T::Elem: Float,
            {
                let tanh = match approximate {
                    "none" => false,
                    "tanh" => true,
                    other => {
                        let text = format!("`approximate` is \"none\" or \"tanh\", not {other:?}");
                        return Err(Error::value(text).in_op("gelu"));
                    }
                };
                <Self as Backend>::gelu::<T::Elem>(x.view(), tanh).map_err(|e| e.in_op("gelu"))
            }

            /// The elements within bounds.
            fn clip<T, L, H>(x: &T, min: L, max: H) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self, Elem: Numeric> + ?Sized,
                L: Given<Self, T::Elem>,
                H: Given<Self, T::Elem>,
            {
                let (view, min, max) = (x.view(), min.opt_operand(), max.opt_operand());
                let clipped = (|| {
                    let dtype = Self::dtype::<T::Elem>(&view);
                    let mut to = <Self as Backend>::shape::<T::Elem>(&view);
                    let mut numbers = [None; 2];
                    let mut tensors = false;
                    for (bound, number) in [&min, &max].into_iter().zip(&mut numbers) {
                        match bound {
                            Some(Operand::Tensor(bound)) => {
                                same_dtype::<Self, T::Elem>(&view, bound)?;
                                to = shape::broadcast(&to, &<Self as Backend>::shape::<T::Elem>(bound))?;
                                tensors = true;
                            }
                            Some(Operand::Num(bound)) => {
                                let bound = limited(*bound, dtype);
                                number_fits(bound, dtype)?;
                                *number = Some(bound);
                            }
                            None => {}
                        }
                    }
                    let [low, high] = numbers;
                    if tensors {
                        let min = low.map(Operand::Num).or_else(|| min.clone());
                        let max = high.map(Operand::Num).or_else(|| max.clone());
                        return <Self as Backend>::clip_between::<T::Elem>(view, min, max);
                    }
                    <Self as Backend>::clip::<T::Elem>(view, low, high)
                })();
                clipped.map_err(|e: Error| e.in_op("clip"))
            }

            /// `x` where `mask` is true, else `y`.
            fn where_<M, L, R>(mask: &M, x: L, y: R) -> Out<'static, Self, <(L, R) as Pair<Self>>::Elem>
            where
                M: Value<Self, Elem: Boolean> + ?Sized,
                (L, R): Pair<Self>,
            {
                let mask = mask.view();
                let pair = (x, y);
                let (x, y) = pair.operands();
                (|| {
                    check_operands(&x, &y)?;
                    let branches = shape::broadcast(&x.shape(), &y.shape())?;
                    shape::broadcast(&<Self as Backend>::shape::<M::Elem>(&mask), &branches)?;
                    <Self as Backend>::where_::<M::Elem, <(L, R) as Pair<Self>>::Elem>(mask, x, y)
                })()
                .map_err(|e: Error| e.in_op("where_"))
            }

            /// The elements in another type.
            fn astype<T: Element, X: Value<Self> + ?Sized>(x: &X) -> Out<'static, Self, T> {
                <Self as Backend>::astype::<X::Elem, T>(x.view()).map_err(|e| e.in_op("astype"))
            }

            /// The elements in the function's float type, where the framework alone knows it.
            fn to_float<T: Element, X: Value<Self> + ?Sized>(place: &Self::Place, x: &X) -> Out<'static, Self, T> {
                (|| {
                    let like = <Self as Backend>::full::<T>(place, &[], Num::Int(0))?;
                    <Self as Backend>::cast_like::<X::Elem, T>(x.view(), &<Self as Backend>::borrow(&like))
                })()
                .map_err(|e: Error| e.in_op("astype"))
            }

            /// (Σ|x|ᵖ)^(1/p) over axes.
            fn lp<T: Value<Self> + ?Sized>(x: &T, p: Num, axis: Axes, keepdims: bool) -> Out<'static, Self, T::Elem>
            where
                T::Elem: Float,
            {
                let p = p.to_f64();
                if p == 0.0 {
                    <Self as Ops>::l0(x, axis, keepdims)
                } else if p == 1.0 {
                    <Self as Ops>::l1(x, axis, keepdims)
                } else if p == 2.0 {
                    <Self as Ops>::l2(x, axis, keepdims)
                } else if p == f64::INFINITY {
                    <Self as Ops>::linf(x, axis, keepdims)
                } else if p == f64::NEG_INFINITY {
                    define_front!(@over_axes x axis "lp", |view, axes| {
                        some_elements(&<Self as Backend>::shape::<T::Elem>(&view), axes)?;
                        let size = <Self as Backend>::abs::<T::Elem>(view)?;
                        <Self as Backend>::min::<T::Elem>(<Self as Backend>::borrow(&size), axes, keepdims)
                    })
                } else {
                    define_front!(@over_axes x axis "lp", |view, axes| {
                        <Self as Backend>::lp::<T::Elem>(view, p, axes, keepdims)
                    })
                }
            }

            /// Index of the smallest element.
            fn argmin<T: Value<Self> + ?Sized>(x: &T, axis: Option<i64>, keepdims: bool) -> Out<'static, Self, i64> {
                arg_reduce::<Self, T::Elem>(x.view(), axis, keepdims, <Self as Backend>::argmin::<T::Elem>)
                    .map_err(|e| e.in_op("argmin"))
            }

            /// Index of the largest element.
            fn argmax<T: Value<Self> + ?Sized>(x: &T, axis: Option<i64>, keepdims: bool) -> Out<'static, Self, i64> {
                arg_reduce::<Self, T::Elem>(x.view(), axis, keepdims, <Self as Backend>::argmax::<T::Elem>)
                    .map_err(|e| e.in_op("argmax"))
            }

            /// eˣ / Σ eˣ along an axis.
            fn softmax<T: Value<Self> + ?Sized>(x: &T, axis: i64) -> Out<'static, Self, T::Elem>
            where
                T::Elem: Float,
            {
                define_front!(@along_or_scalar x axis "softmax", |view, axis| <Self as Backend>::softmax::<T::Elem>(view, axis))
            }

            /// Logarithm of the softmax along an axis.
            fn log_softmax<T: Value<Self> + ?Sized>(x: &T, axis: i64) -> Out<'static, Self, T::Elem>
            where
                T::Elem: Float,
            {
                define_front!(@along_or_scalar x axis "log_softmax", |view, axis| <Self as Backend>::log_softmax::<T::Elem>(view, axis))
            }

            /// Cross-correlation over the last axis.
            #[allow(clippy::too_many_arguments, reason = "as the table says")]
            fn conv1d<T, W, G>(x: &T, weight: &W, bias: G, stride: impl Into<Ints>, padding: impl Into<Ints>, dilation: impl Into<Ints>, groups: usize) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self, Elem: Float> + ?Sized,
                W: Value<Self, Elem = T::Elem> + ?Sized,
                G: Given<Self, T::Elem>,
            {
                let steps = (stride.into(), padding.into(), dilation.into());
                bias.tensor()
                    .and_then(|bias| convolution::<Self, T::Elem>(1, x.view(), weight.view(), bias, &steps, None, groups))
                    .map_err(|e| e.in_op("conv1d"))
            }

            /// Cross-correlation over the last two axes.
            #[allow(clippy::too_many_arguments, reason = "as the table says")]
            fn conv2d<T, W, G>(x: &T, weight: &W, bias: G, stride: impl Into<Ints>, padding: impl Into<Ints>, dilation: impl Into<Ints>, groups: usize) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self, Elem: Float> + ?Sized,
                W: Value<Self, Elem = T::Elem> + ?Sized,
                G: Given<Self, T::Elem>,
            {
                let steps = (stride.into(), padding.into(), dilation.into());
                bias.tensor()
                    .and_then(|bias| convolution::<Self, T::Elem>(2, x.view(), weight.view(), bias, &steps, None, groups))
                    .map_err(|e| e.in_op("conv2d"))
            }

            /// The transpose of the cross-correlation over the last axis.
            #[allow(clippy::too_many_arguments, reason = "as the table says")]
            fn conv_transpose1d<T, W, G>(x: &T, weight: &W, bias: G, stride: impl Into<Ints>, padding: impl Into<Ints>, output_padding: impl Into<Ints>, groups: usize, dilation: impl Into<Ints>) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self, Elem: Float> + ?Sized,
                W: Value<Self, Elem = T::Elem> + ?Sized,
                G: Given<Self, T::Elem>,
            {
                let steps = (stride.into(), padding.into(), dilation.into());
                let extra = output_padding.into();
                bias.tensor()
                    .and_then(|bias| convolution::<Self, T::Elem>(1, x.view(), weight.view(), bias, &steps, Some(&extra), groups))
                    .map_err(|e| e.in_op("conv_transpose1d"))
            }

            /// The transpose of the cross-correlation over the last two axes.
            #[allow(clippy::too_many_arguments, reason = "as the table says")]
            fn conv_transpose2d<T, W, G>(x: &T, weight: &W, bias: G, stride: impl Into<Ints>, padding: impl Into<Ints>, output_padding: impl Into<Ints>, groups: usize, dilation: impl Into<Ints>) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self, Elem: Float> + ?Sized,
                W: Value<Self, Elem = T::Elem> + ?Sized,
                G: Given<Self, T::Elem>,
            {
                let steps = (stride.into(), padding.into(), dilation.into());
                let extra = output_padding.into();
                bias.tensor()
                    .and_then(|bias| convolution::<Self, T::Elem>(2, x.view(), weight.view(), bias, &steps, Some(&extra), groups))
                    .map_err(|e| e.in_op("conv_transpose2d"))
            }

            /// The largest elements of windows over the last axis.
            fn max_pool1d<T>(x: &T, kernel: impl Into<Ints>, stride: Option<Ints>, padding: impl Into<Ints>, dilation: impl Into<Ints>, ceil_mode: bool) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self, Elem: Float> + ?Sized,
            {
                let kernel = kernel.into();
                let stride = stride.unwrap_or_else(|| kernel.clone());
                let steps = (stride, padding.into(), dilation.into());
                max_pooled::<Self, T::Elem>(1, x.view(), &kernel, &steps, ceil_mode).map_err(|e| e.in_op("max_pool1d"))
            }

            /// The largest elements of windows over the last two axes.
            fn max_pool2d<T>(x: &T, kernel: impl Into<Ints>, stride: Option<Ints>, padding: impl Into<Ints>, dilation: impl Into<Ints>, ceil_mode: bool) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self, Elem: Float> + ?Sized,
            {
                let kernel = kernel.into();
                let stride = stride.unwrap_or_else(|| kernel.clone());
                let steps = (stride, padding.into(), dilation.into());
                max_pooled::<Self, T::Elem>(2, x.view(), &kernel, &steps, ceil_mode).map_err(|e| e.in_op("max_pool2d"))
            }

            /// The means of windows over the last axis.
            fn avg_pool1d<T>(x: &T, kernel: impl Into<Ints>, stride: Option<Ints>, padding: impl Into<Ints>, ceil_mode: bool, count_include_pad: bool) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self, Elem: Float> + ?Sized,
            {
                let kernel = kernel.into();
                let stride = stride.unwrap_or_else(|| kernel.clone());
                avg_pooled::<Self, T::Elem>(1, x.view(), &kernel, (&stride, &padding.into()), ceil_mode, count_include_pad)
                    .map_err(|e| e.in_op("avg_pool1d"))
            }

            /// The means of windows over the last two axes.
            fn avg_pool2d<T>(x: &T, kernel: impl Into<Ints>, stride: Option<Ints>, padding: impl Into<Ints>, ceil_mode: bool, count_include_pad: bool) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self, Elem: Float> + ?Sized,
            {
                let kernel = kernel.into();
                let stride = stride.unwrap_or_else(|| kernel.clone());
                avg_pooled::<Self, T::Elem>(2, x.view(), &kernel, (&stride, &padding.into()), ceil_mode, count_include_pad)
                    .map_err(|e| e.in_op("avg_pool2d"))
            }

            /// -log softmax(logits) at the label.
            #[allow(clippy::too_many_arguments, reason = "as the table says")]
            fn crossentropy<T, L, G>(logits: &T, labels: &L, axis: i64, weight: G, ignore_index: Option<Num>, label_smoothing: Num, reduction: &str) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self, Elem: Float> + ?Sized,
                L: Value<Self, Elem: Int> + ?Sized,
                G: Given<Self, T::Elem>,
            {
                (|| {
                    let (x, at) = (logits.view(), labels.view());
                    let classes = classes::<Self, T::Elem, L::Elem>(&x, &at, axis, ignore_index, reduction)?;
                    let weight = weight.tensor()?;
                    classes.weight::<Self, T::Elem>(&x, weight.as_ref())?;
                    let smoothing = fits::smoothing(label_smoothing)?;
                    // Row by row: nothing but the logits and the labels.
                    if classes.is_plain() && weight.is_none() && smoothing == 0.0 {
                        let rows = <Self as Backend>::crossentropy::<T::Elem, L::Elem>(x, at)?;
                        return reduced::<Self, T::Elem>(rows, reduction);
                    }
                    compose::loss::crossentropy::<Self, T::Elem, L::Elem>(x, at, &classes, weight, smoothing, reduction)
                })()
                .map_err(|e: Error| e.in_op("crossentropy"))
            }

            /// -log p at the label, of logarithms.
            fn nll_loss<T, L, G>(x: &T, labels: &L, axis: i64, weight: G, ignore_index: Option<Num>, reduction: &str) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self, Elem: Float> + ?Sized,
                L: Value<Self, Elem: Int> + ?Sized,
                G: Given<Self, T::Elem>,
            {
                (|| {
                    let (x, at) = (x.view(), labels.view());
                    let classes = classes::<Self, T::Elem, L::Elem>(&x, &at, axis, ignore_index, reduction)?;
                    let weight = weight.tensor()?;
                    classes.weight::<Self, T::Elem>(&x, weight.as_ref())?;
                    compose::loss::nll::<Self, T::Elem, L::Elem>(x, at, &classes, weight, reduction)
                })()
                .map_err(|e: Error| e.in_op("nll_loss"))
            }

            /// The elements in another shape.
            fn reshape<'a, T: Value<Self> + ?Sized>(x: &'a T, shape: impl Into<Ints>) -> Out<'a, Self, T::Elem> {
                let view = x.view();
                shape::reshape(&<Self as Backend>::shape::<T::Elem>(&view), &shape.into())
                    .and_then(|to| <Self as Backend>::reshape::<T::Elem>(view, &to))
                    .map_err(|e| e.in_op("reshape"))
            }

            /// The axes in another order.
            fn transpose<'a, T: Value<Self> + ?Sized>(x: &'a T, axes: Option<Ints>) -> Out<'a, Self, T::Elem> {
                let view = x.view();
                let rank = <Self as Backend>::shape::<T::Elem>(&view).len();
                match axes {
                    Some(axes) => shape::permutation(&axes, rank),
                    None => Ok((0..rank).rev().collect()),
                }
                .and_then(|order| <Self as Backend>::transpose::<T::Elem>(view, &order))
                .map_err(|e| e.in_op("transpose"))
            }

            /// Two axes exchanged.
            fn swapaxes<'a, T: Value<Self> + ?Sized>(x: &'a T, axis1: i64, axis2: i64) -> Out<'a, Self, T::Elem> {
                let view = x.view();
                let rank = <Self as Backend>::shape::<T::Elem>(&view).len();
                (|| {
                    let (a, b) = (shape::axis(axis1, rank)?, shape::axis(axis2, rank)?);
                    let mut order: Shape = (0..rank).collect();
                    order.swap(a, b);
                    <Self as Backend>::transpose::<T::Elem>(view, &order)
                })()
                .map_err(|e: Error| e.in_op("swapaxes"))
            }

            /// The last two axes exchanged.
            fn matrix_transpose<'a, T: Value<Self> + ?Sized>(x: &'a T) -> Out<'a, Self, T::Elem> {
                let view = x.view();
                let sizes = <Self as Backend>::shape::<T::Elem>(&view);
                let rank = sizes.len();
                (|| {
                    if rank < 2 {
                        return Err(Error::shape(format!("takes matrices, not {sizes:?}")));
                    }
                    let mut order: Shape = (0..rank).collect();
                    order.swap(rank - 2, rank - 1);
                    <Self as Backend>::transpose::<T::Elem>(view, &order)
                })()
                .map_err(|e: Error| e.in_op("matrix_transpose"))
            }

            /// Axes at other places, the others in their order.
            fn moveaxis<'a, T: Value<Self> + ?Sized>(x: &'a T, source: impl Into<Ints>, destination: impl Into<Ints>) -> Out<'a, Self, T::Elem> {
                let view = x.view();
                let rank = <Self as Backend>::shape::<T::Elem>(&view).len();
                (|| {
                    let order = shape::moved(&source.into(), &destination.into(), rank)?;
                    <Self as Backend>::transpose::<T::Elem>(view, &order)
                })()
                .map_err(|e: Error| e.in_op("moveaxis"))
            }

            /// With one axis at least.
            fn atleast_1d<'a, T: Value<Self> + ?Sized>(x: &'a T) -> Out<'a, Self, T::Elem> {
                at_least::<Self, T::Elem>(x.view(), 1).map_err(|e| e.in_op("atleast_1d"))
            }

            /// With two axes at least.
            fn atleast_2d<'a, T: Value<Self> + ?Sized>(x: &'a T) -> Out<'a, Self, T::Elem> {
                at_least::<Self, T::Elem>(x.view(), 2).map_err(|e| e.in_op("atleast_2d"))
            }

            /// With one axis as several.
            fn unflatten<'a, T: Value<Self> + ?Sized>(x: &'a T, axis: i64, sizes: impl Into<Ints>) -> Out<'a, Self, T::Elem> {
                let view = x.view();
                let all = <Self as Backend>::shape::<T::Elem>(&view);
                (|| {
                    let axis = shape::axis(axis, all.len())?;
                    let parts = shape::reshape(&[all.get(axis).copied().unwrap_or(1)], &sizes.into())?;
                    let mut to: Shape = all.iter().take(axis).copied().collect();
                    to.extend(parts);
                    to.extend(all.iter().skip(axis + 1).copied());
                    <Self as Backend>::reshape::<T::Elem>(view, &to)
                })()
                .map_err(|e: Error| e.in_op("unflatten"))
            }

            /// Entries of axes further on, what falls off coming in at the beginning.
            fn roll<T: Value<Self> + ?Sized>(x: &T, shift: impl Into<Ints>, axis: Option<Ints>) -> Out<'static, Self, T::Elem> {
                rolled::<Self, T::Elem>(x.view(), &shift.into(), axis.as_deref()).map_err(|e| e.in_op("roll"))
            }

            /// Without axes of size 1.
            fn squeeze<'a, T: Value<Self> + ?Sized>(x: &'a T, axis: impl Into<Ints>) -> Out<'a, Self, T::Elem> {
                let view = x.view();
                let sizes = <Self as Backend>::shape::<T::Elem>(&view);
                (|| {
                    let axes = shape::axes(&axis.into(), sizes.len())?;
                    for &a in &axes {
                        if sizes.get(a) != Some(&1) {
                            return Err(Error::shape(format!("axis {a} of {sizes:?} does not have size 1")));
                        }
                    }
                    <Self as Backend>::squeeze::<T::Elem>(view, &axes)
                })()
                .map_err(|e| e.in_op("squeeze"))
            }

            /// With new axes of size 1.
            fn expand_dims<'a, T: Value<Self> + ?Sized>(x: &'a T, axis: impl Into<Ints>) -> Out<'a, Self, T::Elem> {
                let view = x.view();
                let axis = axis.into();
                let rank = <Self as Backend>::shape::<T::Elem>(&view).len() + axis.len();
                shape::axes(&axis, rank)
                    .and_then(|axes| <Self as Backend>::expand_dims::<T::Elem>(view, &axes))
                    .map_err(|e| e.in_op("expand_dims"))
            }

            /// With axes from `start` to `end` (included) as one.
            fn flatten<'a, T: Value<Self> + ?Sized>(x: &'a T, start: i64, end: i64) -> Out<'a, Self, T::Elem> {
                let view = x.view();
                let sizes = <Self as Backend>::shape::<T::Elem>(&view);
                (|| {
                    let to = flattened(&sizes, start, end)?;
                    <Self as Backend>::reshape::<T::Elem>(view, &to)
                })()
                .map_err(|e: Error| e.in_op("flatten"))
            }

            /// Repeated along axes of size 1 and new leading axes.
            fn broadcast_to<'a, T: Value<Self> + ?Sized>(x: &'a T, shape: impl Into<Ints>) -> Out<'a, Self, T::Elem> {
                let view = x.view();
                (|| {
                    let to = shape::sizes(&shape.into())?;
                    shape::broadcasts_to(&<Self as Backend>::shape::<T::Elem>(&view), &to)?;
                    <Self as Backend>::broadcast_to::<T::Elem>(view, &to)
                })()
                .map_err(|e: Error| e.in_op("broadcast_to"))
            }

            /// Tensors joined along an axis.
            fn concatenate<T: Value<Self>>(tensors: &[T], axis: i64) -> Out<'static, Self, T::Elem> {
                let views: SmallVec<[_; 4]> = tensors.iter().map(Value::view).collect();
                join::<Self, T::Elem>(&views, axis, false).map_err(|e| e.in_op("concatenate"))
            }

            /// Tensors of one shape joined along a new axis.
            fn stack<T: Value<Self>>(tensors: &[T], axis: i64) -> Out<'static, Self, T::Elem> {
                let views: SmallVec<[_; 4]> = tensors.iter().map(Value::view).collect();
                join::<Self, T::Elem>(&views, axis, true).map_err(|e| e.in_op("stack"))
            }

            /// Reversed along axes.
            fn flip<'a, T: Value<Self> + ?Sized>(x: &'a T, axis: Axes) -> Out<'a, Self, T::Elem> {
                let view = x.view();
                axis.resolve(<Self as Backend>::shape::<T::Elem>(&view).len())
                    .and_then(|axes| <Self as Backend>::flip::<T::Elem>(view, &axes))
                    .map_err(|e| e.in_op("flip"))
            }

            /// With elements added at the ends of the axes.
            fn pad<T: Value<Self> + ?Sized>(x: &T, paddings: &[(usize, usize)], mode: &str, value: Num) -> Out<'static, Self, T::Elem> {
                let view = x.view();
                (|| {
                    let sizes = <Self as Backend>::shape::<T::Elem>(&view);
                    if paddings.len() != sizes.len() {
                        return Err(Error::shape(format!(
                            "{} pairs of paddings for {} axes of {sizes:?}", paddings.len(), sizes.len()
                        )));
                    }
                    one_of("mode", mode, &["constant", "reflect", "edge", "wrap"])?;
                    let padded = sizes.iter().zip(paddings).map(|(n, (before, after))| {
                        n.saturating_add(*before).saturating_add(*after)
                    });
                    count(&padded.collect::<Shape>())?;
                    if mode != "constant" {
                        return movement::pad_with_own::<Self, T::Elem>(view, paddings, mode);
                    }
                    let dtype = Self::dtype::<T::Elem>(&view);
                    // 0 is the default value, of masks too.
                    let value = if dtype == Some(DType::Bool) && value == Num::Int(0) { Num::Bool(false) } else { value };
                    number_fits(value, dtype)?;
                    let to: Option<Shape> = sizes
                        .iter()
                        .zip(paddings)
                        .map(|(&n, &(before, after))| n.checked_add(before)?.checked_add(after))
                        .collect();
                    shape::room(&to.unwrap_or_else(|| Shape::from_elem(usize::MAX, 2)))?;
                    <Self as Backend>::pad::<T::Elem>(view, paddings, value)
                })()
                .map_err(|e| e.in_op("pad"))
            }

            /// `x[…]` without index tensors.
            fn slice<'a, T: Value<Self> + ?Sized>(x: &'a T, items: &[IndexItem<'_, Self>]) -> Out<'a, Self, T::Elem> {
                index::slice::<Self, T::Elem>(x.view(), items).map_err(|e| e.in_op("getitem"))
            }

            /// `x[…]` with index tensors and masks: their positions are broadcast together, and their axes
            /// take the place of the first indexed axis, or come first where other items stand between
            /// them (NumPy's rule).
            fn getitem<T: Value<Self> + ?Sized>(x: &T, items: &[IndexItem<'_, Self>]) -> Out<'static, Self, T::Elem> {
                index::getitem::<Self, T::Elem>(x.view(), items).map_err(|e| e.in_op("getitem"))
            }

            /// `x` with a tensor or a number at `x[…]`: the tensor is broadcast to what is replaced. Of
            /// values for one position the last stays.
            fn index_update<'t, T, V>(x: &'t T, items: &[IndexItem<'_, Self>], value: V) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self> + ?Sized,
                (&'t T, V): Pair<Self, Elem = T::Elem>,
            {
                let pair = (x, value);
                let (_, value) = pair.operands();
                let view = x.view();
                (|| {
                    let dtype = <Self as Backend>::dtype::<T::Elem>(&view);
                    match &value {
                        Operand::Tensor(value) => same_dtype::<Self, T::Elem>(&view, value)?,
                        Operand::Num(number) => number_fits(*number, dtype)?,
                    }
                    index::update::<Self, T::Elem>(view, items, value)
                })()
                .map_err(|e: Error| e.in_op("index_update"))
            }

            /// `x` with a tensor or a number added at `x[…]`: the tensor is broadcast to what it is added to. A
            /// position that stands twice gets both.
            fn index_accumulate<'t, T, V>(x: &'t T, items: &[IndexItem<'_, Self>], value: V) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self, Elem: Numeric> + ?Sized,
                (&'t T, V): Pair<Self, Elem = T::Elem>,
            {
                let pair = (x, value);
                let (_, value) = pair.operands();
                let view = x.view();
                (|| {
                    match &value {
                        Operand::Tensor(value) => same_dtype::<Self, T::Elem>(&view, value)?,
                        Operand::Num(number) => number_fits(*number, <Self as Backend>::dtype::<T::Elem>(&view))?,
                    }
                    index::accumulate::<Self, T::Elem>(view, items, value)
                })()
                .map_err(|e: Error| e.in_op("index_accumulate"))
            }

            /// The same tensor, through which no gradient goes.
            fn stop_gradient<'a, T: Value<Self> + ?Sized>(x: &'a T) -> Out<'a, Self, T::Elem> {
                <Self as Backend>::stop_gradient::<T::Elem>(x.view()).map_err(|e| e.in_op("stop_gradient"))
            }

            /// With the axes of a reduction put back.
            fn unreduce<T, L>(x: &T, like: &L, axis: Axes, keepdims: bool) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self> + ?Sized,
                L: Value<Self, Elem = T::Elem> + ?Sized,
            {
                let view = x.view();
                (|| {
                    let to = shape_of::<Self, T::Elem>(&view, &like.view())?;
                    let axes = axis.resolve(to.len())?;
                    compose::adjoint::unreduce::<Self, T::Elem>(view, &to, &axes, keepdims)
                })()
                .map_err(|e: Error| e.in_op("unreduce"))
            }

            /// The last axis as several, at their places.
            fn unflatten_axes<T, L>(x: &T, like: &L, axis: Axes) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self> + ?Sized,
                L: Value<Self, Elem = T::Elem> + ?Sized,
            {
                let view = x.view();
                (|| {
                    let to = shape_of::<Self, T::Elem>(&view, &like.view())?;
                    let axes = axis.resolve(to.len())?;
                    compose::adjoint::unflatten_axes::<Self, T::Elem>(view, &to, &axes)
                })()
                .map_err(|e: Error| e.in_op("unflatten_axes"))
            }

            /// Windows along an axis added up where they came from.
            fn overlap_add<T, L>(x: &T, like: &L, step: usize, axis: i64) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self, Elem: Numeric> + ?Sized,
                L: Value<Self, Elem = T::Elem> + ?Sized,
            {
                let view = x.view();
                (|| {
                    let to = shape_of::<Self, T::Elem>(&view, &like.view())?;
                    let axis = shape::axis(axis, to.len())?;
                    compose::adjoint::overlap_add::<Self, T::Elem>(view, &to, step, axis)
                })()
                .map_err(|e: Error| e.in_op("overlap_add"))
            }

            /// Zeros with a tensor on a diagonal of two axes.
            fn undiagonal<T, L>(x: &T, like: &L, offset: i64, axis1: i64, axis2: i64) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self> + ?Sized,
                L: Value<Self, Elem = T::Elem> + ?Sized,
            {
                let view = x.view();
                (|| {
                    let to = shape_of::<Self, T::Elem>(&view, &like.view())?;
                    let (axis1, axis2) = (shape::axis(axis1, to.len())?, shape::axis(axis2, to.len())?);
                    compose::adjoint::undiagonal::<Self, T::Elem>(view, &to, offset, axis1, axis2)
                })()
                .map_err(|e: Error| e.in_op("undiagonal"))
            }

            /// Entries along an axis at the positions of an integer tensor.
            fn take<T, I>(x: &T, indices: &I, axis: i64) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self> + ?Sized,
                I: Value<Self, Elem: Int> + ?Sized,
            {
                let (view, indices) = (x.view(), indices.view());
                (|| {
                    int_tensor::<Self, I::Elem>(&indices, "indices")?;
                    let axis = shape::axis(axis, <Self as Backend>::shape::<T::Elem>(&view).len())?;
                    take_any::<Self, T::Elem, I::Elem>(view, indices, axis)
                })()
                .map_err(|e: Error| e.in_op("take"))
            }

            /// Elements along an axis at the positions of a tensor of the same rank.
            fn take_along_axis<T, I>(x: &T, indices: &I, axis: i64) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self> + ?Sized,
                I: Value<Self, Elem: Int> + ?Sized,
            {
                let (view, indices) = (x.view(), indices.view());
                (|| {
                    int_tensor::<Self, I::Elem>(&indices, "indices")?;
                    let (sizes, at) = (<Self as Backend>::shape::<T::Elem>(&view), <Self as Backend>::shape::<I::Elem>(&indices));
                    if sizes.len() != at.len() {
                        return Err(Error::shape(format!("indices {at:?} do not have the rank of {sizes:?}")));
                    }
                    let axis = shape::axis(axis, sizes.len())?;
                    let (mut from, mut to) = (sizes.clone(), at.clone());
                    for (i, (f, t)) in from.iter_mut().zip(to.iter_mut()).enumerate() {
                        if i != axis {
                            let both = shape::broadcast(&[*f], &[*t]).map_err(|_| {
                                Error::shape(format!("indices {at:?} do not broadcast against {sizes:?} outside axis {axis}"))
                            })?;
                            let both = both.first().copied().unwrap_or(1);
                            *f = both;
                            *t = both;
                        }
                    }
                    let wide = <Self as Backend>::broadcast_to::<T::Elem>(view, &from)?;
                    let at = <Self as Backend>::broadcast_to::<I::Elem>(indices, &to)?;
                    <Self as Backend>::gather::<T::Elem, I::Elem>(<Self as Backend>::borrow(&wide), <Self as Backend>::borrow(&at), axis)
                })()
                .map_err(|e| e.in_op("take_along_axis"))
            }

            /// Elements along an axis at the positions of a tensor, in its shape.
            fn gather<T, I>(x: &T, indices: &I, axis: i64) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self> + ?Sized,
                I: Value<Self, Elem: Int> + ?Sized,
            {
                let (view, indices) = (x.view(), indices.view());
                (|| {
                    int_tensor::<Self, I::Elem>(&indices, "indices")?;
                    let (sizes, at) = (<Self as Backend>::shape::<T::Elem>(&view), <Self as Backend>::shape::<I::Elem>(&indices));
                    if sizes.len() != at.len() {
                        return Err(Error::shape(format!("indices {at:?} do not have the rank of {sizes:?}")));
                    }
                    let axis = shape::axis(axis, sizes.len())?;
                    let mut cuts: Vec<Cut> = sizes.iter().map(|&n| Cut::full(n)).collect();
                    for (i, (cut, &len)) in cuts.iter_mut().zip(&at).enumerate() {
                        if i != axis && len > cut.len {
                            return Err(Error::shape(format!("indices {at:?} do not lie within {sizes:?} outside of axis {axis}")));
                        }
                        if i != axis {
                            cut.len = len;
                        }
                    }
                    let narrow = <Self as Backend>::slice::<T::Elem>(view, &cuts, &[], &[])?;
                    <Self as Backend>::gather::<T::Elem, I::Elem>(<Self as Backend>::borrow(&narrow), indices, axis)
                })()
                .map_err(|e: Error| e.in_op("gather"))
            }

            /// A new last axis with 1 at the position that the element names.
            fn one_hot<T: Element, I: Value<Self, Elem: Int> + ?Sized>(place: &Self::Place, indices: &I, num_classes: usize) -> Out<'static, Self, T> {
                let view = indices.view();
                let mut sizes = <Self as Backend>::shape::<I::Elem>(&view);
                sizes.push(num_classes);
                int_tensor::<Self, I::Elem>(&view, "indices")
                    .and_then(|()| shape::room(&sizes))
                    .and_then(|()| <Self as Backend>::one_hot::<I::Elem, T>(view, num_classes, place))
                    .map_err(|e| e.in_op("one_hot"))
            }

            /// Matrix product.
            fn matmul<T, U>(x: &T, y: &U) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self, Elem: Numeric> + ?Sized,
                U: Value<Self, Elem = T::Elem> + ?Sized,
            {
                product::<Self, T::Elem>(x.view(), y.view()).map_err(|e| e.in_op("matmul"))
            }

            /// Inner product of two vectors.
            fn dot<T, U>(x: &T, y: &U) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self, Elem: Numeric> + ?Sized,
                U: Value<Self, Elem = T::Elem> + ?Sized,
            {
                let (x, y) = (x.view(), y.view());
                (|| {
                    vector::<Self, T::Elem>(&x, "the left operand")?;
                    vector::<Self, T::Elem>(&y, "the right operand")?;
                    product::<Self, T::Elem>(x, y)
                })()
                .map_err(|e: Error| e.in_op("dot"))
            }

            /// Products of all pairs of elements of two vectors.
            fn outer<T, U>(x: &T, y: &U) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self, Elem: Numeric> + ?Sized,
                U: Value<Self, Elem = T::Elem> + ?Sized,
            {
                let (x, y) = (x.view(), y.view());
                (|| {
                    vector::<Self, T::Elem>(&x, "the left operand")?;
                    vector::<Self, T::Elem>(&y, "the right operand")?;
                    same_dtype::<Self, T::Elem>(&x, &y)?;
                    let column = <Self as Backend>::expand_dims::<T::Elem>(x, &[1])?;
                    <Self as Backend>::multiply::<T::Elem>(
                        Operand::Tensor(<Self as Backend>::borrow(&column)),
                        Operand::Tensor(y),
                    )
                })()
                .map_err(|e: Error| e.in_op("outer"))
            }

            /// Sums of products by Einstein's notation.
            fn einsum<T>(equation: &str, tensors: &[T]) -> Out<'static, Self, T::Elem>
            where
                T: Value<Self, Elem: Numeric>,
            {
                let views: SmallVec<[_; 4]> = tensors.iter().map(Value::view).collect();
                (|| {
                    one_dtype::<Self, T::Elem>(&views)?;
                    let shapes: SmallVec<[Shape; 4]> = views.iter().map(<Self as Backend>::shape::<T::Elem>).collect();
                    einsum::check(equation, &shapes)?;
                    <Self as Backend>::einsum::<T::Elem>(equation, &views)
                })()
                .map_err(|e: Error| e.in_op("einsum"))
            }

            /// A tensor of zeros.
            fn zeros<T: Element>(place: &Self::Place, shape: impl Into<Ints>) -> Out<'static, Self, T> {
                filled::<Self, T>(place, &shape.into(), Num::Int(0)).map_err(|e| e.in_op("zeros"))
            }

            /// A tensor of ones.
            fn ones<T: Element>(place: &Self::Place, shape: impl Into<Ints>) -> Out<'static, Self, T> {
                filled::<Self, T>(place, &shape.into(), Num::Int(1)).map_err(|e| e.in_op("ones"))
            }

            /// A tensor filled with a number.
            fn full<T: Element>(place: &Self::Place, shape: impl Into<Ints>, value: Num) -> Out<'static, Self, T> {
                filled::<Self, T>(place, &shape.into(), value).map_err(|e| e.in_op("full"))
            }

            /// Zeros in shape and element type of a tensor.
            fn zeros_like<T: Value<Self> + ?Sized>(x: &T) -> Out<'static, Self, T::Elem> {
                <Self as Backend>::full_like::<T::Elem>(x.view(), Num::Int(0)).map_err(|e| e.in_op("zeros_like"))
            }

            /// Ones in shape and element type of a tensor.
            fn ones_like<T: Value<Self> + ?Sized>(x: &T) -> Out<'static, Self, T::Elem> {
                <Self as Backend>::full_like::<T::Elem>(x.view(), Num::Int(1)).map_err(|e| e.in_op("ones_like"))
            }

            /// A number in shape and element type of a tensor.
            fn full_like<T: Value<Self> + ?Sized>(x: &T, value: Num) -> Out<'static, Self, T::Elem> {
                let view = x.view();
                in_range(value, Self::dtype::<T::Elem>(&view))
                    .and_then(|()| <Self as Backend>::full_like::<T::Elem>(view, value))
                    .map_err(|e| e.in_op("full_like"))
            }

            /// start, start + step, … below `stop`.
            fn arange<T: Element>(place: &Self::Place, start: Num, stop: Option<Num>, step: Num) -> Out<'static, Self, T> {
                let (start, stop) = match stop {
                    Some(stop) => (start, stop),
                    None => (Num::Int(0), start),
                };
                steps(start, stop, step)
                    .and_then(|len| shape::room(&[len]).map(|()| len))
                    .and_then(|len| <Self as Backend>::arange::<T>(place, start, step, len))
                    .map_err(|e| e.in_op("arange"))
            }

            /// A vector of host numbers.
            fn tensor<T: Element>(place: &Self::Place, data: impl Into<Nums>) -> Out<'static, Self, T> {
                let data: Nums = data.into();
                data.iter()
                    .try_for_each(|&number| number_fits(number, T::DTYPE))
                    .and_then(|()| <Self as Backend>::from_nums::<T>(place, &[data.len()], &data))
                    .map_err(|e| e.in_op("tensor"))
            }

            /// Numbers at equal distances.
            fn linspace<T: Element>(place: &Self::Place, start: Num, stop: Num, num: usize, endpoint: bool) -> Out<'static, Self, T> {
                spaced(start, stop, num, endpoint)
                    .and_then(|data| <Self as Backend>::from_f64s::<T>(place, &[num], data))
                    .map_err(|e| e.in_op("linspace"))
            }

            /// Powers whose exponents are at equal distances.
            fn logspace<T: Element>(place: &Self::Place, start: Num, stop: Num, num: usize, base: Num, endpoint: bool) -> Out<'static, Self, T> {
                let base = base.to_f64();
                spaced(start, stop, num, endpoint)
                    .and_then(|mut data| {
                        data.iter_mut().for_each(|power| *power = base.powf(*power));
                        <Self as Backend>::from_f64s::<T>(place, &[num], data)
                    })
                    .map_err(|e| e.in_op("logspace"))
            }

            /// Ones on and below a diagonal.
            fn tri<T: Element>(place: &Self::Place, n: usize, m: Option<usize>, k: i64) -> Out<'static, Self, T> {
                (|| {
                    let ones = <Self as Backend>::full::<T>(place, &[n, m.unwrap_or(n)], Num::Int(1))?;
                    <Self as Backend>::tril::<T>(<Self as Backend>::borrow(&ones), k)
                })()
                .map_err(|e: Error| e.in_op("tri"))
            }

            /// Uniform random integers.
            fn randint(place: &Self::Place, shape: impl Into<Ints>, low: i64, high: i64, seed: u64) -> Out<'static, Self, i64> {
                (|| {
                    let sizes = shape::sizes(&shape.into())?;
                    if low >= high {
                        return Err(Error::value(format!("there is no integer from {low} on below {high}")));
                    }
                    let data: Vec<Num> = random::ints(seed, count(&sizes)?, low, high).map(Num::Int).collect();
                    <Self as Backend>::from_nums::<i64>(place, &sizes, &data)
                })()
                .map_err(|e: Error| e.in_op("randint"))
            }

            /// A random mask.
            fn bernoulli(place: &Self::Place, shape: impl Into<Ints>, p: Num, seed: u64) -> Out<'static, Self, bool> {
                (|| {
                    let sizes = shape::sizes(&shape.into())?;
                    let p = p.to_f64();
                    if !(0.0..=1.0).contains(&p) {
                        return Err(Error::value(format!("the probability is {p}, not in 0 to 1")));
                    }
                    let drawn = random::uniform(seed, count(&sizes)?);
                    let data: Vec<Num> = drawn.into_iter().map(|u| Num::Bool(u < p)).collect();
                    <Self as Backend>::from_nums::<bool>(place, &sizes, &data)
                })()
                .map_err(|e: Error| e.in_op("bernoulli"))
            }

            /// Positions in random order.
            fn permutation(place: &Self::Place, n: usize, seed: u64) -> Out<'static, Self, i64> {
                (|| {
                    let order = random::permutation(seed, count(&[n])?);
                    let data: Vec<Num> = order.into_iter().map(Num::from).collect();
                    <Self as Backend>::from_nums::<i64>(place, &[n], &data)
                })()
                .map_err(|e: Error| e.in_op("permutation"))
            }

            /// Ones on a diagonal.
            fn eye<T: Element>(place: &Self::Place, n: usize, m: Option<usize>, k: i64) -> Out<'static, Self, T> {
                let m = m.unwrap_or(n);
                shape::room(&[n, m])
                    .and_then(|()| <Self as Backend>::eye::<T>(place, n, m, k))
                    .map_err(|e| e.in_op("eye"))
            }

            /// Uniform random numbers.
            fn uniform<T: Element>(place: &Self::Place, shape: impl Into<Ints>, low: Num, high: Num, seed: u64) -> Out<'static, Self, T> {
                (|| {
                    let (low, high) = (low.to_f64(), high.to_f64());
                    if !(low <= high && (high - low).is_finite()) {
                        return Err(Error::value(format!("there are no numbers from {low} on below {high}")));
                    }
                    let dtype = dtype_at::<Self, T>(place)?;
                    scattered::<Self, T>(place, &shape.into(), |len| {
                        let drawn = random::uniform(seed, len).into_iter().map(|u| low + u * (high - low));
                        // What would be rounded up to `high` goes to `low`, which has half as many numbers that
                        // are rounded to it as the others have.
                        drawn.map(|v| if rounded(v, dtype) < high { v } else { low }).collect()
                    })
                })()
                .map_err(|e: Error| e.in_op("uniform"))
            }

            /// Normal random numbers.
            fn normal<T: Element>(place: &Self::Place, shape: impl Into<Ints>, mean: Num, std: Num, seed: u64) -> Out<'static, Self, T> {
                let (mean, std) = (mean.to_f64(), std.to_f64());
                if std < 0.0 || std.is_nan() {
                    return Err(Error::value(format!("the standard deviation is {std}")).in_op("normal"));
                }
                scattered::<Self, T>(place, &shape.into(), |len| {
                    random::normal(seed, len).into_iter().map(|z| mean + z * std).collect()
                })
                .map_err(|e| e.in_op("normal"))
            }

            /// How many elements of a vector are 0, 1, 2, …, or the sums of their weights.
            fn bincount<T, W>(x: &T, weights: W, minlength: usize) -> Out<'static, Self, W::Elem>
            where
                T: Value<Self, Elem: Int> + ?Sized,
                W: Weights<Self>,
            {
                let (view, weights) = (x.view(), weights.tensor());
                (|| {
                    int_tensor::<Self, T::Elem>(&view, "x")?;
                    let n = vector::<Self, T::Elem>(&view, "x")?;
                    if let Some(weights) = &weights {
                        let m = vector::<Self, W::Elem>(weights, "`weights`")?;
                        if n != m {
                            return Err(Error::shape(format!("there are {n} numbers and {m} weights")));
                        }
                    }
                    let len = bins::<Self, T::Elem>(&view, n)?.max(minlength);
                    // Frameworks end the process where there is no memory.
                    if Vec::<f64>::new().try_reserve_exact(len).is_err() {
                        return Err(Error::value(format!("no memory holds {len} counts")));
                    }
                    <Self as Backend>::bincount::<T::Elem, W::Elem>(view, weights, len)
                })()
                .map_err(|e: Error| e.in_op("bincount"))
            }

            /// The sizes of a tensor.
            #[inline]
            fn sizes<T: Value<Self> + ?Sized>(x: &T) -> Shape {
                match x.lent_sizes() {
                    Sizes::Lent(sizes) => Shape::from_slice(sizes),
                    Sizes::Own(sizes) => sizes,
                }
            }

            /// The size of one axis.
            fn dim<T: Value<Self> + ?Sized>(x: &T, axis: i64) -> Result<usize> {
                let sizes = Self::sizes(x);
                shape::axis(axis, sizes.len())
                    .map(|a| sizes.get(a).copied().unwrap_or(1))
                    .map_err(|e| e.in_op("dim"))
            }

            /// The only element of a tensor, as a host number.
            fn item<T: Value<Self> + ?Sized>(x: &T) -> Result<Num> {
                let view = x.view();
                let sizes = <Self as Backend>::shape::<T::Elem>(&view);
                if shape::size(&sizes) != 1 {
                    let text = format!("{sizes:?} has {} elements, not one", shape::size(&sizes));
                    return Err(Error::shape(text).in_op("item"));
                }
                <Self as Backend>::item::<T::Elem>(view).map_err(|e| e.in_op("item"))
            }

            /// Where a tensor is, and its element type where that is a run-time value.
            fn place_of<T: Value<Self> + ?Sized>(x: &T) -> Self::Place {
                Self::place::<T::Elem>(&x.view())
            }

            /// The same tensor once more, without a copy.
            fn shared<'a, T: Value<Self> + ?Sized>(x: &'a T) -> Out<'a, Self, T::Elem> {
                Self::share::<T::Elem>(x.view())
            }

            /// The same tensor, borrowing nothing.
            fn copied<T: Value<Self> + ?Sized>(x: &T) -> Out<'static, Self, T::Elem> {
                Self::copy::<T::Elem>(x.view())
            }

            /// A tensor, borrowing nothing: copied only if it is a view.
            fn owned<T: Value<Self>>(x: T) -> Out<'static, Self, T::Elem> {
                x.into_tensor()
            }

            /// A result as the user gets it, with its rank checked where the signature says it.
            fn finished<R: Rank, T: Value<Self>>(x: T) -> Result<Self::Array<T::Elem, R>> {
                if let Some(rank) = R::RANK {
                    let sizes = x.lent_sizes();
                    if sizes.len() != rank {
                        return Err(Error::shape(format!(
                            "the result is {:?}, of rank {}, but the signature says rank {rank}", &*sizes, sizes.len()
                        )));
                    }
                }
                Self::finish::<T::Elem, R>(x.into_tensor()?)
            }
        }

        impl<B: Backend> Ops for B {}
    };
    (@over_axes $x:ident $axis:ident $name:literal, |$view:ident, $axes:ident| $body:expr) => {{
        let $view = $x.view();
        (|| {
            let $axes = $axis.resolve(<Self as Backend>::shape::<T::Elem>(&$view).len())?;
            let $axes: &[usize] = &$axes;
            $body
        })()
        .map_err(|e: Error| e.in_op($name))
    }};
    // A scalar counts as one axis of size 1.
    (@along_or_scalar $x:ident $axis:ident $name:literal, |$view:ident, $at:ident| $body:expr) => {{
        let view = $x.view();
        let rank = <Self as Backend>::shape::<T::Elem>(&view).len();
        (|| {
            let $at = shape::axis($axis, rank.max(1))?;
            if rank > 0 {
                let $view = view;
                return $body;
            }
            let wide = <Self as Backend>::expand_dims::<T::Elem>(view, &[0])?;
            let $view = <Self as Backend>::borrow::<T::Elem>(&wide);
            let out: Self::Tensor<'static, T::Elem> = $body?;
            let out = <Self as Backend>::squeeze::<T::Elem>(<Self as Backend>::borrow(&out), &[0])?;
            <Self as Backend>::copy::<T::Elem>(<Self as Backend>::borrow(&out))
        })()
        .map_err(|e: Error| e.in_op($name))
    }};
    // The smaller or larger of two: a number beyond the type is as good as its limit.
    (@front Arith $class:ident $out:ident $shape:ident $core:tt minimum $($rest:tt)*) => {
        define_front! { @two limited_operands $class $out minimum $($rest)* }
    };
    (@front Arith $class:ident $out:ident $shape:ident $core:tt maximum $($rest:tt)*) => {
        define_front! { @two limited_operands $class $out maximum $($rest)* }
    };
    (@front Arith $class:ident $out:ident $shape:ident $core:tt $name:ident $($rest:tt)*) => {
        define_front! { @two as_they_are $class $out $name $($rest)* }
    };
    (@front Logic $class:ident $out:ident $shape:ident $core:tt $name:ident $($rest:tt)*) => {
        define_front! { @two as_they_are $class $out $name $($rest)* }
    };
    (@front Compare $class:ident $out:ident $shape:ident $core:tt $name:ident $params:tt [$($doc:tt)*]) => {
        $($doc)*
        #[inline]
        fn $name<L, R>(x: L, y: R) -> Out<'static, Self, bool>
        where
            (L, R): Pair<Self>,
            <(L, R) as Pair<Self>>::Elem: $class,
        {
            let pair = (x, y);
            let (x, y) = pair.operands();
            if let Some(all) = beyond::<Self, <(L, R) as Pair<Self>>::Elem>(&x, &y, define_front!(@test $name)) {
                return all.map_err(|e| e.in_op(stringify!($name)));
            }
            check_operands(&x, &y)
                .and_then(|()| <Self as Backend>::$name::<<(L, R) as Pair<Self>>::Elem>(x, y))
                .map_err(|e| e.in_op(stringify!($name)))
        }
    };
    (@test equal) => { Ordering::is_eq };
    (@test not_equal) => { Ordering::is_ne };
    (@test less) => { Ordering::is_lt };
    (@test less_equal) => { Ordering::is_le };
    (@test greater) => { Ordering::is_gt };
    (@test greater_equal) => { Ordering::is_ge };
    (@front Other $($rest:tt)*) => {};
    (@front Creation $($rest:tt)*) => {};
    (@front $family:ident $class:ident $out:ident $shape:ident $core:tt $name:ident ($first:ident: $kind:ident $words:tt, $($params:tt)*) $docs:tt) => {
        define_front! {
            @next ($class $out $shape $core $name $first $docs) [] [] [] [] [] [] $first: $kind first, $($params)*
        }
    };
    (@two $fit:ident $class:ident $out:ident $name:ident $params:tt [$($doc:tt)*]) => {
        $($doc)*
        #[inline]
        fn $name<L, R>(x: L, y: R) -> Result<define_front!(@out $out <(L, R) as Pair<Self>>::Elem)>
        where
            (L, R): Pair<Self>,
            <(L, R) as Pair<Self>>::Elem: $class,
        {
            let pair = (x, y);
            let (x, y) = pair.operands();
            let (x, y) = $fit(x, y);
            check_operands(&x, &y)
                .and_then(|()| <Self as Backend>::$name::<<(L, R) as Pair<Self>>::Elem>(x, y))
                .map_err(|e| e.in_op(stringify!($name)))
        }
    };

    // Parameter after parameter: generics, arguments, what is checked, shapes of tensors, element types for the
    // kernel, and what is handed to it.
    (@next ($class:ident $($head:tt)*) [] [] [] [] [] [] $p:ident: Tensor first, $($rest:tt)*) => {
        define_front! {
            @next ($class $($head)*)
            [$p: Value<Self, Elem: $class> + ?Sized,] [$p: &$p,] [let $p = $p.view();]
            [<Self as Backend>::shape::<$p::Elem>(&$p),] [$p::Elem,] [$p,] $($rest)*
        }
    };
    (@next ($class:ident $($head:tt)*) [] [] [] [] [] [] $p:ident: Tensors first, $($rest:tt)*) => {
        define_front! {
            @next ($class $($head)*)
            [$p: Value<Self, Elem: $class>,] [$p: &[$p],]
            [
                let $p: SmallVec<[_; 4]> = $p.iter().map(Value::view).collect();
                one_dtype::<Self, $p::Elem>(&$p)?;
            ]
            [] [$p::Elem,] [&$p,] $($rest)*
        }
    };
    (@next ($class:ident $out:ident $shape:ident $core:tt $name:ident $first:ident $docs:tt) [$($gen:tt)*] [$($arg:tt)*] [$($check:tt)*] [$($sizes:tt)*] [$($elem:tt)*] [$($call:tt)*] $p:ident: Tensor [], $($rest:tt)*) => {
        define_front! {
            @next ($class $out $shape $core $name $first $docs)
            [$($gen)* $p: Value<Self, Elem = $first::Elem> + ?Sized,] [$($arg)* $p: &$p,]
            [$($check)* let $p = $p.view(); same_dtype::<Self, $first::Elem>(&$first, &$p)?;]
            [$($sizes)* <Self as Backend>::shape::<$first::Elem>(&$p),] [$($elem)*] [$($call)* $p,] $($rest)*
        }
    };
    (@next ($class:ident $out:ident $shape:ident $core:tt $name:ident $first:ident $docs:tt) [$($gen:tt)*] [$($arg:tt)*] [$($check:tt)*] [$($sizes:tt)*] [$($elem:tt)*] [$($call:tt)*] $p:ident: OptTensor [], $($rest:tt)*) => {
        define_front! {
            @next ($class $out $shape $core $name $first $docs)
            [$($gen)* $p: Given<Self, $first::Elem>,] [$($arg)* $p: $p,]
            [
                $($check)*
                let $p = $p.tensor()?;
                if let Some($p) = &$p {
                    same_dtype::<Self, $first::Elem>(&$first, $p)?;
                }
            ]
            [$($sizes)*] [$($elem)*] [$($call)* $p,] $($rest)*
        }
    };
    (@next ($class:ident $out:ident $shape:ident $core:tt $name:ident $first:ident $docs:tt) [$($gen:tt)*] [$($arg:tt)*] [$($check:tt)*] [$($sizes:tt)*] [$($elem:tt)*] [$($call:tt)*] $p:ident: Operand [], $($rest:tt)*) => {
        define_front! {
            @next ($class $out $shape $core $name $first $docs)
            [$($gen)* $p: Given<Self, $first::Elem>,] [$($arg)* $p: $p,]
            [
                $($check)*
                let $p = $p.operand()?;
                match &$p {
                    Operand::Tensor($p) => same_dtype::<Self, $first::Elem>(&$first, $p)?,
                    Operand::Num(number) => number_fits(*number, <Self as Backend>::dtype::<$first::Elem>(&$first))?,
                }
            ]
            [$($sizes)* $p.shape(),] [$($elem)*] [$($call)* $p,] $($rest)*
        }
    };
    (@next $head:tt [$($gen:tt)*] [$($arg:tt)*] [$($check:tt)*] [$($sizes:tt)*] [$($elem:tt)*] [$($call:tt)*] $p:ident: Index [], $($rest:tt)*) => {
        define_front! {
            @next $head [$($gen)* $p: Value<Self, Elem: Int> + ?Sized,] [$($arg)* $p: &$p,]
            [$($check)* let $p = $p.view(); int_tensor::<Self, $p::Elem>(&$p, stringify!($p))?;]
            [$($sizes)* <Self as Backend>::shape::<$p::Elem>(&$p),] [$($elem)* $p::Elem,] [$($call)* $p,] $($rest)*
        }
    };
    (@next $head:tt [$($gen:tt)*] [$($arg:tt)*] [$($check:tt)*] [$($sizes:tt)*] [$($elem:tt)*] [$($call:tt)*] $p:ident: Mask [], $($rest:tt)*) => {
        define_front! {
            @next $head [$($gen)* $p: Value<Self, Elem: Boolean> + ?Sized,] [$($arg)* $p: &$p,]
            [$($check)* let $p = $p.view(); mask_tensor::<Self, $p::Elem>(&$p, stringify!($p))?;]
            [$($sizes)* <Self as Backend>::shape::<$p::Elem>(&$p),] [$($elem)* $p::Elem,] [$($call)* $p,] $($rest)*
        }
    };
    (@next $head:tt [$($gen:tt)*] [$($arg:tt)*] [$($check:tt)*] [$($sizes:tt)*] [$($elem:tt)*] [$($call:tt)*] $p:ident: OptMask [], $($rest:tt)*) => {
        define_front! {
            @next $head [$($gen)* $p: GivenMask<Self>,] [$($arg)* $p: $p,]
            [$($check)* let mask = $p; let $p = mask.mask(stringify!($p))?;]
            [$($sizes)*] [$($elem)* <$p as GivenMask<Self>>::Elem,] [$($call)* $p,] $($rest)*
        }
    };
    (@next ($class:ident $out:ident $shape:ident $core:tt $name:ident $first:ident $docs:tt) [$($gen:tt)*] [$($arg:tt)*] [$($check:tt)*] [$($sizes:tt)*] [$($elem:tt)*] [$($call:tt)*] $p:ident: FlatAxis [], $($rest:tt)*) => {
        define_front! {
            @next ($class $out $shape $core $name $first $docs) [$($gen)*] [$($arg)* $p: Option<i64>,]
            [
                $($check)*
                let (flat, $p) = flat_axis::<Self, $first::Elem>($first, $p)?;
                let $first = <Self as Backend>::borrow::<$first::Elem>(&flat);
            ]
            [$($sizes)*] [$($elem)*] [$($call)* $p,] $($rest)*
        }
    };
    (@next ($class:ident $out:ident $shape:ident $core:tt $name:ident $first:ident $docs:tt) [$($gen:tt)*] [$($arg:tt)*] [$($check:tt)*] [$($sizes:tt)*] [$($elem:tt)*] [$($call:tt)*] $p:ident: $kind:ident [$($word:literal),*], $($rest:tt)*) => {
        define_front! {
            @next ($class $out $shape $core $name $first $docs) [$($gen)*] [$($arg)* $p: define_front!(@ty $kind),]
            [$($check)* define_front!(@check $kind $first $p [$($word),*]);]
            [$($sizes)*] [$($elem)*] [$($call)* define_front!(@call $kind $p),] $($rest)*
        }
    };
    (@next ($class:ident $out:ident $shape:ident ($($core:expr)?) $name:ident $first:ident [$($doc:tt)*]) [$($gen:tt)*] [$($arg:tt)*] [$($check:tt)*] [$($sizes:tt)*] [$($elem:tt)*] [$($call:tt)*]) => {
        $($doc)*
        #[inline]
        #[allow(non_camel_case_types, clippy::redundant_closure_call, clippy::too_many_arguments, clippy::type_complexity, reason = "made from the table")]
        fn $name<$($gen)*>($($arg)*) -> Result<define_front!(@out $out $first::Elem)> {
            (|| {
                $($check)*
                define_front!(@rule $shape ($($core)?) [$($sizes)*] [$($call)*]);
                define_front!(@fits $first $shape [$($sizes)*] [$($call)*]);
                <Self as Backend>::$name::<$($elem)*>($($call)*)
            })()
            .map_err(|e: Error| e.in_op(stringify!($name)))
        }
    };

    (@ty Axes) => { Axes };
    (@ty Axis) => { i64 };
    (@ty OptAxis) => { Option<i64> };
    (@ty Ints) => { impl Into<Ints> };
    (@ty OptInts) => { Option<Ints> };
    (@ty Shape) => { impl Into<Ints> };
    (@ty Size) => { usize };
    (@ty OptSize) => { Option<usize> };
    (@ty Int) => { i64 };
    (@ty Seed) => { u64 };
    (@ty Flag) => { bool };
    (@ty Num) => { Num };
    (@ty OptNum) => { Option<Num> };
    (@ty Text) => { &str };
    (@ty Pads) => { &[(usize, usize)] };

    (@check Axes $first:ident $p:ident []) => {
        let $p = $p.resolve(<Self as Backend>::shape::<$first::Elem>(&$first).len())?;
    };
    (@check Axis $first:ident $p:ident []) => {
        let $p = shape::axis($p, <Self as Backend>::shape::<$first::Elem>(&$first).len())?;
    };
    (@check OptAxis $first:ident $p:ident []) => {
        let $p = match $p {
            Some($p) => Some(shape::axis($p, <Self as Backend>::shape::<$first::Elem>(&$first).len())?),
            None => None,
        };
    };
    (@check Ints $first:ident $p:ident []) => { let $p: Ints = $p.into(); };
    (@check Shape $first:ident $p:ident []) => { let $p = shape::sizes(&$p.into())?; };
    (@check Text $first:ident $p:ident [$($word:literal),*]) => { one_of(stringify!($p), $p, &[$($word),*])?; };
    (@check $kind:ident $first:ident $p:ident []) => {};

    (@call Axes $p:ident) => { &$p };
    (@call Ints $p:ident) => { &$p };
    (@call OptInts $p:ident) => { $p.as_deref() };
    (@call Shape $p:ident) => { &$p };
    (@call $kind:ident $p:ident) => { $p };

    (@rule Core ($core:expr) [$($sizes:tt)*] $call:tt) => { core::check($core, &[$($sizes)*])?; };
    (@rule Solve () [$($sizes:tt)*] $call:tt) => { core::check_system(&[$($sizes)*])?; };
    (@rule Broadcast () [$($sizes:tt)*] $call:tt) => { all_broadcast(&[$($sizes)*])?; };
    (@rule Scalar () [$($sizes:tt)*] $call:tt) => { all_broadcast(&[$($sizes)*])?; };
    (@rule ReduceSome () [$sizes:expr,] [$x:ident, define_front!(@call Axes $axes:ident), $($rest:tt)*]) => { some_elements(&$sizes, &$axes)?; };
    (@rule TopK () [$sizes:expr,] [$x:ident, define_front!(@call Size $k:ident), define_front!(@call Axis $axis:ident), $($rest:tt)*]) => { largest_fit(&$sizes, $k, $axis)?; };
    (@rule Quantile () [$sizes:expr,] [$x:ident, define_front!(@call Num $q:ident), $($rest:tt)*]) => { part_of_one($q)?; };
    (@rule SearchSorted () [$sizes:expr, $($more:tt)*] $call:tt) => { one_axis(&$sizes)?; };
    (@rule $shape:ident $core:tt $sizes:tt $call:tt) => {};

    // Rules that look at tensors which may be left out, or at host arguments.
    (@fits $x:ident Loss [$sizes:expr, $others:expr,] $call:tt) => { fits::loss(&$sizes, &$others)?; };
    (@fits $x:ident Normalised [$sizes:expr,] [$first:ident, define_front!(@call Axes $axes:ident), $weight:ident, $bias:ident, $($rest:tt)*]) => {
        for (name, given) in [("weight", &$weight), ("bias", &$bias)] {
            let given = given.as_ref().map(<Self as Backend>::shape::<$x::Elem>);
            fits::normalised(name, &$sizes, &$axes, given.as_deref())?;
        }
    };
    (@fits $x:ident Normalised [$sizes:expr,] [$first:ident, define_front!(@call Axes $axes:ident), $weight:ident, $($rest:tt)*]) => {
        let given = $weight.as_ref().map(<Self as Backend>::shape::<$x::Elem>);
        fits::normalised("weight", &$sizes, &$axes, given.as_deref())?;
    };
    (@fits $x:ident Channels [$sizes:expr, $mean:expr, $var:expr,] [$a:ident, $b:ident, $c:ident, $weight:ident, $bias:ident, $($rest:tt)*]) => {
        fits::channels("mean", &$sizes, Some(&$mean))?;
        fits::channels("var", &$sizes, Some(&$var))?;
        for (name, given) in [("weight", &$weight), ("bias", &$bias)] {
            let given = given.as_ref().map(<Self as Backend>::shape::<$x::Elem>);
            fits::channels(name, &$sizes, given.as_deref())?;
        }
    };
    (@fits $x:ident $shape:ident $sizes:tt $call:tt) => {};

    (@out Same $($elem:tt)*) => { Self::Tensor<'static, $($elem)*> };
    (@out Bool $($elem:tt)*) => { Self::Tensor<'static, bool> };
    (@out Sum $($elem:tt)*) => { Self::Tensor<'static, <$($elem)* as Element>::Sum> };
    (@out Index $($elem:tt)*) => { Self::Tensor<'static, i64> };
    (@out F32 $($elem:tt)*) => { Self::Tensor<'static, f32> };
    (@out F64 $($elem:tt)*) => { Self::Tensor<'static, f64> };
    (@out Pair $($elem:tt)*) => { (Self::Tensor<'static, $($elem)*>, Self::Tensor<'static, i64>) };
    (@out Twice $($elem:tt)*) => { (Self::Tensor<'static, $($elem)*>, Self::Tensor<'static, $($elem)*>) };
    (@out Thrice $($elem:tt)*) => { (Self::Tensor<'static, $($elem)*>, Self::Tensor<'static, $($elem)*>, Self::Tensor<'static, $($elem)*>) };
    (@out Indexed $($elem:tt)*) => { (Self::Tensor<'static, $($elem)*>, Self::Tensor<'static, i64>, Self::Tensor<'static, i64>, Self::Tensor<'static, i64>) };
    (@out List $($elem:tt)*) => { Vec<Self::Tensor<'static, $($elem)*>> };
}

/// Strides, paddings and dilations, one or one for each axis.
type Given3 = (Ints, Ints, Ints);

/// A convolution over the last axes, or with `extra` positions behind the result, its transpose.
fn convolution<B: Backend, E: Float>(
    axes: usize,
    x: <B as Backend>::View<'_, E>,
    weight: <B as Backend>::View<'_, E>,
    bias: Option<<B as Backend>::View<'_, E>>,
    (stride, padding, dilation): &Given3,
    extra: Option<&Ints>,
    groups: usize,
) -> Out<'static, B, E> {
    same_dtype::<B, E>(&x, &weight)?;
    if let Some(bias) = &bias {
        same_dtype::<B, E>(&x, bias)?;
    }
    let steps = Steps::new(axes, stride, padding, dilation)?;
    let sizes = bias.as_ref().map(<B as Backend>::shape::<E>);
    let operands = Operands {
        x: &<B as Backend>::shape::<E>(&x),
        weight: &<B as Backend>::shape::<E>(&weight),
        bias: sizes.as_deref(),
        groups,
    };
    match extra {
        None => {
            let windows = window::convolution(&operands, axes, &steps)?;
            <B as Backend>::conv::<E>(x, weight, bias, &windows, groups)
        }
        Some(extra) => {
            let windows = window::transposed(&operands, axes, &steps, extra)?;
            <B as Backend>::conv_transpose::<E>(x, weight, bias, &windows, groups)
        }
    }
}

fn max_pooled<B: Backend, E: Float>(
    axes: usize,
    x: <B as Backend>::View<'_, E>,
    kernel: &Ints,
    (stride, padding, dilation): &Given3,
    ceil: bool,
) -> Out<'static, B, E> {
    let steps = Steps::new(axes, stride, padding, dilation)?;
    let windows = window::pooling(&<B as Backend>::shape::<E>(&x), axes, kernel, &steps, ceil)?;
    <B as Backend>::max_pool::<E>(x, &windows)
}

fn avg_pooled<B: Backend, E: Float>(
    axes: usize,
    x: <B as Backend>::View<'_, E>,
    kernel: &Ints,
    (stride, padding): (&Ints, &Ints),
    ceil: bool,
    padded: bool,
) -> Out<'static, B, E> {
    let steps = Steps::new(axes, stride, padding, &[1])?;
    let windows = window::pooling(&<B as Backend>::shape::<E>(&x), axes, kernel, &steps, ceil)?;
    <B as Backend>::avg_pool::<E>(x, &windows, padded)
}

/// Logits and labels that go together.
fn classes<B: Backend, E: Float, I: Int>(
    x: &<B as Backend>::View<'_, E>,
    labels: &<B as Backend>::View<'_, I>,
    axis: i64,
    ignored: Option<Num>,
    reduction: &str,
) -> Result<fits::Classes> {
    int_tensor::<B, I>(labels, "labels")?;
    one_of("reduction", reduction, &["none", "mean", "sum"])?;
    fits::Classes::new(
        &<B as Backend>::shape::<E>(x),
        &<B as Backend>::shape::<I>(labels),
        axis,
        ignored,
    )
}

fn reduced<B: Backend, E: Float>(
    losses: <B as Backend>::Tensor<'static, E>,
    reduction: &str,
) -> Out<'static, B, E> {
    compose::loss::reduced::<B, E>(compose::Part(losses), reduction)
}

/// The axes of a flattened shape.
fn flattened(sizes: &[usize], start: i64, end: i64) -> Result<Shape> {
    // A scalar counts as one axis of size 1.
    let rank = sizes.len().max(1);
    let (start, end) = (shape::axis(start, rank)?, shape::axis(end, rank)?);
    if start > end {
        return Err(Error::axis(format!(
            "`start` is axis {start}, behind `end`, axis {end}"
        )));
    }
    let mut to: Shape = sizes.iter().take(start).copied().collect();
    to.push(sizes.iter().skip(start).take(end + 1 - start).product());
    to.extend(sizes.iter().skip(end + 1).copied());
    Ok(to)
}

/// With so many axes at least: new ones come first.
fn at_least<'a, B: Backend, E: Element>(
    x: <B as Backend>::View<'a, E>,
    rank: usize,
) -> Out<'a, B, E> {
    let sizes = <B as Backend>::shape::<E>(&x);
    let mut to: Shape = Shape::from_elem(1, rank.saturating_sub(sizes.len()));
    to.extend(sizes);
    <B as Backend>::reshape::<E>(x, &to)
}

fn rolled<B: Backend, E: Element>(
    x: <B as Backend>::View<'_, E>,
    shift: &[i64],
    axis: Option<&[i64]>,
) -> Out<'static, B, E> {
    let sizes = <B as Backend>::shape::<E>(&x);
    let step = |shift: i64, n: usize| {
        let n = i64::try_from(n.max(1)).unwrap_or(i64::MAX);
        usize::try_from(shift.rem_euclid(n)).unwrap_or(0)
    };
    let Some(axes) = axis else {
        let &[shift] = shift else {
            return Err(Error::shape(format!(
                "{} shifts, and no axes for them",
                shift.len()
            )));
        };
        let total = shape::size(&sizes);
        let flat = <B as Backend>::reshape::<E>(x, &[total])?;
        let by = [(0, step(shift, total))];
        let rolled = <B as Backend>::roll::<E>(<B as Backend>::borrow(&flat), &by)?;
        let back = <B as Backend>::reshape::<E>(<B as Backend>::borrow(&rolled), &sizes)?;
        return <B as Backend>::copy::<E>(<B as Backend>::borrow(&back));
    };
    let shifts = match shift {
        [one] => SmallVec::from_elem(*one, axes.len()),
        all if all.len() == axes.len() => SmallVec::<[i64; 6]>::from_slice(all),
        all => {
            return Err(Error::shape(format!(
                "{} shifts for {} axes",
                all.len(),
                axes.len()
            )));
        }
    };
    let by = axes.iter().zip(&shifts).map(|(&axis, &shift)| {
        let axis = shape::axis(axis, sizes.len())?;
        Ok((axis, step(shift, sizes.get(axis).copied().unwrap_or(1))))
    });
    let by = by.collect::<Result<SmallVec<[_; 6]>>>()?;
    <B as Backend>::roll::<E>(x, &by)
}

/// Numbers at equal distances. The last one is `stop` itself.
fn spaced(start: Num, stop: Num, num: usize, endpoint: bool) -> Result<Vec<f64>> {
    let (start, stop) = (start.to_f64(), stop.to_f64());
    let gaps = if endpoint { num.saturating_sub(1) } else { num };
    let at = |i: usize| match i {
        0 => start,
        i if endpoint && i == gaps => stop,
        i => start + (stop - start) * (i as f64 / gaps as f64),
    };
    Ok((0..count(&[num])?).map(at).collect())
}

/// The number of elements of a new tensor, if there can be so many.
fn count(sizes: &[usize]) -> Result<usize> {
    shape::room(sizes)?;
    Ok(shape::size(sizes))
}

fn arg_reduce<B: Backend, E: Element>(
    x: <B as Backend>::View<'_, E>,
    axis: Option<i64>,
    keepdims: bool,
    kernel: impl Fn(<B as Backend>::View<'_, E>, usize) -> Out<'static, B, i64>,
) -> Out<'static, B, i64> {
    let sizes = <B as Backend>::shape::<E>(&x);
    let (index, kept) = match axis {
        Some(axis) => {
            let axis = shape::axis(axis, sizes.len())?;
            some_elements(&sizes, &[axis])?;
            (kernel(x, axis)?, Shape::from_slice(&[axis]))
        }
        None => {
            let all: Shape = (0..sizes.len()).collect();
            if shape::size(&sizes) == 0 {
                return Err(Error::value(format!(
                    "there is none of nothing: {sizes:?} has no elements"
                )));
            }
            let flat = <B as Backend>::reshape::<E>(x, &[shape::size(&sizes)])?;
            (kernel(<B as Backend>::borrow(&flat), 0)?, all)
        }
    };
    if !keepdims {
        return Ok(index);
    }
    let wide = <B as Backend>::reshape::<i64>(
        <B as Backend>::borrow(&index),
        &shape::reduced(&sizes, &kept, true),
    )?;
    <B as Backend>::copy::<i64>(<B as Backend>::borrow(&wide))
}

fn join<B: Backend, E: Element>(
    views: &[<B as Backend>::View<'_, E>],
    axis: i64,
    new: bool,
) -> Out<'static, B, E> {
    let Some(first) = views.first() else {
        return Err(Error::value("no tensors to join"));
    };
    let sizes = <B as Backend>::shape::<E>(first);
    let at = shape::axis(axis, sizes.len() + usize::from(new))?;
    for other in views.iter().skip(1) {
        same_dtype::<B, E>(first, other)?;
        let others = <B as Backend>::shape::<E>(other);
        let fits = others.len() == sizes.len()
            && others
                .iter()
                .zip(&sizes)
                .enumerate()
                .all(|(i, (a, b))| a == b || (!new && i == at));
        if !fits {
            return Err(Error::shape(format!(
                "{sizes:?} and {others:?} do not join on axis {at}"
            )));
        }
    }
    if !new {
        return <B as Backend>::concatenate::<E>(views, at);
    }
    let wide: SmallVec<[_; 4]> = views
        .iter()
        .map(|v| <B as Backend>::expand_dims::<E>(v.clone(), &[at]))
        .collect::<Result<_>>()?;
    let wide: SmallVec<[_; 4]> = wide
        .iter()
        .map(|w| <B as Backend>::borrow::<E>(w))
        .collect();
    <B as Backend>::concatenate::<E>(&wide, at)
}

/// `take` by indices of any rank: kernels take vectors.
fn take_any<B: Backend, E: Element, I: Int>(
    x: <B as Backend>::View<'_, E>,
    indices: <B as Backend>::View<'_, I>,
    axis: usize,
) -> Out<'static, B, E> {
    let (sizes, at) = (
        <B as Backend>::shape::<E>(&x),
        <B as Backend>::shape::<I>(&indices),
    );
    if at.len() == 1 {
        return <B as Backend>::take::<E, I>(x, indices, axis);
    }
    let flat = <B as Backend>::reshape::<I>(indices, &[shape::size(&at)])?;
    let taken = <B as Backend>::take::<E, I>(x, <B as Backend>::borrow(&flat), axis)?;
    let mut to: Shape = sizes.iter().take(axis).copied().collect();
    to.extend_from_slice(&at);
    to.extend(sizes.iter().skip(axis + 1).copied());
    let taken = <B as Backend>::reshape::<E>(<B as Backend>::borrow(&taken), &to)?;
    <B as Backend>::copy::<E>(<B as Backend>::borrow(&taken))
}

pub(super) fn product<B: Backend, E: Numeric>(
    x: <B as Backend>::View<'_, E>,
    y: <B as Backend>::View<'_, E>,
) -> Out<'static, B, E> {
    same_dtype::<B, E>(&x, &y)?;
    let (left, right) = (
        <B as Backend>::shape::<E>(&x),
        <B as Backend>::shape::<E>(&y),
    );
    let fail = |why: &str| {
        let dtype = <B as Backend>::dtype::<E>(&x);
        Error::shape(format!(
            "{why}: {} times {}",
            shape::show(dtype, &left),
            shape::show(dtype, &right)
        ))
    };
    let Some(&inner) = left.last() else {
        return Err(fail("a scalar has no rows"));
    };
    if right.is_empty() {
        return Err(fail("a scalar has no columns"));
    }
    let rows = if right.len() == 1 {
        right.first()
    } else {
        right.iter().rev().nth(1)
    };
    if rows != Some(&inner) {
        return Err(fail(&format!(
            "inner dimensions differ, {inner} and {}",
            rows.copied().unwrap_or(0)
        )));
    }
    if left.len() == 2 && right.len() == 2 {
        return <B as Backend>::matmul::<E>(x, y);
    }
    // Vectors become matrices; their axes go again at the end.
    let wide_x = if left.len() == 1 {
        <B as Backend>::expand_dims::<E>(x.clone(), &[0])?
    } else {
        <B as Backend>::share::<E>(x.clone())?
    };
    let wide_y = if right.len() == 1 {
        <B as Backend>::expand_dims::<E>(y.clone(), &[1])?
    } else {
        <B as Backend>::share::<E>(y.clone())?
    };
    let (l, r) = (
        <B as Backend>::shape::<E>(&<B as Backend>::borrow::<E>(&wide_x)),
        <B as Backend>::shape::<E>(&<B as Backend>::borrow::<E>(&wide_y)),
    );
    let (l_batch, l_mat) = l.split_at(l.len() - 2);
    let (r_batch, r_mat) = r.split_at(r.len() - 2);
    let out = if l_batch.is_empty() && r_batch.is_empty() {
        <B as Backend>::matmul::<E>(
            <B as Backend>::borrow(&wide_x),
            <B as Backend>::borrow(&wide_y),
        )?
    } else {
        let batch = shape::broadcast(l_batch, r_batch)
            .map_err(|_| fail("leading dimensions do not broadcast"))?;
        let full = |mat: &[usize]| -> Shape { batch.iter().chain(mat).copied().collect() };
        let wide_x =
            <B as Backend>::broadcast_to::<E>(<B as Backend>::borrow(&wide_x), &full(l_mat))?;
        let wide_y =
            <B as Backend>::broadcast_to::<E>(<B as Backend>::borrow(&wide_y), &full(r_mat))?;
        <B as Backend>::matmul::<E>(
            <B as Backend>::borrow(&wide_x),
            <B as Backend>::borrow(&wide_y),
        )?
    };
    if left.len() > 1 && right.len() > 1 {
        return Ok(out);
    }
    let rank = <B as Backend>::shape::<E>(&<B as Backend>::borrow::<E>(&out)).len();
    let mut gone = Shape::new();
    if left.len() == 1 {
        gone.push(rank - 2);
    }
    if right.len() == 1 {
        gone.push(rank - 1);
    }
    let narrow = <B as Backend>::squeeze::<E>(<B as Backend>::borrow(&out), &gone)?;
    <B as Backend>::copy::<E>(<B as Backend>::borrow(&narrow))
}

fn filled<B: Backend, T: Element>(
    place: &<B as Backend>::Place,
    shape: &[i64],
    value: Num,
) -> Out<'static, B, T> {
    let sizes = shape::sizes(shape)?;
    shape::room(&sizes)?;
    in_range(value, T::DTYPE)?;
    <B as Backend>::full::<T>(place, &sizes, value)
}

fn scattered<B: Backend, T: Element>(
    place: &<B as Backend>::Place,
    shape: &[i64],
    numbers: impl FnOnce(usize) -> Vec<f64>,
) -> Out<'static, B, T> {
    let sizes = shape::sizes(shape)?;
    shape::room(&sizes)?;
    let data = numbers(shape::size(&sizes));
    <B as Backend>::from_f64s::<T>(place, &sizes, data)
}

/// The element type of a tensor that is made here.
fn dtype_at<B: Backend, T: Element>(place: &<B as Backend>::Place) -> Result<Option<DType>> {
    if let Some(dtype) = T::DTYPE {
        return Ok(Some(dtype));
    }
    let one = <B as Backend>::full::<T>(place, &[], Num::Int(0))?;
    Ok(B::dtype::<T>(&B::borrow::<T>(&one)))
}

/// The number that an element type has for this one.
fn rounded(v: f64, dtype: Option<DType>) -> f64 {
    match dtype {
        Some(DType::F16) => half::f16::from_f64(v).to_f64(),
        Some(DType::BF16) => half::bf16::from_f64(v).to_f64(),
        Some(DType::F32) => f64::from(v as f32),
        _ => v,
    }
}

/// The number of steps of an `arange`: ⌈(stop - start) / step⌉, none below 0 (Array API).
fn steps(start: Num, stop: Num, step: Num) -> Result<usize> {
    if step.to_f64() == 0.0 {
        return Err(Error::value("the step is 0"));
    }
    let len = if let (Num::Int(start), Num::Int(stop), Num::Int(step)) = (start, stop, step) {
        let span = i128::from(stop) - i128::from(start);
        let step = i128::from(step);
        let len = span / step + i128::from(span % step != 0 && (span < 0) == (step < 0));
        usize::try_from(len.max(0)).ok()
    } else {
        let len = ((stop.to_f64() - start.to_f64()) / step.to_f64()).ceil();
        (len.is_finite() && len < 1e15).then_some(len.max(0.0) as usize)
    };
    len.ok_or_else(|| {
        Error::value(format!(
            "{start} to {stop} by {step} is no finite number of steps"
        ))
    })
}

for_each_op!(define_front);
