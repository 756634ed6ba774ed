//! Reductions and functions along an axis that candle lacks, or for which it gives another value
//! or another derivative.
//!
//! A tensor comes into the form `[outer, n, inner]`, contiguous, by candle's own tracked
//! operations; kernels go over the middle axis.

use std::sync::Mutex;

use candle_core::backend::BackendStorage;
use candle_core::{
    CpuStorage, CudaStorage, CustomOp1, DType, Device, Error as Native, Layout, MetalStorage,
    Result as Fallible, Shape, Tensor, WithDType,
};
use eagerpy_runtime::{Element, Float, Numeric};

use super::elementwise::constant;
use super::integer::part;
use crate::rows;

/// A tensor as `[outer, n, inner]`; the axes of a reduction are in the middle.
pub(super) struct Lanes {
    pub(super) x: Tensor,
    sizes: Sizes,
}

#[derive(Clone, Copy)]
struct Sizes {
    outer: usize,
    n: usize,
    inner: usize,
}

impl Sizes {
    fn reduced(self) -> Shape {
        Shape::from((self.outer, self.inner))
    }
}

impl Lanes {
    /// `axes` ascend.
    pub(super) fn new(x: &Tensor, axes: &[usize]) -> Fallible<Lanes> {
        let dims = x.dims();
        let product = |list: &[usize]| list.iter().product::<usize>();
        let next_to_each_other = axes
            .iter()
            .zip(axes.iter().skip(1))
            .all(|(a, b)| a + 1 == *b);
        let (moved, sizes) = match axes.first() {
            None => {
                let sizes = Sizes {
                    outer: product(dims),
                    n: 1,
                    inner: 1,
                };
                (x.clone(), sizes)
            }
            Some(&first) if next_to_each_other => {
                let (outer, rest) = dims.split_at(first.min(dims.len()));
                let (n, inner) = rest.split_at(axes.len().min(rest.len()));
                let sizes = Sizes {
                    outer: product(outer),
                    n: product(n),
                    inner: product(inner),
                };
                (x.clone(), sizes)
            }
            Some(_) => {
                let others = (0..dims.len()).filter(|a| !axes.contains(a));
                let order: Vec<usize> = others.chain(axes.iter().copied()).collect();
                let n = axes.iter().filter_map(|&a| dims.get(a)).product();
                let outer = (0..dims.len()).filter(|a| !axes.contains(a));
                let outer = outer.filter_map(|a| dims.get(a)).product();
                (x.permute(order)?, Sizes { outer, n, inner: 1 })
            }
        };
        // `reshape` alone copies what is not contiguous.
        let x = moved.reshape((sizes.outer, sizes.n, sizes.inner))?;
        Ok(Lanes { x, sizes })
    }

    fn run<F: Kernel>(&self, f: F) -> Fallible<Tensor> {
        let op = Over {
            f,
            sizes: self.sizes,
        };
        if self.x.track_op() {
            self.x.apply_op1(op)
        } else {
            self.x.apply_op1_no_bwd(&op)
        }
    }
}

/// A function of the middle axis.
trait Kernel: Copy + Send + Sync + 'static {
    const NAME: &'static str;
    /// One value a lane, or one an element?
    const REDUCES: bool = true;
    /// The lanes of one block `[n, inner]`.
    fn block<T: Float>(self, from: &[T], to: &mut [T], inner: usize);
    /// The gradient of `x`, from that of `y = f(x)`.
    fn gradient(self, x: &Tensor, y: &Tensor, dy: &Tensor) -> Fallible<Tensor>;
    /// `f(x)` by a device's kernels, for kernels that devices other than the CPU use.
    fn native<S: BackendStorage>(self, _: &S, _: &Layout) -> Fallible<S> {
        Err(Native::Msg(format!(
            "{} has no kernel for this device",
            Self::NAME
        )))
    }
}

struct Over<F> {
    f: F,
    sizes: Sizes,
}

impl<F: Kernel> Over<F> {
    fn shape(&self) -> Shape {
        let Sizes { outer, n, inner } = self.sizes;
        if F::REDUCES {
            self.sizes.reduced()
        } else {
            Shape::from((outer, n, inner))
        }
    }

