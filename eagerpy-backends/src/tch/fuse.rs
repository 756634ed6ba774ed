//! Chains of elementwise operations, as one pass over tensors of the CPU that nothing tracks.

use std::mem::MaybeUninit;

use ::tch::{Device, Kind, Tensor};
use eagerpy_runtime::fuse::{Kernel, Outcome};
use eagerpy_runtime::{Num, Result, Shape};
use smallvec::SmallVec;

use super::convert::Ours;
use crate::fused::{self, ByResult, ByTensor, Crew, Given, Looped, Loops, Room, Work};

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
    let made = chain_of(&tensors, Loops::of::<K, I, N, O>(), &numbers, outcomes)?;
    Ok(made.and_then(fused::array))
}

/// What is the same for all kernels.
fn chain_of(
    tensors: &[&Tensor],
    loops: &'static Loops,
    numbers: &[Num],
    outcomes: &[Outcome],
) -> Result<Option<ByResult<Tensor>>> {
    let Some(Ok(first)) = tensors.first().map(|x| x.f_kind()) else {
        return Ok(None);
    };
    match first {
        Kind::Float => pass::<f32>(tensors, loops, numbers, outcomes),
        Kind::Double => pass::<f64>(tensors, loops, numbers, outcomes),
        _ => Ok(None),
    }
}

fn pass<T: Floats>(
    tensors: &[&Tensor],
    loops: &'static Loops,
    numbers: &[Num],
    outcomes: &[Outcome],
) -> Result<Option<ByResult<Tensor>>> {
    let given: Option<ByTensor<Given<'_, T>>> = tensors.iter().map(|x| read(x)).collect();
    let (Some(given), Some(work)) = (given, Work::<T>::new(loops, numbers)) else {
        return Ok(None);
    };
    fused::chain::<T, Fresh, _>(
        &given,
        work,
        outcomes,
        &CREW,
        |Fresh(out), _, back| match back.and_then(ints) {
            Some(back) => out.f_permute(back.as_slice()).ours(),
            None => Ok(out),
        },
    )
}

/// A tensor that nothing else knows of, in row-major order.
struct Fresh(Tensor);

impl<T: Floats> Room<T> for Fresh {
    fn of(sizes: &[usize]) -> Result<Option<Self>> {
        let Some(sizes) = ints(sizes) else {
            return Ok(None);
        };
        let out = Tensor::f_empty(sizes.as_slice(), (T::KIND, Device::Cpu)).ours()?;
        Ok(Some(Fresh(out)))
    }

    fn elements(&mut self, len: usize) -> &mut [MaybeUninit<T>] {
        let all = self.0.numel();
        match self.0.data_ptr().cast::<MaybeUninit<T>>() {
            _ if len == 0 || len > all => &mut [],
            // SAFETY: libtorch has made this tensor of as many elements of this type, one after the other, and it is
            // borrowed.
            start => unsafe { std::slice::from_raw_parts_mut(start, len) },
        }
    }
}

/// A float type with libtorch's word for it.
trait Floats: Looped {
    const KIND: Kind;
}

impl Floats for f32 {
    const KIND: Kind = Kind::Float;
}

impl Floats for f64 {
    const KIND: Kind = Kind::Double;
}

const CREW: Crew = Crew {
    shared: 1 << 15,
    threads: || usize::try_from(::tch::get_num_threads()).unwrap_or(1),
};

fn ints(sizes: &[usize]) -> Option<SmallVec<[i64; 6]>> {
    sizes.iter().map(|size| i64::try_from(*size).ok()).collect()
}

/// The elements of a tensor, if they can be read as they lie.
fn read<T: Floats>(x: &Tensor) -> Option<Given<'_, T>> {
    let plain = x.f_kind().is_ok_and(|own| own == T::KIND)
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
