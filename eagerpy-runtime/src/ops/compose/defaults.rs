//! What a small backend need not bring: kernels that follow from others.
//!
//! A framework that has them natively, or can do them in one pass, overrides these.

use super::{Out, Part};
use crate::args::{Cut, Operand};
use crate::backend::Backend;
use crate::element::{Boolean, Element, Float, Int, Numeric};
use crate::error::{Error, Result};
use crate::num::Num;
use crate::shape;

// ---------------------------------------------------------------- elementwise

/// x·x.
pub fn square<B: Backend, E: Numeric>(x: B::View<'_, E>) -> Out<B, E> {
    B::multiply::<E>(Operand::Tensor(x.clone()), Operand::Tensor(x))
}

/// 1/√x.
pub fn rsqrt<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    let root = B::sqrt::<E>(x)?;
    B::divide::<E>(
        Operand::Num(Num::Float(1.0)),
        Operand::Tensor(B::borrow(&root)),
    )
}

/// 1/x.
pub fn reciprocal<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    B::divide::<E>(Operand::Num(Num::Float(1.0)), Operand::Tensor(x))
}

/// ½x·erfc(-x/√2), or with the paper's tanh.
pub fn gelu<B: Backend, E: Float>(x: B::View<'_, E>, tanh: bool) -> Out<B, E> {
    use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};
    let x = Part::<B, E>::of(x)?;
    let share = if tanh {
        let cubic = x.square()?.mul(0.044715)?.add(1.0)?.mul(&x)?;
        cubic
            .mul(FRAC_2_SQRT_PI * FRAC_1_SQRT_2)?
            .tanh()?
            .add(1.0)?
    } else {
        Part(B::erfc::<E>(x.mul(-FRAC_1_SQRT_2)?.view())?)
    };
    Ok(share.mul(0.5)?.mul(&x)?.0)
}

/// 1 above 0, -1 below, else x itself: 0 of its sign, and NaN.
pub fn sign<B: Backend, E: Numeric>(x: B::View<'_, E>) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let below = x.lt(0)?.choose(-1, &x)?;
    Ok(x.gt(0)?.choose(1, &below)?.0)
}

/// 1/(1 + e⁻ˣ), of which e^(-|x|) is the only power, which does not overflow.
pub fn sigmoid<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let power = x.abs()?.negative()?.exp()?;
    let high = power.add(1.0)?.reciprocal()?;
    let low = power.mul(&high)?;
    Ok(x.ge(0.0)?.choose(&high, &low)?.0)
}

/// log(1 + eˣ) = max(x, 0) + log(1 + e^(-|x|)).
pub fn softplus<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let rest = x.abs()?.negative()?.exp()?.log1p()?;
    Ok(x.max_of(0.0)?.add(&rest)?.0)
}

/// max(x, 0).
pub fn relu<B: Backend, E: Numeric>(x: B::View<'_, E>) -> Out<B, E> {
    B::maximum::<E>(Operand::Tensor(x), Operand::Num(Num::Int(0)))
}

/// NaN alone is not equal to itself.
pub fn isnan<B: Backend, E: Numeric>(x: B::View<'_, E>) -> Out<B, bool> {
    B::not_equal::<E>(Operand::Tensor(x.clone()), Operand::Tensor(x))
}

/// x - x is 0 of what is finite; of integers, of all.
pub fn isfinite<B: Backend, E: Numeric>(x: B::View<'_, E>) -> Out<B, bool> {
    let x = Part::<B, E>::of(x)?;
    Ok(x.sub(&x)?.eq(0)?.0)
}

/// What is neither finite nor NaN.
pub fn isinf<B: Backend, E: Numeric>(x: B::View<'_, E>) -> Out<B, bool> {
    let x = Part::<B, E>::of(x)?;
    let finite = x.sub(&x)?.eq(0)?;
    Ok(finite.or(&x.ne(&x)?)?.not()?.0)
}

/// min(max(x, low), high).
pub fn clip<B: Backend, E: Numeric>(
    x: B::View<'_, E>,
    min: Option<Num>,
    max: Option<Num>,
) -> Out<B, E> {
    let mut x = B::copy::<E>(x)?;
    if let Some(min) = min {
        x = B::maximum::<E>(Operand::Tensor(B::borrow(&x)), Operand::Num(min))?;
    }
    if let Some(max) = max {
        x = B::minimum::<E>(Operand::Tensor(B::borrow(&x)), Operand::Num(max))?;
    }
    Ok(x)
}