    fn run<T: Float>(&self, from: &[T]) -> Vec<T> {
        let Sizes { n, inner, .. } = self.sizes;
        let mut to = vec![T::zero(); self.shape().elem_count()];
        let width = if F::REDUCES { inner } else { n * inner };
        blocks(from, &mut to, n * inner, width, |from, to| {
            self.f.block(from, to, inner)
        });
        to
    }
}

impl<F: Kernel> CustomOp1 for Over<F> {
    fn name(&self) -> &'static str {
        F::NAME
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Fallible<(CpuStorage, Shape)> {
        let out = match storage {
            CpuStorage::F32(x) => CpuStorage::F32(self.run(part(x, layout)?)),
            CpuStorage::F64(x) => CpuStorage::F64(self.run(part(x, layout)?)),
            other => return Err(Native::UnsupportedDTypeForOp(other.dtype(), F::NAME)),
        };
        Ok((out, self.shape()))
    }

    fn cuda_fwd(&self, storage: &CudaStorage, layout: &Layout) -> Fallible<(CudaStorage, Shape)> {
        Ok((self.f.native(storage, layout)?, self.shape()))
    }

    fn metal_fwd(
        &self,
        storage: &MetalStorage,
        layout: &Layout,
    ) -> Fallible<(MetalStorage, Shape)> {
        Ok((self.f.native(storage, layout)?, self.shape()))
    }

    fn bwd(&self, x: &Tensor, y: &Tensor, dy: &Tensor) -> Fallible<Option<Tensor>> {
        self.f.gradient(x, y, dy).map(Some)
    }
}

/// From this many elements on, blocks are shared out among candle's threads.
const PARALLEL: usize = 64 * 1024;

/// Runs `f` on blocks of `from` and `to`, in parallel above the threshold.
pub(super) fn blocks<T: Sync, U: Send>(
    from: &[T],
    to: &mut [U],
    read: usize,
    written: usize,
    f: impl Fn(&[T], &mut [U]) + Sync,
) {
    if written == 0 {
        return;
    }
    if read == 0 {
        to.chunks_exact_mut(written).for_each(|to| f(&[], to));
        return;
    }
    let some = |from: &[T], to: &mut [U]| {
        let pairs = from.chunks_exact(read).zip(to.chunks_exact_mut(written));
        pairs.for_each(|(from, to)| f(from, to));
    };
    // One pool is enough: passes have rayon's, whose threads sleep while they have nothing to do.
    if cfg!(feature = "rayon") {
        crate::threads::rows(
            from,
            read,
            to,
            written,
            super::fuse::threads,
            |_, from, to| some(from, to),
        );
        return;
    }
    if from.len() < PARALLEL || from.len() == read {
        some(from, to);
        return;
    }
    let many = (PARALLEL / 4).div_ceil(read);
    let jobs: Vec<_> = from
        .chunks(read * many)
        .zip(to.chunks_mut(written * many))
        .map(|job| Mutex::new(Some(job)))
        .collect();
    candle_core::utils::barrier_pool().execute_chunked(jobs.len(), |range| {
        for job in jobs.get(range).unwrap_or_default() {
            let taken = job.lock().ok().and_then(|mut job| job.take());
            if let Some((from, to)) = taken {
                some(from, to);
            }
        }
    });
}

/// Folds the lanes of a block: one accumulator a lane, or several for a single lane, so that
/// the loop vectorises.
fn fold<T: Copy, A: Copy>(
    from: &[T],
    to: &mut [A],
    start: impl Fn(T) -> A,
    f: impl Fn(A, T) -> A,
    join: impl Fn(A, A) -> A,
) {
    const WIDTH: usize = 8;
    if let [to] = to {
        let (head, body) = from.split_at(from.len().min(WIDTH));
        if let Ok(head) = <[T; WIDTH]>::try_from(head) {
            let mut wide = head.map(&start);
            let mut rows = body.chunks_exact(WIDTH);
            for row in &mut rows {
                for (a, &x) in wide.iter_mut().zip(row) {
                    *a = f(*a, x);
                }
            }
            for (a, &x) in wide.iter_mut().zip(rows.remainder()) {
                *a = f(*a, x);
            }
            if let Some(all) = wide.into_iter().reduce(&join) {
                *to = all;
            }
            return;
        }
    }
    let mut rows = from.chunks_exact(to.len());
    if let Some(first) = rows.next() {
        for (a, &x) in to.iter_mut().zip(first) {
            *a = start(x);
        }
    }
    for row in rows {
        for (a, &x) in to.iter_mut().zip(row) {
            *a = f(*a, x);
        }
    }
}

