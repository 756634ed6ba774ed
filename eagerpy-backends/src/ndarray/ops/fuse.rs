//! Chains of elementwise operations, as one pass.

use std::any::{Any, TypeId};

use eagerpy_runtime::fuse::{Kernel, LaneFloat, Outcome};
use eagerpy_runtime::{Axes, Float, Num, Result, Shape};

use ndarray::{ArrayD, IxDyn};

use super::super::convert::{Tensor, View, filled, from_vec};
use super::elementwise::map;
use crate::fused::{self, Crew, Given, straight, straight_fold};

/// The results; `None` if the operations are to be called: for element types without lanes, and for shapes that do not
/// go together or that no memory holds, of which these tell in the user's words.
pub(super) fn chain<'a, E, K, const I: usize, const N: usize, const O: usize>(
    tensors: &[View<'_, E>; I],
    numbers: [Num; N],
    outcomes: &[Outcome; O],
) -> Result<Option<[Tensor<'a, E>; O]>>
where
    E: Float,
    K: Kernel<I, N, O>,
{
    if TypeId::of::<E>() == TypeId::of::<f32>() {
        pass::<E, f32, K, I, N, O>(tensors, numbers, outcomes)
    } else if TypeId::of::<E>() == TypeId::of::<f64>() {
        pass::<E, f64, K, I, N, O>(tensors, numbers, outcomes)
    } else {
        Ok(None)
    }
}

/// `E` is `T`.
fn pass<'a, E, T, K, const I: usize, const N: usize, const O: usize>(
    tensors: &[View<'_, E>; I],
    numbers: [Num; N],
    outcomes: &[Outcome; O],
) -> Result<Option<[Tensor<'a, E>; O]>>
where
    E: Float,
    T: LaneFloat,
    K: Kernel<I, N, O>,
{
    debug_assert_eq!(TypeId::of::<E>(), TypeId::of::<T>());
    if let Some(outs) = alike::<E, T, K, I, N, O>(tensors, numbers, outcomes)? {
        return Ok(Some(outs));
    }
    let given = tensors.each_ref().map(|tensor| {
        let strides = tensor.strides().iter().copied();
        // SAFETY: these are the strides of the view, which lives until the end of this function; `E` is `T`.
        unsafe { Given::new(tensor.as_ptr().cast::<T>(), tensor.shape(), strides) }
    });
    fused::chain::<T, K, Vec<T>, _, I, N, O>(
        &given,
        numbers,
        outcomes,
        &ALONE,
        |out, sizes, back| {
            let out = from_vec(sizes, elements::<E, T>(out))?;
            Ok(match back {
                Some(back) => out.permuted_axes(IxDyn(back)).into(),
                None => out.into(),
            })
        },
    )
}

/// ndarray's operations run on one thread.
const ALONE: Crew = Crew {
    shared: usize::MAX,
    threads: || usize::MAX,
};

/// Tensors of one shape in row-major order, of which nothing is folded, or one value over all axes.
fn alike<'a, E, T, K, const I: usize, const N: usize, const O: usize>(
    tensors: &[View<'_, E>; I],
    numbers: [Num; N],
    outcomes: &[Outcome; O],
) -> Result<Option<[Tensor<'a, E>; O]>>
where
    E: Float,
    T: LaneFloat,
    K: Kernel<I, N, O>,
{
    let Some((first, rest)) = tensors.split_first() else {
        return Ok(None);
    };
    let as_first = |tensor: &View<'_, E>| tensor.shape() == first.shape();
    if !rest.iter().all(as_first) || !tensors.iter().all(|tensor| tensor.is_standard_layout()) {
        return Ok(None);
    }
    let slices = tensors.each_ref().map(|tensor| {
        // SAFETY: a tensor in row-major order has its elements one after the other, and `E` is `T`.
        unsafe { std::slice::from_raw_parts(tensor.as_ptr().cast::<T>(), tensor.len()) }
    });
    if let ([Outcome::Fold(fold, Axes::All, keepdims)], true) = (outcomes.as_slice(), K::FOLDS) {
        if first.is_empty() {
            return Ok(None);
        }
        let Ok(value) = straight_fold::<T, K, I, N, O>(slices, numbers, *fold) else {
            return Ok(None);
        };
        let sizes = Shape::from_elem(1, if *keepdims { first.ndim() } else { 0 });
        let mut made = Some(filled(&sizes, E::from_f64(value.to_f64()))?);
        return Ok(Some(std::array::from_fn(|_| {
            made.take().unwrap_or_else(none).into()
        })));
    }
    if !outcomes.iter().all(|outcome| *outcome == Outcome::Each) {
        return Ok(None);
    }
    let Ok(outs) = straight::<T, K, I, N, O>(slices, numbers) else {
        return Ok(None);
    };
    let mut failed = None;
    let made = outs.map(|out| {
        from_vec(first.shape(), elements::<E, T>(out)).unwrap_or_else(|error| {
            failed = Some(error);
            none()
        })
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(Some(made.map(Into::into))),
    }
}

/// The elements of `T` as those of `E`, which it is.
fn elements<E: 'static, T: 'static>(out: Vec<T>) -> Vec<E> {
    let mut out = Some(out);
    let out = (&mut out as &mut dyn Any).downcast_mut::<Option<Vec<E>>>();
    out.and_then(Option::take).unwrap_or_default()
}

/// An operation alone, by its kernel where the element type has lanes.
pub(super) fn lone<'a, E, K>(x: &View<'_, E>, each: impl Fn(E) -> E) -> Result<Tensor<'a, E>>
where
    E: Float,
    K: Kernel<1, 0, 1>,
{
    match chain::<E, K, 1, 0, 1>(std::array::from_ref(x), [], &[Outcome::Each])? {
        Some([out]) => Ok(out),
        None => Ok(map(x, each)?.into()),
    }
}

/// A tensor of no elements.
fn none<E: Float>() -> ArrayD<E> {
    ArrayD::from_shape_simple_fn(IxDyn(&[0]), E::zero)
}
