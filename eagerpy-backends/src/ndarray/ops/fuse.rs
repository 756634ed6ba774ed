//! Chains of elementwise operations, as one pass.

use std::any::TypeId;

use eagerpy_runtime::fuse::{Kernel, Outcome};
use eagerpy_runtime::{Float, Num, Result, Value};

use ndarray::IxDyn;

use super::super::convert::{Tensor, View, from_vec};
use super::elementwise::map;
use super::straight::{self, elements};
use crate::fused::{self, ByResult, ByTensor, Crew, Given, Looped, Loops, Work};

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
    let loops = Loops::for_elements::<E, K, I, N, O>();
    let made = chain_of::<E>(tensors, loops, &numbers, outcomes)?;
    Ok(made.and_then(fused::array))
}

/// What is the same for all kernels.
fn chain_of<'a, E: Float>(
    tensors: &[View<'_, E>],
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
    tensors: &[View<'_, E>],
    loops: &'static Loops,
    numbers: &[Num],
    outcomes: &[Outcome],
) -> Result<Option<ByResult<Tensor<'a, E>>>> {
    debug_assert_eq!(TypeId::of::<E>(), TypeId::of::<T>());
    let Some(work) = Work::<T>::new(loops, numbers) else {
        return Ok(None);
    };
    let given = tensors.iter().map(|tensor| {
        let strides = tensor.strides().iter().copied();
        // SAFETY: these are the strides of the view, which lives until the end of this function; `E` is `T`.
        unsafe { Given::new(tensor.as_ptr().cast::<T>(), tensor.shape(), strides) }
    });
    let given: ByTensor<_> = given.collect();
    fused::chain::<T, Vec<T>, _>(&given, work, outcomes, &ALONE, |out, sizes, back| {
        let out = from_vec(sizes, elements::<E, T>(out))?;
        Ok(match back {
            Some(back) => out.permuted_axes(IxDyn(back)).into(),
            None => out.into(),
        })
    })
}

/// ndarray's operations run on one thread.
const ALONE: Crew = Crew {
    shared: usize::MAX,
    threads: || usize::MAX,
};

/// An operation alone, by its kernel where the element type has lanes.
pub(super) fn lone<'a, E, K>(x: &View<'_, E>, each: impl Fn(E) -> E) -> Result<Tensor<'a, E>>
where
    E: Float,
    K: Kernel<1, 0, 1>,
{
    let outcomes = [Outcome::Each];
    let made = match x.lent() {
        Some(x) => straight::chain::<E, K, 1, 0, 1>([x], [], &outcomes)?,
        None => chain::<E, K, 1, 0, 1>(std::array::from_ref(x), [], &outcomes)?,
    };
    match made {
        Some([out]) => Ok(out),
        None => Ok(map(x, each)?.into()),
    }
}