fn larger<T: Element>(a: T, x: T) -> T {
    if x > a || x.is_nan() { x } else { a }
}

fn smaller<T: Element>(a: T, x: T) -> T {
    if x < a || x.is_nan() { x } else { a }
}

/// Largest or smallest of a lane; NaN if there is one.
#[derive(Clone, Copy)]
struct Extreme {
    max: bool,
}

impl Kernel for Extreme {
    const NAME: &'static str = "extreme";
    fn block<T: Float>(self, from: &[T], to: &mut [T], _: usize) {
        if self.max {
            fold(from, to, |x| x, larger, larger);
        } else {
            fold(from, to, |x| x, smaller, smaller);
        }
    }
    fn gradient(self, x: &Tensor, y: &Tensor, dy: &Tensor) -> Fallible<Tensor> {
        // Equal elements share the gradient.
        let first = x.broadcast_eq(&y.unsqueeze(1)?)?.to_dtype(x.dtype())?;
        let count = first.sum_keepdim(1)?;
        let share = dy
            .unsqueeze(1)?
            .div(&count.maximum(&constant(&count, 1.0)?)?)?;
        let share = share.broadcast_as(x.shape())?;
        first
            .ne(&constant(&first, 0.0)?)?
            .where_cond(&share, &constant(x, 0.0)?)
    }
    fn native<S: BackendStorage>(self, x: &S, layout: &Layout) -> Fallible<S> {
        use candle_core::op::ReduceOp;
        x.reduce_op(
            if self.max {
                ReduceOp::Max
            } else {
                ReduceOp::Min
            },
            layout,
            &[1],
        )
    }
}

/// Largest or smallest element, `[outer, inner]`. The middle axis is not empty.
pub(super) fn extreme(lanes: &Lanes, max: bool) -> Fallible<Tensor> {
    let Lanes { x, sizes } = lanes;
    if sizes.outer * sizes.inner == 0 {
        return Tensor::zeros(sizes.reduced(), x.dtype(), x.device());
    }
    if x.dtype().is_int() {
        return on_host(x, &IntExtreme { max, sizes: *sizes });
    }
    if x.device().is_cpu() {
        // Comparisons are exact in the wider type.
        return super::elementwise::widened(x, |wide| {
            Lanes {
                x: wide.clone(),
                sizes: *sizes,
            }
            .run(Extreme { max })
        });
    }
    composed_extreme(lanes, max)
}

/// The same, from candle's operations.
pub(super) fn composed_extreme(lanes: &Lanes, max: bool) -> Fallible<Tensor> {
    let y = lanes.run(Extreme { max })?;
    let broken = lanes.x.ne(&lanes.x)?.max(1)?;
    broken.where_cond(&constant(&y, f64::NAN)?, &y)
}

/// A kernel without a derivative, for the CPU.
fn on_host(x: &Tensor, op: &impl CustomOp1) -> Fallible<Tensor> {
    x.to_device(&Device::Cpu)?
        .apply_op1_no_bwd(op)?
        .to_device(x.device())
}

struct IntExtreme {
    max: bool,
    sizes: Sizes,
}

impl IntExtreme {
    fn run<T: Numeric>(&self, from: &[T]) -> Vec<T> {
        let Sizes { outer, n, inner } = self.sizes;
        let mut to = vec![T::zero(); outer * inner];
        blocks(from, &mut to, n * inner, inner, |from, to| {
            if self.max {
                fold(from, to, |x| x, larger, larger);
            } else {
                fold(from, to, |x| x, smaller, smaller);
            }
        });
        to
    }
}

impl CustomOp1 for IntExtreme {
    fn name(&self) -> &'static str {
        "extreme"
    }
    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Fallible<(CpuStorage, Shape)> {
        let out = match storage {
            CpuStorage::U8(x) => CpuStorage::U8(self.run(part(x, layout)?)),
            CpuStorage::I32(x) => CpuStorage::I32(self.run(part(x, layout)?)),
            CpuStorage::I64(x) => CpuStorage::I64(self.run(part(x, layout)?)),
            other => return Err(Native::UnsupportedDTypeForOp(other.dtype(), "extreme")),
        };
        Ok((out, self.sizes.reduced()))
    }
}

