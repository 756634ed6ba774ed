//! Running results along an axis, which candle lacks but for a sum by a matrix product.
//!
//! A tensor comes into the form `[outer, n, inner]`, contiguous, on the CPU; a kernel walks the middle axis once, and its
//! derivative walks it back.

use candle_core::{
    CpuStorage, CustomOp1, CustomOp3, DType, Device, Error as Native, Layout, Result as Fallible,
    Shape, Tensor,
};
use eagerpy_runtime::{Float, Numeric};

use super::integer::part;
use super::reduce::{Lanes, blocks};

/// A running result of floats.
pub(super) trait Scan: Copy + Send + Sync + 'static {
    const NAME: &'static str;
    /// What is kept of nothing.
    fn start<T: Float>(self) -> (T, T);
    /// The next result.
    fn step<T: Float>(self, state: &mut (T, T), x: T) -> T;
    /// What is kept behind the end.
    fn end<T: Float>(self) -> (T, T) {
        (T::zero(), T::zero())
    }
    /// The gradient of an element, from the last to the first.
    fn back<T: Float>(self, state: &mut (T, T), at: At<T>) -> T;
}

/// A place on the way back.
pub(super) struct At<T> {
    x: T,
    y: T,
    /// The result before, if there is one.
    before: Option<T>,
    dy: T,
}

/// Σxⱼ: an element is in all sums from its own on.
#[derive(Clone, Copy)]
pub(super) struct Sum;

impl Scan for Sum {
    const NAME: &'static str = "cumsum";
    fn start<T: Float>(self) -> (T, T) {
        (T::zero(), T::zero())
    }
    fn step<T: Float>(self, state: &mut (T, T), x: T) -> T {
        state.0 = state.0 + x;
        state.0
    }
    fn back<T: Float>(self, state: &mut (T, T), at: At<T>) -> T {
        state.0 = state.0 + at.dy;
        state.0
    }
}

/// Πxⱼ. The slope of a product is the product of the others: those before, and those behind, which the way back
/// multiplies up. So no zero is divided by.
#[derive(Clone, Copy)]
pub(super) struct Product;

impl Scan for Product {
    const NAME: &'static str = "cumprod";
    fn start<T: Float>(self) -> (T, T) {
        (T::one(), T::zero())
    }
    fn step<T: Float>(self, state: &mut (T, T), x: T) -> T {
        state.0 = state.0 * x;
        state.0
    }
    fn back<T: Float>(self, state: &mut (T, T), at: At<T>) -> T {
        let behind = at.dy + state.0;
        state.0 = at.x * behind;
        at.before.map_or(behind, |before| before * behind)
    }
}

/// Largest or smallest element; NaN from the first one on. The gradient goes to the last of equal ones, as in PyTorch.
#[derive(Clone, Copy)]
pub(super) struct Extreme {
    pub(super) max: bool,
}

impl Extreme {
    fn better<T: Numeric>(self, x: T, y: T) -> bool {
        x.is_nan() || if self.max { x > y } else { x < y }
    }
}

impl Scan for Extreme {
    const NAME: &'static str = "cummax";
    fn start<T: Float>(self) -> (T, T) {
        let worst = if self.max {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        };
        (T::from_f64(worst), T::zero())
    }
    fn step<T: Float>(self, state: &mut (T, T), x: T) -> T {
        if self.better(x, state.0) {
            state.0 = x;
        }
        state.0
    }
    fn back<T: Float>(self, state: &mut (T, T), at: At<T>) -> T {
        let all = state.0 + at.dy;
        let taken = at.x == at.y || at.x.is_nan();
        state.0 = if taken { T::zero() } else { all };
        if taken { all } else { T::zero() }
    }
}

/// log Σ e^xⱼ, kept as the largest element m and Σ e^(xⱼ - m).
#[derive(Clone, Copy)]
pub(super) struct LogSumExp;

