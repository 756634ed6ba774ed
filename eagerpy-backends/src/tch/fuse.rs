//! Chains of elementwise operations, as one pass over tensors of the CPU that nothing tracks.

use std::mem::MaybeUninit;

use ::tch::{Device, Kind, Tensor};
use eagerpy_runtime::fuse::{Kernel, LaneFloat, Outcome};
use eagerpy_runtime::{Num, Result, Shape, shape};
use smallvec::SmallVec;

use super::convert::Ours;
use crate::fused::{Given, Job};

/// The results; `None` if the operations are to be called: on other devices, for tensors that ask for gradients (be it under `no_grad`), for element
/// types without lanes or of two kinds, for tensors without strides, and for shapes that do not go together, of which
/// these tell in the user's words.
pub(super) fn chain<K, const I: usize, const N: usize, const O: usize>(
    tensors: [&Tensor; I],
    numbers: [Num; N],
    outcomes: &[Outcome; O],
) -> Result<Option<[Tensor; O]>>
where
    K: Kernel<I, N, O>,
{
    let Some(Ok(first)) = tensors.first().map(|x| x.f_kind()) else {
        return Ok(None);
    };
    match first {
        Kind::Float => pass::<f32, K, I, N, O>(first, tensors, numbers, outcomes),
        Kind::Double => pass::<f64, K, I, N, O>(first, tensors, numbers, outcomes),
        _ => Ok(None),
    }
}

fn pass<T, K, const I: usize, const N: usize, const O: usize>(
    kind: Kind,
    tensors: [&Tensor; I],
    numbers: [Num; N],
    outcomes: &[Outcome; O],
) -> Result<Option<[Tensor; O]>>
where
    T: LaneFloat,
    K: Kernel<I, N, O>,
{
    let given: Option<Vec<Given<'_, T>>> = tensors.iter().map(|x| read(x, kind)).collect();
    let Some(Ok(given)) = given.map(<[Given<'_, T>; I]>::try_from) else {
        return Ok(None);
    };
    let Some(job) = Job::of(&given, outcomes) else {
        return Ok(None);
    };
    if !job.pays(K::OPERATIONS, SHARED, threads) {
        return Ok(None);
    }
    let mut outs = Vec::with_capacity(O);
    for plan in &job.plans {
        let Some(sizes) = ints(&plan.sizes) else {
            return Ok(None);
        };
        outs.push(Tensor::f_empty(sizes.as_slice(), (kind, Device::Cpu)).ours()?);
    }
    let mut free = outs.iter().zip(&job.plans);
    let into: [&mut [MaybeUninit<T>]; O] = std::array::from_fn(|_| match free.next() {
        Some((out, plan)) => {
            let len = shape::size(&plan.sizes);
            match (out.data_ptr().cast::<MaybeUninit<T>>(), len) {
                (_, 0) => &mut [],
                // SAFETY: libtorch has just made this tensor, of so many elements one after the other; nothing else
                // knows of it.
                (start, len) => unsafe { std::slice::from_raw_parts_mut(start, len) },
            }
        }
        None => &mut [],
    });
    if job.run::<K, N, O>(numbers, into, threads).is_err() {
        return Ok(None);
    }
    if let Some(back) = job.back().and_then(|back| ints(&back)) {
        for out in &mut outs {
            *out = out.f_permute(back.as_slice()).ours()?;
        }
    }
    Ok(outs.try_into().ok())
}

/// From so many elements on, libtorch shares them out among threads.
const SHARED: usize = 1 << 15;

fn threads() -> usize {
    usize::try_from(::tch::get_num_threads()).unwrap_or(1)
}

fn ints(sizes: &Shape) -> Option<SmallVec<[i64; 6]>> {
    sizes.iter().map(|size| i64::try_from(*size).ok()).collect()
}

/// The elements of a tensor, if they can be read as they lie.
fn read<T>(x: &Tensor, kind: Kind) -> Option<Given<'_, T>> {
    let plain = x.f_kind().is_ok_and(|own| own == kind)
        && x.device() == Device::Cpu
        && !x.requires_grad()
        && !x.is_sparse()
        && !x.is_mkldnn()
        // The elements of such a view have the other sign than in memory.
        && x.f_is_neg().is_ok_and(|neg| !neg)
        // Nor has one of nothing but zeros any memory.
        && x.f_internal_is_zerotensor().is_ok_and(|zeros| !zeros);
    if !plain {
        return None;
    }
    let rank = x.dim();
    let mut sizes: SmallVec<[i64; 6]> = SmallVec::from_elem(0, rank);
    let mut strides = sizes.clone();
    // SAFETY: libtorch writes as many numbers as the tensor has axes. Other than tch's own functions this gives an
    // error where a tensor has no strides, and does not end the program.
    let start = unsafe {
        let tensor = x.as_ptr().cast_mut();
        torch_sys::at_shape(tensor, sizes.as_mut_ptr());
        torch_sys::at_stride(tensor, strides.as_mut_ptr());
        let start = torch_sys::at_data_ptr(tensor);
        let error = torch_sys::get_and_reset_last_err();
        if !error.is_null() {
            libc::free(error.cast());
            return None;
        }
        start
    };
    let sizes: Option<Shape> = sizes
        .iter()
        .map(|size| usize::try_from(*size).ok())
        .collect();
    let strides = strides.iter().map(|stride| *stride as isize);
    // SAFETY: libtorch says so, and the tensor is borrowed as long as the pass runs.
    Some(unsafe { Given::new(start.cast::<T>().cast_const(), &sizes?, strides) })
}