/// Sum or product of `i64`, which wraps.
struct IntTotal {
    product: bool,
    sizes: Sizes,
}

impl CustomOp1 for IntTotal {
    fn name(&self) -> &'static str {
        "sum"
    }
    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Fallible<(CpuStorage, Shape)> {
        let CpuStorage::I64(x) = storage else {
            return Err(Native::UnsupportedDTypeForOp(storage.dtype(), "sum"));
        };
        let Sizes { outer, n, inner } = self.sizes;
        let mut to = vec![i64::from(self.product); outer * inner];
        blocks(part(x, layout)?, &mut to, n * inner, inner, |from, to| {
            if self.product {
                fold(from, to, |x| x, i64::wrapping_mul, i64::wrapping_mul);
            } else {
                fold(from, to, |x| x, i64::wrapping_add, i64::wrapping_add);
            }
        });
        Ok((CpuStorage::I64(to), self.sizes.reduced()))
    }
}

/// Sum or product of ints in `i64`, `[outer, inner]`.
pub(super) fn int_total(lanes: &Lanes, product: bool) -> Fallible<Tensor> {
    let op = IntTotal {
        product,
        sizes: lanes.sizes,
    };
    on_host(&lanes.x.to_dtype(DType::I64)?, &op)
}

/// Sum or product of a lane.
#[derive(Clone, Copy)]
struct Total {
    product: bool,
}

impl Kernel for Total {
    const NAME: &'static str = "sum";
    fn block<T: Float>(self, from: &[T], to: &mut [T], _: usize) {
        if self.product {
            fold(from, to, |x| x, |a, x| a * x, |a, b| a * b);
        } else {
            fold(from, to, |x| x, |a, x| a + x, |a, b| a + b);
        }
    }
    fn gradient(self, x: &Tensor, _: &Tensor, dy: &Tensor) -> Fallible<Tensor> {
        if self.product {
            return Err(Native::BackwardNotSupported { op: Self::NAME });
        }
        dy.unsqueeze(1)?.broadcast_as(x.shape())
    }
}

/// Sum of floats, `[outer, inner]`, for lanes that are not contiguous: candle divides to find the
/// place of each element there.
pub(super) fn sum(lanes: &Lanes) -> Fallible<Tensor> {
    lanes.run(Total { product: false })
}

/// Product of floats, `[outer, inner]`: halves are multiplied until one element is left.
///
/// So the derivative needs no division, and is right where elements are 0.
pub(super) fn product(lanes: &Lanes) -> Fallible<Tensor> {
    let Lanes { x, sizes } = lanes;
    if sizes.n == 0 {
        return Tensor::ones(sizes.reduced(), x.dtype(), x.device());
    }
    if x.device().is_cpu() && !x.track_op() {
        return lanes.run(Total { product: true });
    }
    let mut x = x.clone();
    loop {
        let n = x.dim(1)?;
        if n == 1 {
            return x.squeeze(1);
        }
        let half = n / 2;
        let left = x.narrow(1, 0, half)?;
        let product = left.mul(&x.narrow(1, half, half)?)?;
        x = if n % 2 == 0 {
            product
        } else {
            Tensor::cat(&[&product, &x.narrow(1, n - 1, 1)?], 1)?
        };
    }
}

/// Is any element, or is every element, other than 0? `[outer, inner]`, a mask.
pub(super) fn truth(lanes: &Lanes, every: bool) -> Fallible<Tensor> {
    let Lanes { x, sizes } = lanes;
    let x = x.detach();
    if sizes.n == 0 || sizes.outer * sizes.inner == 0 {
        let filled = if every { Tensor::ones } else { Tensor::zeros };
        return filled(sizes.reduced(), DType::U8, x.device());
    }
    if x.device().is_cpu() {
        return x.apply_op1_no_bwd(&Truth {
            every,
            sizes: *sizes,
        });
    }
    composed_truth(&x, every)
}