/// x ≠ y.
pub fn not_equal<B: Backend, E: Element>(
    x: Operand<'_, B, E>,
    y: Operand<'_, B, E>,
) -> Out<B, bool> {
    let equal = B::equal::<E>(x, y)?;
    B::logical_not::<bool>(B::borrow(&equal))
}

/// y < x.
pub fn greater<B: Backend, E: Element>(x: Operand<'_, B, E>, y: Operand<'_, B, E>) -> Out<B, bool> {
    B::less::<E>(y, x)
}

/// x < y or x = y.
pub fn less_equal<B: Backend, E: Element>(
    x: Operand<'_, B, E>,
    y: Operand<'_, B, E>,
) -> Out<B, bool> {
    let less = B::less::<E>(x.clone(), y.clone())?;
    let equal = B::equal::<E>(x, y)?;
    B::logical_or::<bool>(
        Operand::Tensor(B::borrow(&less)),
        Operand::Tensor(B::borrow(&equal)),
    )
}

/// y ≤ x.
pub fn greater_equal<B: Backend, E: Element>(
    x: Operand<'_, B, E>,
    y: Operand<'_, B, E>,
) -> Out<B, bool> {
    B::less_equal::<E>(y, x)
}

/// x ≠ y of masks.
pub fn logical_xor<B: Backend, E: Boolean>(
    x: Operand<'_, B, E>,
    y: Operand<'_, B, E>,
) -> Out<B, bool> {
    B::not_equal::<E>(x, y)
}

// ---------------------------------------------------------------- reductions

fn count<B: Backend, E: Element>(x: &Part<'_, B, E>, axes: &[usize]) -> f64 {
    axes.iter().map(|&axis| x.dim(axis)).product::<usize>() as f64
}

/// Not any that is 0.
pub fn all<B: Backend, E: Element>(
    x: B::View<'_, E>,
    axes: &[usize],
    keepdims: bool,
) -> Out<B, bool> {
    let zero = Part::<B, E>::of(x)?.astype::<bool>()?.not()?;
    Ok(zero.any(axes, keepdims)?.not()?.0)
}

/// Σx / n.
pub fn mean<B: Backend, E: Float>(x: B::View<'_, E>, axes: &[usize], keepdims: bool) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    Ok(x.total(axes, keepdims)?.div(count(&x, axes))?.0)
}

/// Σ(x - mean)² / (n - correction), in two passes.
pub fn var<B: Backend, E: Float>(
    x: B::View<'_, E>,
    axes: &[usize],
    correction: Num,
    keepdims: bool,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let rest = (count(&x, axes) - correction.to_f64()).max(0.0);
    let distance = x.sub(&x.mean(axes, true)?)?;
    Ok(distance.square()?.total(axes, keepdims)?.div(rest)?.0)
}

/// The largest elements over axes, and 0 where that is no number to subtract: ±∞, NaN, or of nothing.
fn shift<B: Backend, E: Float>(x: &Part<'_, B, E>, axes: &[usize]) -> Result<Part<'static, B, E>> {
    if axes.iter().any(|&axis| x.dim(axis) == 0) {
        return x.total(axes, true);
    }
    let max = x.max(axes, true)?;
    let finite = max.sub(&max)?.eq(0.0)?;
    finite.choose(&max, 0.0)
}

/// max + log Σ e^(x - max).
pub fn logsumexp<B: Backend, E: Float>(
    x: B::View<'_, E>,
    axes: &[usize],
    keepdims: bool,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let shift = shift(&x, axes)?;
    let sum = x.sub(&shift)?.exp()?.total(axes, true)?;
    let all = sum.log()?.add(&shift)?;
    if keepdims {
        return Ok(all.0);
    }
    all.squeeze(axes)?.copied()
}

/// e^(x - max) / Σ e^(x - max).
pub fn softmax<B: Backend, E: Float>(x: B::View<'_, E>, axis: usize) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    if x.dim(axis) == 0 {
        return x.copied();
    }
    let power = x.sub(&x.max(&[axis], true)?)?.exp()?;
    Ok(power.div(&power.total(&[axis], true)?)?.0)
}

