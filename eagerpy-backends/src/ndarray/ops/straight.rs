//! Chains of tensors of one shape whose elements lie in row-major order: loops over slices, and nothing else to do.

use std::any::{Any, TypeId};

use eagerpy_runtime::fuse::{Kernel, Lent, Outcome};
use eagerpy_runtime::{Axes, Float, Num, Result, Shape};

use super::super::convert::{Tensor, filled, from_vec};
use crate::fused::{self, ByResult, ByTensor, Looped, Loops, Work, straight, straight_fold};

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
    let loops = Loops::for_elements::<E, K, I, N, O>();
    let made = chain_of::<E>(&tensors, loops, &numbers, outcomes)?;
    Ok(made.and_then(fused::array))
}

/// What is the same for all kernels.
fn chain_of<'a, E: Float>(
    tensors: &[Lent<'_, E>],
    loops: &'static Loops,
    numbers: &[Num],
    outcomes: &[Outcome],
) -> Result<Option<ByResult<Tensor<'a, E>>>> {
    if TypeId::of::<E>() == TypeId::of::<f32>() {
        pass::<E, f32>(tensors, loops, numbers, outcomes)
    } else if TypeId::of::<E>() == TypeId::of::<f64>() {
        pass::<E, f64>(tensors, loops, numbers, outcomes)
    } else {
        Ok(None)
    }
}

/// `E` is `T`.
fn pass<'a, E: Float, T: Looped>(
    tensors: &[Lent<'_, E>],
    loops: &'static Loops,
    numbers: &[Num],
    outcomes: &[Outcome],
) -> Result<Option<ByResult<Tensor<'a, E>>>> {
    debug_assert_eq!(TypeId::of::<E>(), TypeId::of::<T>());
    let (Some(sizes), Some(work)) = (
        tensors.first().map(|x| x.sizes),
        Work::<T>::new(loops, numbers),
    ) else {
        return Ok(None);
    };
    let slices = tensors.iter().map(|x| {
        // SAFETY: `E` is `T`.
        unsafe { std::slice::from_raw_parts(x.elements.as_ptr().cast::<T>(), x.elements.len()) }
    });
    let slices: ByTensor<&[T]> = slices.collect();
    let mut made = ByResult::new();
    match outcomes {
        [Outcome::Fold(fold, Axes::All, keepdims)] => {
            // There is no mean and no largest element of nothing.
            if slices.iter().any(|x| x.is_empty()) {
                return Ok(None);
            }
            let Some(value) = straight_fold(&slices, work, *fold) else {
                return Ok(None);
            };
            let value = E::from_f64(value.to_f64());
            let sizes = Shape::from_elem(1, if *keepdims { sizes.len() } else { 0 });
            made.push(filled(&sizes, value)?.into());
        }
        _ if outcomes.iter().all(|outcome| *outcome == Outcome::Each) => {
            let Some(outs) = straight(&slices, work, outcomes.len()) else {
                return Ok(None);
            };
            for out in outs {
                made.push(from_vec(sizes, elements::<E, T>(out))?.into());
            }
        }
        _ => return Ok(None),
    }
    Ok(Some(made))
}

/// The elements of `T` as those of `E`, which it is.
pub(super) fn elements<E: 'static, T: 'static>(out: Vec<T>) -> Vec<E> {
    let mut out = Some(out);
    let out = (&mut out as &mut dyn Any).downcast_mut::<Option<Vec<E>>>();
    out.and_then(Option::take).unwrap_or_default()
}