/// The same, from candle's operations.
pub(super) fn composed_truth(x: &Tensor, every: bool) -> Fallible<Tensor> {
    let mask = x.ne(&constant(x, 0.0)?)?;
    if every { mask.min(1) } else { mask.max(1) }
}

struct Truth {
    every: bool,
    sizes: Sizes,
}

impl Truth {
    fn run<T: WithDType>(&self, from: &[T]) -> Vec<u8> {
        let Sizes { outer, n, inner } = self.sizes;
        let mut to = vec![u8::from(self.every); outer * inner];
        let (zero, yes) = (T::zero(), |x: bool| u8::from(x));
        blocks(from, &mut to, n * inner, inner, |from, to| {
            if self.every {
                fold(
                    from,
                    to,
                    |x| yes(x != zero),
                    |a, x| a & yes(x != zero),
                    |a, b| a & b,
                );
            } else {
                fold(
                    from,
                    to,
                    |x| yes(x != zero),
                    |a, x| a | yes(x != zero),
                    |a, b| a | b,
                );
            }
        });
        to
    }
}

impl CustomOp1 for Truth {
    fn name(&self) -> &'static str {
        "any"
    }
    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Fallible<(CpuStorage, Shape)> {
        let out = match storage {
            CpuStorage::U8(x) => self.run(part(x, layout)?),
            CpuStorage::I32(x) => self.run(part(x, layout)?),
            CpuStorage::I64(x) => self.run(part(x, layout)?),
            CpuStorage::F32(x) => self.run(part(x, layout)?),
            CpuStorage::F64(x) => self.run(part(x, layout)?),
            CpuStorage::F16(x) => self.run(part(x, layout)?),
            CpuStorage::BF16(x) => self.run(part(x, layout)?),
            other => return Err(Native::UnsupportedDTypeForOp(other.dtype(), "any")),
        };
        Ok((CpuStorage::U8(out), self.sizes.reduced()))
    }
}

/// Position of the first NaN, else of the first largest or smallest element, `[outer, inner]`.
pub(super) fn position(lanes: &Lanes, max: bool) -> Fallible<Tensor> {
    let Lanes { x, sizes } = lanes;
    let x = x.detach();
    if sizes.outer * sizes.inner == 0 {
        return Tensor::zeros(sizes.reduced(), DType::I64, x.device());
    }
    if x.device().is_cpu() {
        return x.apply_op1_no_bwd(&Position { max, sizes: *sizes });
    }
    composed_position(&Lanes { x, sizes: *sizes }, max)
}

/// The same, from candle's operations: its own `argmax` passes over NaN, and may give any of several
/// equal elements.
pub(super) fn composed_position(lanes: &Lanes, max: bool) -> Fallible<Tensor> {
    let Lanes { x, sizes } = lanes;
    let best = extreme(lanes, max)?.unsqueeze(1)?;
    let mut found = x.broadcast_eq(&best)?;
    if x.dtype().is_float() {
        found = found.maximum(&x.ne(x)?)?;
    }
    let n = i64::try_from(sizes.n).unwrap_or(i64::MAX);
    let at = Tensor::arange(0, n, x.device())?
        .reshape((1, sizes.n, 1))?
        .broadcast_as(x.shape())?;
    let beyond = Tensor::full(n, (), x.device())?.broadcast_as(x.shape())?;
    found.where_cond(&at, &beyond)?.min(1)
}

struct Position {
    max: bool,
    sizes: Sizes,
}

impl Position {
    fn run<T: WithDType>(&self, from: &[T]) -> Vec<i64> {
        let Sizes { outer, n, inner } = self.sizes;
        let mut to = vec![0; outer * inner];
        blocks(from, &mut to, n * inner, inner, |from, to| {
            let mut rows = from.chunks_exact(inner);
            let Some(first) = rows.next() else { return };
            let mut best = first.to_vec();
            for (at, row) in (1..).zip(rows) {
                for ((best, to), &x) in best.iter_mut().zip(to.iter_mut()).zip(row) {
                    let better = if self.max { x > *best } else { x < *best };
                    // Only the first NaN beats the others.
                    let nan = |x: T| x.partial_cmp(&x).is_none();
                    if (better || nan(x)) && !nan(*best) {
                        *best = x;
                        *to = at;
                    }
                }
            }
        });
        to
    }
}

