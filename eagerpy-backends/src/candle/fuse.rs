//! Chains of elementwise operations, as one pass over tensors of the CPU that nothing tracks.

use std::sync::OnceLock;

use candle_core::{CpuStorage, DType as Native, Device, Storage, Tensor, WithDType};
use eagerpy_runtime::fuse::{Kernel, Outcome};
use eagerpy_runtime::{Num, Result};
use parking_lot::RwLockReadGuard;

use super::convert::failed;
use crate::fused::{self, ByResult, ByTensor, Crew, Given, Looped, Loops, Work};

/// The results; `None` if the operations are to be called: on other devices, where gradients are tracked, for element
/// types without lanes or of two kinds, and for shapes that do not go together, of which these tell in the user's words.
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
    let Some(first) = tensors.first().map(|x| x.dtype()) else {
        return Ok(None);
    };
    let fits =
        |x: &&Tensor| x.dtype() == first && matches!(x.device(), Device::Cpu) && !x.track_op();
    if !tensors.iter().all(fits) {
        return Ok(None);
    }
    match first {
        Native::F32 => pass::<f32>(tensors, loops, numbers, outcomes),
        Native::F64 => pass::<f64>(tensors, loops, numbers, outcomes),
        _ => Ok(None),
    }
}

/// A float whose elements candle hands out.
trait Elements: Looped + WithDType {
    fn of(storage: &CpuStorage) -> Option<&[Self]>;
}

impl Elements for f32 {
    fn of(storage: &CpuStorage) -> Option<&[f32]> {
        match storage {
            CpuStorage::F32(all) => Some(all),
            _ => None,
        }
    }
}

impl Elements for f64 {
    fn of(storage: &CpuStorage) -> Option<&[f64]> {
        match storage {
            CpuStorage::F64(all) => Some(all),
            _ => None,
        }
    }
}

fn pass<T: Elements>(
    tensors: &[&Tensor],
    loops: &'static Loops,
    numbers: &[Num],
    outcomes: &[Outcome],
) -> Result<Option<ByResult<Tensor>>> {
    let Some(work) = Work::<T>::new(loops, numbers) else {
        return Ok(None);
    };
    // Two tensors may have one storage. A second plain lock of it would wait for a thread that waits to write, which
    // waits for the first one; so which locks there are is asked one at a time.
    let locks = tensors.iter();
    let locks: ByTensor<_> = locks
        .map(|x| RwLockReadGuard::rwlock(&x.storage_and_layout().0))
        .collect();
    // Held as long as elements are read.
    let held: ByTensor<_> = locks.iter().map(|lock| lock.read_recursive()).collect();
    let mut given = ByTensor::new();
    for (storage, layout) in held.iter().zip(tensors.iter().map(|x| x.layout())) {
        let Storage::Cpu(storage) = &**storage else {
            return Ok(None);
        };
        let rest = T::of(storage).and_then(|all| all.get(layout.start_offset()..));
        let strides = layout.stride();
        // The place of the last element, from the first one.
        let by_axis = layout.dims().iter().zip(strides);
        let last = by_axis.fold(0_usize, |last, (size, stride)| {
            last.saturating_add(size.saturating_sub(1).saturating_mul(*stride))
        });
        let empty = layout.dims().contains(&0);
        let rest = match rest {
            Some(rest) if empty || last < rest.len() => rest,
            // A view of nothing may begin behind the end.
            None if empty => &[],
            _ => return Ok(None),
        };
        let strides = strides.iter().map(|stride| *stride as isize);
        // SAFETY: what the sizes and strides lead to lies within the elements, as was looked at, and these stay as they
        // are as long as the lock is held.
        given.push(unsafe { Given::new(rest.as_ptr(), layout.dims(), strides) });
    }
    fused::chain::<T, Vec<T>, _>(&given, work, outcomes, &CREW, |out, sizes, back| {
        let out = Tensor::from_vec(out, sizes, &Device::Cpu).map_err(failed)?;
        // As candle's operations give it: some of its functions take nothing else.
        match back {
            Some(back) => {
                let turned = out.permute(back);
                turned.and_then(|out| out.contiguous()).map_err(failed)
            }
            None => Ok(out),
        }
    })
}

const CREW: Crew = Crew {
    shared: 1 << 16,
    threads,
};

/// How many threads candle's operations run on. It reads that from the system anew each time.
pub(super) fn threads() -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    *THREADS.get_or_init(candle_core::utils::get_num_threads)
}