impl Scan for LogSumExp {
    const NAME: &'static str = "logcumsumexp";
    fn start<T: Float>(self) -> (T, T) {
        (T::from_f64(f64::NEG_INFINITY), T::zero())
    }
    fn step<T: Float>(self, (m, sum): &mut (T, T), x: T) -> T {
        if x > *m {
            *sum = *sum * (*m - x).exp() + T::one();
            *m = x;
        } else if x == *m {
            // The difference of two infinities is no number.
            *sum = *sum + T::one();
        } else if x.is_nan() {
            *m = x;
        } else {
            *sum = *sum + (x - *m).exp();
        }
        *m + sum.ln()
    }
    // With Tᵢ = Σ dyⱼ e^(yᵢ - yⱼ) over j ≥ i, which no exponent above 0 makes overflow, the gradient is Tᵢ e^(xᵢ - yᵢ).
    fn end<T: Float>(self) -> (T, T) {
        (T::from_f64(f64::INFINITY), T::zero())
    }
    fn back<T: Float>(self, (behind, total): &mut (T, T), at: At<T>) -> T {
        let nothing = at.y == T::from_f64(f64::NEG_INFINITY);
        *total = if nothing {
            T::zero()
        } else if *total == T::zero() {
            at.dy
        } else {
            at.dy + *total * (at.y - *behind).exp()
        };
        *behind = at.y;
        // Where every element is -inf there is no slope.
        if nothing {
            T::zero()
        } else {
            *total * (at.x - at.y).exp()
        }
    }
}

/// The kernel of a scan over `[outer, n, inner]`.
struct Along<F>(F);

fn sizes(layout: &Layout) -> Fallible<(usize, usize)> {
    let (_, n, inner) = layout.shape().dims3()?;
    Ok((n, inner))
}

/// Runs `f` along the lanes of every block, from a state a lane.
fn walk<T: Copy + Send + Sync, S: Copy + Send + Sync>(
    from: &[T],
    fill: T,
    (n, inner): (usize, usize),
    start: impl Fn(T) -> S + Sync,
    f: impl Fn(&mut S, T) -> T + Sync,
) -> Vec<T> {
    let mut to = vec![fill; from.len()];
    blocks(from, &mut to, n * inner, n * inner, |from, to| {
        if let ([first, ..], 1) = (from, inner) {
            let mut state = start(*first);
            for (y, &x) in to.iter_mut().zip(from) {
                *y = f(&mut state, x);
            }
            return;
        }
        let mut states: Vec<S> = from.iter().take(inner).map(|&x| start(x)).collect();
        for (to, from) in to.chunks_exact_mut(inner).zip(from.chunks_exact(inner)) {
            for ((y, &x), state) in to.iter_mut().zip(from).zip(&mut states) {
                *y = f(state, x);
            }
        }
    });
    to
}

impl<F: Scan> CustomOp1 for Along<F> {
    fn name(&self) -> &'static str {
        F::NAME
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Fallible<(CpuStorage, Shape)> {
        fn run<F: Scan, T: Float>(f: F, from: &[T], sizes: (usize, usize)) -> Vec<T> {
            walk(
                from,
                T::zero(),
                sizes,
                |_| f.start(),
                |state, x| f.step(state, x),
            )
        }
        let sizes = sizes(layout)?;
        let out = match storage {
            CpuStorage::F32(x) => CpuStorage::F32(run(self.0, part(x, layout)?, sizes)),
            CpuStorage::F64(x) => CpuStorage::F64(run(self.0, part(x, layout)?, sizes)),
            other => return Err(unsupported(other, F::NAME)),
        };
        Ok((out, layout.shape().clone()))
    }

    fn bwd(&self, x: &Tensor, y: &Tensor, dy: &Tensor) -> Fallible<Option<Tensor>> {
        let (x, y) = (x.detach().contiguous()?, y.detach().contiguous()?);
        let dy = dy.detach().contiguous()?;
        x.apply_op3_no_bwd(&y, &dy, &Back(self.0)).map(Some)
    }
}

fn unsupported(storage: &CpuStorage, name: &'static str) -> Native {
    use candle_core::backend::BackendStorage;
    Native::UnsupportedDTypeForOp(storage.dtype(), name)
}

/// The derivative of a scan: of x, y and dy.
struct Back<F>(F);

impl<F: Scan> Back<F> {
    fn run<T: Float>(&self, x: &[T], y: &[T], dy: &[T], (n, inner): (usize, usize)) -> Vec<T> {
        let mut dx = vec![T::zero(); x.len()];
        let block = n * inner;
        let blocks = x
            .chunks_exact(block)
            .zip(y.chunks_exact(block))
            .zip(dy.chunks_exact(block))
            .zip(dx.chunks_exact_mut(block));
        for (((x, y), dy), dx) in blocks {
            let mut states = vec![self.0.end::<T>(); inner];
            // The results before those of the first row are none.
            let before = y.chunks_exact(inner).rev().skip(1).map(Some);
            let rows = x
                .chunks_exact(inner)
                .zip(y.chunks_exact(inner))
                .zip(dy.chunks_exact(inner))
                .zip(dx.chunks_exact_mut(inner))
                .rev()
                .zip(before.chain([None]));
            for ((((x, y), dy), dx), before) in rows {
                let lanes = x.iter().zip(y).zip(dy).zip(dx).zip(&mut states);
                for (lane, ((((&x, &y), &dy), dx), state)) in lanes.enumerate() {
                    let before = before.and_then(|row| row.get(lane)).copied();
                    *dx = self.0.back(state, At { x, y, before, dy });
                }
            }
        }
        dx
    }
}