impl CustomOp1 for Position {
    fn name(&self) -> &'static str {
        "argmax"
    }
    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Fallible<(CpuStorage, Shape)> {
        let out = match storage {
            CpuStorage::U8(x) => self.run(part(x, layout)?),
            CpuStorage::I32(x) => self.run(part(x, layout)?),
            CpuStorage::I64(x) => self.run(part(x, layout)?),
            CpuStorage::F32(x) => self.run(part(x, layout)?),
            CpuStorage::F64(x) => self.run(part(x, layout)?),
            CpuStorage::F16(x) => self.run(part(x, layout)?),
            CpuStorage::BF16(x) => self.run(part(x, layout)?),
            other => return Err(Native::UnsupportedDTypeForOp(other.dtype(), "argmax")),
        };
        Ok((CpuStorage::I64(out), self.sizes.reduced()))
    }
}

/// What makes a lane's exponentials overflow: the largest element, or 0 if that is infinite.
fn shift<T: Float>(largest: T) -> T {
    if largest.is_infinite() {
        T::zero()
    } else {
        largest
    }
}

/// log Σ eˣ of a lane.
#[derive(Clone, Copy)]
struct LogSumExp;

impl Kernel for LogSumExp {
    const NAME: &'static str = "logsumexp";
    fn block<T: Float>(self, from: &[T], to: &mut [T], inner: usize) {
        fold(from, to, |x| x, larger, larger);
        let shifts: Vec<T> = to.iter().map(|&x| shift(x)).collect();
        let sums = exp_sums(from, &shifts, inner);
        for ((to, s), m) in to.iter_mut().zip(sums).zip(shifts) {
            *to = s.ln() + m;
        }
    }
    fn gradient(self, x: &Tensor, y: &Tensor, dy: &Tensor) -> Fallible<Tensor> {
        // e^(x - y); where every element is -inf there is no slope: 0.
        let floor = y.eq(&constant(y, f64::NEG_INFINITY)?)?;
        let y = floor.where_cond(&constant(y, 0.0)?, y)?.unsqueeze(1)?;
        x.broadcast_sub(&y)?.exp()?.broadcast_mul(&dy.unsqueeze(1)?)
    }
}

/// Σ e^(x - shift) of every lane.
fn exp_sums<T: Float>(from: &[T], shifts: &[T], inner: usize) -> Vec<T> {
    if let [m] = shifts {
        if let Some(sum) = rows::exp_sum(from, m.to_f64()) {
            return vec![T::from_f64(sum)];
        }
        let mut sum = [T::zero()];
        fold(
            from,
            &mut sum,
            |x| (x - *m).exp(),
            |a, x| a + (x - *m).exp(),
            |a, b| a + b,
        );
        return sum.to_vec();
    }
    let mut sums = vec![T::zero(); inner];
    for row in from.chunks_exact(inner) {
        for ((s, &m), &x) in sums.iter_mut().zip(shifts).zip(row) {
            *s = *s + (x - m).exp();
        }
    }
    sums
}

/// log Σ eˣ, `[outer, inner]`.
pub(super) fn logsumexp(lanes: &Lanes) -> Fallible<Tensor> {
    let Lanes { x, sizes } = lanes;
    if x.elem_count() == 0 {
        return Tensor::full(f64::NEG_INFINITY, sizes.reduced(), x.device())?.to_dtype(x.dtype());
    }
    if x.device().is_cpu() {
        return lanes.run(LogSumExp);
    }
    composed_logsumexp(lanes)
}

/// The same, from candle's operations.
pub(super) fn composed_logsumexp(lanes: &Lanes) -> Fallible<Tensor> {
    let Lanes { x, sizes } = lanes;
    let largest = extreme(
        &Lanes {
            x: x.detach(),
            sizes: *sizes,
        },
        true,
    )?
    .unsqueeze(1)?;
    let endless = largest.abs()?.eq(&constant(&largest, f64::INFINITY)?)?;
    let shift = endless.where_cond(&constant(&largest, 0.0)?, &largest)?;
    let sum = x.broadcast_sub(&shift)?.exp()?.sum(1)?;
    // The tape must not see log 0, whose slope is infinite.
    let none = sum.eq(&constant(&sum, 0.0)?)?;
    let log = none.where_cond(&constant(&sum, 1.0)?, &sum)?.log()?;
    let y = log.add(&shift.squeeze(1)?)?;
    none.where_cond(&constant(&y, f64::NEG_INFINITY)?, &y)
}

