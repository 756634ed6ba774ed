//! Sorting, and what goes by index tensors.

use std::cmp::Ordering;

use candle_core::{
    CpuStorage, CustomOp1, DType, Device, Error as Native, Layout, Result as Fallible, Shape,
    Tensor, WithDType,
};
use eagerpy_runtime::{Error, Result};

use super::convert::{failed, ints, is_float, solid};
use super::elementwise::widened;
use super::integer::{self, part};
use super::reduce::blocks;

/// The positions that sort the last axis, as `i64`. Equal elements keep their order, NaN counts as
/// the largest: candle's `arg_sort_last_dim` promises neither.
pub(super) fn argsort_last(x: &Tensor, descending: bool) -> Fallible<Tensor> {
    let host = x.detach().to_device(&Device::Cpu)?.contiguous()?;
    let n = host.dims().last().copied().unwrap_or(1);
    host.apply_op1_no_bwd(&Argsort { n, descending })?
        .to_device(x.device())
}

struct Argsort {
    n: usize,
    descending: bool,
}

impl Argsort {
    fn run<T: WithDType>(&self, data: &[T]) -> Vec<i64> {
        let mut out = vec![0; data.len()];
        blocks(data, &mut out, self.n, self.n, |row, out| {
            let mut order: Vec<(i64, T)> = (0..).zip(row.iter().copied()).collect();
            if self.descending {
                order.sort_by(|(_, a), (_, b)| compare(b, a));
            } else {
                order.sort_by(|(_, a), (_, b)| compare(a, b));
            }
            for (out, (at, _)) in out.iter_mut().zip(order) {
                *out = at;
            }
        });
        out
    }
}

/// Ascending, NaN behind everything.
fn compare<T: PartialOrd>(a: &T, b: &T) -> Ordering {
    a.partial_cmp(b).unwrap_or_else(|| {
        let nan = |x: &T| x.partial_cmp(x).is_none();
        nan(a).cmp(&nan(b))
    })
}

impl CustomOp1 for Argsort {
    fn name(&self) -> &'static str {
        "argsort"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Fallible<(CpuStorage, Shape)> {
        use candle_core::backend::BackendStorage;
        let out = match storage {
            CpuStorage::U8(x) => self.run(part(x, layout)?),
            CpuStorage::I32(x) => self.run(part(x, layout)?),
            CpuStorage::I64(x) => self.run(part(x, layout)?),
            CpuStorage::F32(x) => self.run(part(x, layout)?),
            CpuStorage::F64(x) => self.run(part(x, layout)?),
            CpuStorage::F16(x) => self.run(part(x, layout)?),
            CpuStorage::BF16(x) => self.run(part(x, layout)?),
            other => return Err(Native::UnsupportedDTypeForOp(other.dtype(), "argsort")),
        };
        Ok((CpuStorage::I64(out), layout.shape().clone()))
    }
}

/// An index tensor as candle's kernels take it: `i64`, contiguous, every index in `0..size`.
///
/// The indices are looked at here because candle takes the largest number of their type for
/// "no element", and gives 0.
pub(super) fn indices(indices: &Tensor, size: usize, axis: usize) -> Result<Tensor> {
    if !indices.dtype().is_int() {
        return Err(Error::dtype(format!(
            "indices must be integers, not {}",
            indices.dtype().as_str()
        )));
    }
    let list = solid(indices)?.to_dtype(DType::I64);
    let list = list.and_then(|list| list.contiguous()).map_err(failed)?;
    let bad = ints(&list)
        .map_err(failed)?
        .into_iter()
        .find(|&i| usize::try_from(i).map_or(true, |i| i >= size));
    match bad {
        None => Ok(list),
        Some(bad) => Err(Error::index(format!(
            "index {bad} is out of range for axis {axis} of size {size}: 0 to {}",
            i64::try_from(size).unwrap_or(i64::MAX) - 1
        ))),
    }
}

/// A vector with other elements added, each at its position. Floats of 16 bits add up in 32.
pub(super) fn add_at(x: &Tensor, positions: &[usize], source: &Tensor) -> Result<Tensor> {
    if !is_float(x) {
        return integer::add_at(x, positions, source);
    }
    (|| {
        let places: Vec<i64> = positions
            .iter()
            .map(|&at| i64::try_from(at).unwrap_or(i64::MAX))
            .collect();
        let places = Tensor::new(places, x.device())?;
        let source = source.contiguous()?;
        let wide = match x.dtype() {
            DType::F16 | DType::BF16 => source.to_dtype(DType::F32)?,
            _ => source,
        };
        widened(x, |x| x.index_add(&places, &wide, 0))
    })()
    .map_err(failed)
}