/// x - max - log Σ e^(x - max).
pub fn log_softmax<B: Backend, E: Float>(x: B::View<'_, E>, axis: usize) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    if x.dim(axis) == 0 {
        return x.copied();
    }
    let x = x.sub(&x.max(&[axis], true)?)?;
    let sum = x.exp()?.total(&[axis], true)?;
    Ok(x.sub(&sum.log()?)?.0)
}

// ---------------------------------------------------------------- shape

/// A shape with axes of size 1 fewer.
pub fn squeeze<'a, B: Backend, E: Element>(
    x: B::View<'a, E>,
    axes: &[usize],
) -> Result<B::Tensor<'a, E>> {
    let to = shape::reduced(&B::shape::<E>(&x), axes, false);
    B::reshape::<E>(x, &to)
}

/// A shape with axes of size 1 more.
pub fn expand_dims<'a, B: Backend, E: Element>(
    x: B::View<'a, E>,
    axes: &[usize],
) -> Result<B::Tensor<'a, E>> {
    let mut to = B::shape::<E>(&x);
    for &axis in axes {
        to.insert(axis.min(to.len()), 1);
    }
    B::reshape::<E>(x, &to)
}

/// Slices that walk down.
pub fn flip<'a, B: Backend, E: Element>(
    x: B::View<'a, E>,
    axes: &[usize],
) -> Result<B::Tensor<'a, E>> {
    let cuts: Vec<Cut> = B::shape::<E>(&x)
        .iter()
        .enumerate()
        .map(|(axis, &size)| match axes.contains(&axis) && size > 0 {
            true => Cut {
                start: size - 1,
                len: size,
                step: -1,
            },
            false => Cut::full(size),
        })
        .collect();
    B::slice::<E>(x, &cuts, &[], &[])
}

/// Blocks of the value before and behind, axis by axis.
pub fn pad<B: Backend, E: Element>(
    x: B::View<'_, E>,
    paddings: &[(usize, usize)],
    value: Num,
) -> Out<B, E> {
    let place = B::place::<E>(&x);
    let mut x: Part<'_, B, E> = Part(B::copy::<E>(x)?);
    for (axis, &(before, after)) in paddings.iter().enumerate() {
        if before + after == 0 {
            continue;
        }
        let block = |len: usize| -> Result<Part<'static, B, E>> {
            let mut sizes = x.shape();
            if let Some(size) = sizes.get_mut(axis) {
                *size = len;
            }
            B::full::<E>(&place, &sizes, value).map(Part)
        };
        let (left, right) = (block(before)?, block(after)?);
        let whole = B::concatenate::<E>(&[left.view(), x.view(), right.view()], axis)?;
        x = Part(whole);
    }
    Ok(x.0)
}

// ---------------------------------------------------------------- indexing

/// The flat positions of what the cuts take.
fn positions(sizes: &[usize], cuts: &[Cut]) -> Vec<usize> {
    let mut places = vec![0usize];
    for (&size, cut) in sizes.iter().zip(cuts) {
        let step = cut.step.unsigned_abs();
        let along = |row: usize| (0..cut.len).map(move |i| row * size + cut.start + i * step);
        places = places.into_iter().flat_map(along).collect();
    }
    places
}

/// `put` at the flat positions.
pub fn assign<B: Backend, E: Element>(
    x: B::View<'_, E>,
    cuts: &[Cut],
    value: Operand<'_, B, E>,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let sizes = x.shape();
    let places = x.indices(positions(&sizes, cuts))?;
    let flat = x.reshape(&[shape::size(&sizes)])?;
    let flat_value;
    let value = match value {
        Operand::Tensor(view) => {
            let count = shape::size(&B::shape::<E>(&view));
            flat_value = B::reshape::<E>(view, &[count])?;
            Operand::Tensor(B::borrow::<E>(&flat_value))
        }
        Operand::Num(number) => Operand::Num(number),
    };
    let put: Part<'_, B, E> = Part(B::put::<E>(flat.view(), places.view(), value)?);
    put.reshape(&sizes)?.copied()
}