/// eˣ / Σ eˣ of a lane.
#[derive(Clone, Copy)]
struct Softmax;

impl Kernel for Softmax {
    const NAME: &'static str = "softmax";
    const REDUCES: bool = false;
    fn block<T: Float>(self, from: &[T], to: &mut [T], inner: usize) {
        if inner == 1 && rows::softmax(from, to, from.len()) {
            return;
        }
        let mut largest = vec![T::zero(); inner];
        fold(from, &mut largest, |x| x, larger, larger);
        if let [m] = largest.as_slice() {
            for (y, &x) in to.iter_mut().zip(from) {
                *y = (x - *m).exp();
            }
            let mut sum = [T::zero()];
            fold(to, &mut sum, |x| x, |a, x| a + x, |a, b| a + b);
            let [sum] = sum;
            to.iter_mut().for_each(|y| *y = *y / sum);
            return;
        }
        let mut sums = vec![T::zero(); inner];
        for (to, from) in to.chunks_exact_mut(inner).zip(from.chunks_exact(inner)) {
            for (((y, &x), &m), s) in to.iter_mut().zip(from).zip(&largest).zip(&mut sums) {
                *y = (x - m).exp();
                *s = *s + *y;
            }
        }
        for to in to.chunks_exact_mut(inner) {
            for (y, &s) in to.iter_mut().zip(&sums) {
                *y = *y / s;
            }
        }
    }
    fn gradient(self, _: &Tensor, y: &Tensor, dy: &Tensor) -> Fallible<Tensor> {
        let weighted = y.mul(dy)?;
        weighted.sub(&y.broadcast_mul(&weighted.sum_keepdim(1)?)?)
    }
}

/// log(eˣ / Σ eˣ) of a lane.
#[derive(Clone, Copy)]
struct LogSoftmax;

impl Kernel for LogSoftmax {
    const NAME: &'static str = "log_softmax";
    const REDUCES: bool = false;
    fn block<T: Float>(self, from: &[T], to: &mut [T], inner: usize) {
        if inner == 1 && rows::log_softmax(from, to, from.len()) {
            return;
        }
        let mut largest = vec![T::zero(); inner];
        fold(from, &mut largest, |x| x, larger, larger);
        let logs: Vec<T> = exp_sums(from, &largest, inner)
            .into_iter()
            .map(T::ln)
            .collect();
        for (to, from) in to.chunks_exact_mut(inner).zip(from.chunks_exact(inner)) {
            for (((y, &x), &m), &log) in to.iter_mut().zip(from).zip(&largest).zip(&logs) {
                *y = (x - m) - log;
            }
        }
    }
    fn gradient(self, _: &Tensor, y: &Tensor, dy: &Tensor) -> Fallible<Tensor> {
        dy.sub(&y.exp()?.broadcast_mul(&dy.sum_keepdim(1)?)?)
    }
}

/// Softmax or its logarithm along the middle axis, `[outer, n, inner]`.
pub(super) fn softmax(lanes: &Lanes, log: bool) -> Fallible<Tensor> {
    let x = &lanes.x;
    if x.elem_count() == 0 {
        return Ok(x.clone());
    }
    if x.device().is_cpu() {
        return if log {
            lanes.run(LogSoftmax)
        } else {
            lanes.run(Softmax)
        };
    }
    composed_softmax(lanes, log)
}

/// The same, from candle's operations.
pub(super) fn composed_softmax(lanes: &Lanes, log: bool) -> Fallible<Tensor> {
    let Lanes { x, sizes } = lanes;
    // The shift does not matter to the value, so it need not be tracked.
    let largest = extreme(
        &Lanes {
            x: x.detach(),
            sizes: *sizes,
        },
        true,
    )?
    .unsqueeze(1)?;
    let shifted = x.broadcast_sub(&largest)?;
    let exp = shifted.exp()?;
    let sum = exp.sum_keepdim(1)?;
    if log {
        shifted.broadcast_sub(&sum.log()?)
    } else {
        exp.broadcast_div(&sum)
    }
}