impl<F: Scan> CustomOp3 for Back<F> {
    fn name(&self) -> &'static str {
        F::NAME
    }

    fn cpu_fwd(
        &self,
        x: &CpuStorage,
        x_layout: &Layout,
        y: &CpuStorage,
        y_layout: &Layout,
        dy: &CpuStorage,
        dy_layout: &Layout,
    ) -> Fallible<(CpuStorage, Shape)> {
        let sizes = sizes(x_layout)?;
        let out = match (x, y, dy) {
            (CpuStorage::F32(x), CpuStorage::F32(y), CpuStorage::F32(dy)) => {
                let (x, y, dy) = (part(x, x_layout)?, part(y, y_layout)?, part(dy, dy_layout)?);
                CpuStorage::F32(self.run(x, y, dy, sizes))
            }
            (CpuStorage::F64(x), CpuStorage::F64(y), CpuStorage::F64(dy)) => {
                let (x, y, dy) = (part(x, x_layout)?, part(y, y_layout)?, part(dy, dy_layout)?);
                CpuStorage::F64(self.run(x, y, dy, sizes))
            }
            (other, ..) => return Err(unsupported(other, F::NAME)),
        };
        Ok((out, x_layout.shape().clone()))
    }
}

/// A scan of ints, which wrap.
struct Ints {
    kind: IntScan,
}

/// Which scan of ints.
#[derive(Clone, Copy)]
pub(super) enum IntScan {
    Sum,
    Product,
    Extreme(Extreme),
}

impl Ints {
    fn run<T: Numeric>(&self, from: &[T], sizes: (usize, usize)) -> Vec<T> {
        let zero = T::zero();
        match self.kind {
            IntScan::Sum => walk(
                from,
                zero,
                sizes,
                |_| zero,
                |all, x| {
                    *all = all.wrapping_add(x);
                    *all
                },
            ),
            IntScan::Product => walk(
                from,
                zero,
                sizes,
                |_| T::one(),
                |all, x| {
                    *all = all.wrapping_mul(x);
                    *all
                },
            ),
            IntScan::Extreme(f) => walk(
                from,
                zero,
                sizes,
                |first| first,
                |best, x| {
                    if f.better(x, *best) {
                        *best = x;
                    }
                    *best
                },
            ),
        }
    }
}

impl CustomOp1 for Ints {
    fn name(&self) -> &'static str {
        "scan"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Fallible<(CpuStorage, Shape)> {
        let sizes = sizes(layout)?;
        let out = match storage {
            CpuStorage::U8(x) => CpuStorage::U8(self.run(part(x, layout)?, sizes)),
            CpuStorage::I32(x) => CpuStorage::I32(self.run(part(x, layout)?, sizes)),
            CpuStorage::I64(x) => CpuStorage::I64(self.run(part(x, layout)?, sizes)),
            other => return Err(unsupported(other, "scan")),
        };
        Ok((out, layout.shape().clone()))
    }
}

/// The lanes of a tensor, on the CPU.
fn lanes(x: &Tensor, axis: usize) -> Fallible<Tensor> {
    Ok(Lanes::new(&x.to_device(&Device::Cpu)?, &[axis])?.x)
}

/// A scan of floats of 32 or 64 bits.
pub(super) fn floats<F: Scan>(f: F, x: &Tensor, axis: usize) -> Fallible<Tensor> {
    if x.elem_count() == 0 {
        return Ok(x.clone());
    }
    let lanes = lanes(x, axis)?;
    let y = if lanes.track_op() {
        lanes.apply_op1(Along(f))?
    } else {
        lanes.apply_op1_no_bwd(&Along(f))?
    };
    y.reshape(x.dims())?.to_device(x.device())
}

/// A scan of ints; sums and products are `i64`.
pub(super) fn ints(kind: IntScan, x: &Tensor, axis: usize) -> Fallible<Tensor> {
    let x = match kind {
        IntScan::Extreme(_) => x.clone(),
        _ => x.to_dtype(DType::I64)?,
    };
    if x.elem_count() == 0 {
        return Ok(x);
    }
    let y = lanes(&x, axis)?.apply_op1_no_bwd(&Ints { kind })?;
    y.reshape(x.dims())?.to_device(x.device())
}