/// `gather` with the positions repeated along the other axes.
pub fn take<B: Backend, E: Element, I: Int>(
    x: B::View<'_, E>,
    indices: B::View<'_, I>,
    axis: usize,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let indices = Part::<B, I>::of(indices)?;
    let mut wide = x.shape();
    let mut thin = shape::reduced(&wide, &(0..wide.len()).collect::<Vec<_>>(), true);
    for sizes in [&mut wide, &mut thin] {
        if let Some(size) = sizes.get_mut(axis) {
            *size = indices.dim(0);
        }
    }
    let thin = indices.reshape(&thin)?;
    let wide = thin.broadcast_to(&wide)?;
    Ok(x.gather(&wide, axis)?.0)
}

/// 1 where a class is the index.
pub fn one_hot<B: Backend, I: Int, T: Element>(
    indices: B::View<'_, I>,
    num_classes: usize,
    place: &B::Place,
) -> Out<B, T> {
    let wide = Part::<B, i64>(B::astype::<I, i64>(indices)?);
    let rank = wide.shape().len();
    if let Some(bad) = out_of_range(&wide, num_classes)? {
        return Err(Error::index(format!(
            "index {bad} is out of range for {num_classes} classes"
        )));
    }
    let wide = wide.expand_dims(&[rank])?;
    let classes = wide.positions(num_classes)?;
    let hit = wide.eq(&classes)?;
    let one: B::Tensor<'static, T> = B::full::<T>(place, &[], Num::Int(1))?;
    Ok(hit
        .choose(Operand::Tensor(B::borrow::<T>(&one)), Num::Int(0))?
        .0)
}

/// An integer that is not in 0..n.
fn out_of_range<B: Backend>(x: &Part<'_, B, i64>, n: usize) -> Result<Option<i64>> {
    let limit = i64::try_from(n).unwrap_or(i64::MAX);
    let all = B::to_nums::<i64>(x.view())?;
    Ok(all
        .into_iter()
        .map(Num::to_i64)
        .find(|at| !(0..limit).contains(at)))
}

// ---------------------------------------------------------------- creation and order

/// One number, repeated.
pub fn full<B: Backend, T: Element>(place: &B::Place, sizes: &[usize], value: Num) -> Out<B, T> {
    let one: B::Tensor<'static, T> = B::from_nums::<T>(place, &[], &[value])?;
    let wide = B::broadcast_to::<T>(B::borrow::<T>(&one), sizes)?;
    B::copy::<T>(B::borrow::<T>(&wide))
}

/// start, start + step, …
pub fn arange<B: Backend, T: Element>(
    place: &B::Place,
    start: Num,
    step: Num,
    len: usize,
) -> Out<B, T> {
    let numbers: Vec<Num> = match (start, step) {
        (Num::Int(start), Num::Int(step)) => (0i64..)
            .take(len)
            .map(|i| Num::Int(start.wrapping_add(i.wrapping_mul(step))))
            .collect(),
        _ => (0..len)
            .map(|i| Num::Float(start.to_f64() + i as f64 * step.to_f64()))
            .collect(),
    };
    B::from_nums::<T>(place, &[len], &numbers)
}

/// Ones where column - row is k.
pub fn eye<B: Backend, T: Element>(place: &B::Place, n: usize, m: usize, k: i64) -> Out<B, T> {
    let on = |row: i64, column: i64| Num::Int(i64::from(column.checked_sub(row) == Some(k)));
    let rows = (0i64..).take(n);
    let numbers: Vec<Num> = rows
        .flat_map(|row| (0i64..).take(m).map(move |column| on(row, column)))
        .collect();
    B::from_nums::<T>(place, &[n, m], &numbers)
}

/// Floats of the host.
pub fn from_f64s<B: Backend, T: Element>(
    place: &B::Place,
    sizes: &[usize],
    data: Vec<f64>,
) -> Out<B, T> {
    let numbers: Vec<Num> = data.into_iter().map(Num::Float).collect();
    B::from_nums::<T>(place, sizes, &numbers)
}

/// The elements at the positions that sort.
pub fn sort<B: Backend, E: Element>(x: B::View<'_, E>, axis: usize, descending: bool) -> Out<B, E> {
    let order = B::argsort::<E>(x.clone(), axis, descending)?;
    B::gather::<E, i64>(x, B::borrow::<i64>(&order), axis)
}
