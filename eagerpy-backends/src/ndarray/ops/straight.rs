//! Chains of tensors of one shape whose elements lie in row-major order: loops over slices, and nothing else to do.

use std::any::{Any, TypeId};

use eagerpy_runtime::fuse::{Kernel, LaneFloat, Lent, Outcome};
use eagerpy_runtime::{Axes, Float, Num, Result, Shape};
use ndarray::{ArrayD, IxDyn};

use super::super::convert::{Tensor, filled, from_vec};
use crate::fused::{straight, straight_fold};

/// The results; `None` where something else than all elements is folded, and for element types without lanes.
#[inline]
pub(super) fn chain<'a, E, K, const I: usize, const N: usize, const O: usize>(
    tensors: [Lent<'_, E>; I],
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
    tensors: [Lent<'_, E>; I],
    numbers: [Num; N],
    outcomes: &[Outcome; O],
) -> Result<Option<[Tensor<'a, E>; O]>>
where
    E: Float,
    T: LaneFloat,
    K: Kernel<I, N, O>,
{
    debug_assert_eq!(TypeId::of::<E>(), TypeId::of::<T>());
    let Some(sizes) = tensors.first().map(|x| x.sizes) else {
        return Ok(None);
    };
    let slices = tensors.map(|x| {
        // SAFETY: `E` is `T`.
        unsafe { std::slice::from_raw_parts(x.elements.as_ptr().cast::<T>(), x.elements.len()) }
    });
    let folded = match outcomes.as_slice() {
        [Outcome::Fold(fold, Axes::All, keepdims)] if K::FOLDS => Some((*fold, *keepdims)),
        _ if outcomes.iter().all(|outcome| *outcome == Outcome::Each) => None,
        _ => return Ok(None),
    };
    let mut failed = None;
    let mut or_none = |made: Result<ArrayD<E>>| {
        made.unwrap_or_else(|error| {
            failed = Some(error);
            ArrayD::from_shape_simple_fn(IxDyn(&[0]), E::zero)
        })
    };
    let made = match folded {
        Some((fold, keepdims)) => {
            // There is no mean and no largest element of nothing.
            if slices.iter().any(|x| x.is_empty()) {
                return Ok(None);
            }
            let Ok(value) = straight_fold::<T, K, I, N, O>(slices, numbers, fold) else {
                return Ok(None);
            };
            let value = E::from_f64(value.to_f64());
            let sizes = Shape::from_elem(1, if keepdims { sizes.len() } else { 0 });
            std::array::from_fn(|_| or_none(filled(&sizes, value)))
        }
        None => {
            let Ok(outs) = straight::<T, K, I, N, O>(slices, numbers) else {
                return Ok(None);
            };
            outs.map(|out| or_none(from_vec(sizes, elements::<E, T>(out))))
        }
    };
    match failed {
        Some(error) => Err(error),
        None => Ok(Some(made.map(Into::into))),
    }
}

/// The elements of `T` as those of `E`, which it is.
pub(super) fn elements<E: 'static, T: 'static>(out: Vec<T>) -> Vec<E> {
    let mut out = Some(out);
    let out = (&mut out as &mut dyn Any).downcast_mut::<Option<Vec<E>>>();
    out.and_then(Option::take).unwrap_or_default()
}
