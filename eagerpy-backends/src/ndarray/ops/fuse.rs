//! Chains of elementwise operations, as one pass.

use std::any::{Any, TypeId};

use eagerpy_runtime::fuse::{Kernel, LaneFloat, Outcome};
use eagerpy_runtime::{Error, Float, Num, Result, Shape, shape};

use super::super::convert::{Tensor, View, broadcast, from_vec};
use crate::fused::{Plan, Source, run};

/// The results; `None` if the operations are to be called: for element types without lanes, and for shapes that do not
/// go together, of which these tell in the user's words.
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
    let mut sizes = Shape::new();
    for tensor in tensors {
        match shape::broadcast(&sizes, tensor.shape()) {
            Ok(both) => sizes = both,
            Err(_) => return Ok(None),
        }
    }
    super::super::convert::count::<E>(&sizes)?;
    let mut views = Vec::new();
    for tensor in tensors {
        views.push(broadcast(tensor, &sizes)?);
    }
    let sources: [Source<T>; I] = std::array::from_fn(|i| {
        let (start, strides) = match views.get(i) {
            Some(view) => (view.as_ptr().cast::<T>(), view.strides()),
            None => (std::ptr::null(), &[][..]),
        };
        // SAFETY: the view has these sizes and strides, and it lives until the end of this function; `E` is `T`.
        unsafe { Source::new(start, strides.iter().copied()) }
    });
    let Some(plans) = Plan::of(&sizes, outcomes) else {
        return Ok(None);
    };
    let outs = run::<T, K, I, N, O>(&sizes, &sources, numbers, &plans)
        .map_err(|e| Error::framework("ndarray", e))?;
    let mut made = Vec::with_capacity(O);
    for (out, plan) in outs.into_iter().zip(&plans) {
        let mut out = Some(out);
        let Some(out) = (&mut out as &mut dyn Any).downcast_mut::<Option<Vec<E>>>() else {
            return Ok(None);
        };
        made.push(from_vec(&plan.sizes, out.take().unwrap_or_default())?.into());
    }
    Ok(made.try_into().ok())
}
