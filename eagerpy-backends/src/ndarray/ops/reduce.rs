//! Reductions over any set of axes, of any layout.
//!
//! A reduction is three things: the result of nothing, a map of each element, and a join of two
//! intermediate results, which may be made in any order. Memory that is dense is read in its own order,
//! whatever the order of the axes. There joins are made in halves, as NumPy does, so that rounding
//! errors of sums stay small.

use std::cmp::Reverse;

use eagerpy_runtime::{Error, Float, Numeric, Result, Shape, shape};
use ndarray::{ArrayD, Axis, IxDyn, Zip, arr0};

use super::super::convert::{View, filled, from_vec, row_major};
use super::elementwise::{map, zip};
use crate::{rows, threads};
use eagerpy_runtime::scalar::larger;

/// Independent intermediate results, so that the processor need not wait for one.
const LANES: usize = 16;
/// Elements that are joined one after the other, a lane each.
const BLOCK: usize = 1024;
/// Rows that are joined one after the other.
const ROWS: usize = 64;

/// Reduces over `axes` (counted, ascending). `empty` is the result of nothing, if there is one.
pub(super) fn reduce<E: Copy, A: Copy>(
    x: &View<'_, E>,
    axes: &[usize],
    keepdims: bool,
    empty: Option<A>,
    value: impl Fn(E) -> A + Copy,
    join: impl Fn(A, A) -> A + Copy,
) -> Result<ArrayD<A>> {
    if axes.is_empty() {
        return map(x, value);
    }
    // The most common case comes first, for it is the one of small tensors.
    if axes.len() == x.ndim()
        && !keepdims
        && let Some(total) = x.as_slice().and_then(|all| fold(all, value, join))
    {
        return Ok(arr0(total).into_dyn());
    }
    let out = shape::reduced(x.shape(), axes, keepdims);
    if x.is_empty() {
        return match empty {
            Some(value) => filled(&out, value),
            None if shape::size(&out) == 0 => from_vec(&out, Vec::new()),
            None => Err(Error::value("a reduction of nothing has no value")),
        };
    }
    if axes.len() == x.ndim()
        && let Some(all) = x.as_slice_memory_order()
    {
        return from_vec(&out, fold(all, value, join).into_iter().collect());
    }
    if let Some(all) = x.as_slice() {
        let runs = runs(
            x.shape()
                .iter()
                .enumerate()
                .map(|(i, &n)| (n, axes.contains(&i))),
        );
        return from_vec(&out, dense(all, runs, value, join));
    }

    // In the order of the memory, from the largest step to the smallest, all steps forward.
    let mut sorted = x.view();
    let mut backwards = Shape::new();
    let mut order: Shape = (0..x.ndim()).collect();
    for &axis in &order {
        if sorted.stride_of(Axis(axis)) < 0 {
            sorted.invert_axis(Axis(axis));
            backwards.push(axis);
        }
    }
    order.sort_by_key(|&axis| Reverse(sorted.stride_of(Axis(axis))));
    let sorted = sorted.permuted_axes(IxDyn(&order));
    let kept: Shape = order
        .iter()
        .copied()
        .filter(|a| !axes.contains(a))
        .collect();
    let sizes: Shape = kept.iter().map(|&a| x.len_of(Axis(a))).collect();
    let data = match sorted.as_slice() {
        Some(all) => {
            let flags = order.iter().map(|a| axes.contains(a));
            let runs = runs(sorted.shape().iter().copied().zip(flags));
            dense(all, runs, value, join)
        }
        None => sparse(&sorted, &order, axes, value, join),
    };
    // Back to the order of the axes, and to their direction.
    let mut array = from_vec(&sizes, data)?;
    for (place, axis) in kept.iter().enumerate() {
        if backwards.contains(axis) {
            array.invert_axis(Axis(place));
        }
    }
    let mut natural = kept.clone();
    natural.sort_unstable();
    let back: Shape = natural
        .iter()
        .filter_map(|a| kept.iter().position(|k| k == a))
        .collect();
    let mut array = array.permuted_axes(IxDyn(&back));
    if keepdims {
        for &axis in axes {
            array = array.insert_axis(Axis(axis));
        }
    }
    Ok(array)
}

/// Neighbouring axes that share their fate, as one: kept, reduced, kept, …, kept.
fn runs(axes: impl Iterator<Item = (usize, bool)>) -> Shape {
    let mut runs = Shape::from_slice(&[1]);
    for (size, reduced) in axes {
        let last_is_reduced = runs.len().is_multiple_of(2);
        match runs.last_mut() {
            _ if size == 1 => {}
            Some(last) if last_is_reduced == reduced => *last *= size,
            _ => runs.push(size),
        }
    }
    if runs.len().is_multiple_of(2) {
        runs.push(1);
    }
    runs
}

/// Reduces row-major elements over every second of `runs`.
fn dense<E: Copy, A: Copy>(
    all: &[E],
    mut runs: Shape,
    value: impl Fn(E) -> A + Copy,
    join: impl Fn(A, A) -> A + Copy,
) -> Vec<A> {
    let mut data: Option<Vec<A>> = None;
    while runs.len() > 2 {
        let (Some(inner), Some(n)) = (runs.pop(), runs.pop()) else {
            break;
        };
        data = Some(match data {
            None => groups(all, n, inner, value, join),
            Some(data) => groups(&data, n, inner, |a| a, join),
        });
        // The kept axes on both sides are neighbours now.
        if let Some(outer) = runs.last_mut() {
            *outer *= inner;
        }
    }
    data.unwrap_or_else(|| all.iter().map(|&v| value(v)).collect())
}

/// Reduces `[_, n, inner]` to `[_, inner]`.
fn groups<E: Copy, A: Copy>(
    all: &[E],
    n: usize,
    inner: usize,
    value: impl Fn(E) -> A + Copy,
    join: impl Fn(A, A) -> A + Copy,
) -> Vec<A> {
    if inner == 1 {
        return all
            .chunks_exact(n)
            .filter_map(|group| fold(group, value, join))
            .collect();
    }
    let mut out = Vec::with_capacity(all.len() / n);
    for group in all.chunks_exact(n * inner) {
        fold_rows(group, inner, &mut out, value, join);
    }
    out
}

/// Reduces a slice; nothing has no result here.
pub(super) fn fold<E: Copy, A: Copy>(
    all: &[E],
    value: impl Fn(E) -> A + Copy,
    join: impl Fn(A, A) -> A + Copy,
) -> Option<A> {
    if all.len() > BLOCK {
        let half = (all.len() / 2).next_multiple_of(LANES);
        let (left, right) = all.split_at(half);
        return Some(join(fold(left, value, join)?, fold(right, value, join)?));
    }
    let (chunks, rest) = all.as_chunks::<LANES>();
    let rest = rest.iter().map(|&v| value(v));
    match chunks.split_first() {
        Some((first, chunks)) => {
            let mut lanes = first.map(value);
            for chunk in chunks {
                for (lane, &v) in lanes.iter_mut().zip(chunk) {
                    *lane = join(*lane, value(v));
                }
            }
            let mut lanes = lanes.as_mut_slice();
            while lanes.len() > 1 {
                let (left, right) = lanes.split_at_mut(lanes.len() / 2);
                for (a, &b) in left.iter_mut().zip(right.iter()) {
                    *a = join(*a, b);
                }
                lanes = left;
            }
            lanes.iter().copied().chain(rest).reduce(join)
        }
        None => rest.reduce(join),
    }
}

/// Reduces rows of `width` elements, and puts the row of results at the end of `out`.
fn fold_rows<E: Copy, A: Copy>(
    rows: &[E],
    width: usize,
    out: &mut Vec<A>,
    value: impl Fn(E) -> A + Copy,
    join: impl Fn(A, A) -> A + Copy,
) {
    let n = rows.len() / width;
    let begin = out.len();
    if n > ROWS {
        let (top, bottom) = rows.split_at(n / 2 * width);
        fold_rows(top, width, out, value, join);
        fold_rows(bottom, width, out, value, join);
        if let Some((top, bottom)) = out
            .get_mut(begin..)
            .and_then(|both| both.split_at_mut_checked(width))
        {
            for (a, &b) in top.iter_mut().zip(bottom.iter()) {
                *a = join(*a, b);
            }
        }
        out.truncate(begin + width);
        return;
    }
    let mut rows = rows.chunks_exact(width);
    out.extend(rows.next().into_iter().flatten().map(|&v| value(v)));
    let total = out.get_mut(begin..).unwrap_or_default();
    for row in rows {
        for (a, &v) in total.iter_mut().zip(row) {
            *a = join(*a, value(v));
        }
    }
}

/// Reduces a view with gaps or repetitions, without a copy of it. `order` names the axes of `sorted`.
fn sparse<E: Copy, A: Copy>(
    sorted: &View<'_, E>,
    order: &[usize],
    axes: &[usize],
    value: impl Fn(E) -> A + Copy,
    join: impl Fn(A, A) -> A + Copy,
) -> Vec<A> {
    let (goes, stays): (Shape, Shape) =
        (0..order.len()).partition(|&place| order.get(place).is_some_and(|a| axes.contains(a)));
    let innermost = sorted.shape().iter().rposition(|&n| n > 1);
    if innermost.is_none_or(|place| goes.contains(&place)) {
        let places: Shape = stays.iter().chain(&goes).copied().collect();
        let mut data = Vec::new();
        let mut buffer = Vec::new();
        walk(
            sorted.view().permuted_axes(IxDyn(&places)),
            stays.len(),
            &mut |part: View<'_, E>| {
                let rows = part
                    .rows()
                    .into_iter()
                    .filter_map(|row| match row.to_slice() {
                        Some(row) => fold(row, value, join),
                        None => {
                            buffer.clear();
                            buffer.extend(row.iter().copied());
                            fold(&buffer, value, join)
                        }
                    });
                data.extend(rows.reduce(join));
            },
        );
        return data;
    }
    let places: Shape = goes.iter().chain(&stays).copied().collect();
    let mut total: Option<ArrayD<A>> = None;
    walk(
        sorted.view().permuted_axes(IxDyn(&places)),
        goes.len(),
        &mut |part: View<'_, E>| match &mut total {
            None => total = Some(part.map(|&v| value(v))),
            Some(total) => Zip::from(total)
                .and(&part)
                .for_each(|a, &v| *a = join(*a, value(v))),
        },
    );
    total
        .map(|total| row_major(&total.view()))
        .unwrap_or_default()
}

/// Visits the parts of a tensor at all positions of its first `depth` axes, in row-major order.
fn walk<E>(view: View<'_, E>, depth: usize, visit: &mut impl FnMut(View<'_, E>)) {
    if depth == 0 {
        return visit(view);
    }
    for part in view.outer_iter() {
        walk(part, depth - 1, visit);
    }
}

/// The rows of a row-major tensor if `axes` are its last, with the number of elements in each.
pub(super) fn last_axes<'a, E>(x: &'a View<'_, E>, axes: &[usize]) -> Option<(&'a [E], usize)> {
    let last = axes
        .iter()
        .rev()
        .zip((0..x.ndim()).rev())
        .all(|(&a, b)| a == b);
    let n: usize = axes.iter().map(|&a| x.len_of(Axis(a))).product();
    let all = x.as_slice()?;
    (last && n > 0).then_some((all, n))
}

/// Number of elements that go into each result.
fn reach<E>(x: &View<'_, E>, axes: &[usize]) -> f64 {
    axes.iter().map(|&a| x.len_of(Axis(a)) as f64).product()
}

/// Sum of `value` of each element.
pub(super) fn sum<E: Copy, A: Numeric>(
    x: &View<'_, E>,
    axes: &[usize],
    keepdims: bool,
    value: impl Fn(E) -> A + Copy,
) -> Result<ArrayD<A>> {
    reduce(x, axes, keepdims, Some(A::zero()), value, A::wrapping_add)
}

/// Arithmetic mean; of nothing it is 0 / 0.
pub(super) fn mean<E: Float>(x: &View<'_, E>, axes: &[usize], keepdims: bool) -> Result<ArrayD<E>> {
    let out = wide_mean(x, axes, keepdims)?;
    Ok(out.mapv_into_any(E::narrow))
}

fn wide_mean<E: Float>(x: &View<'_, E>, axes: &[usize], keepdims: bool) -> Result<ArrayD<E::Wide>> {
    let n = E::Wide::from_f64(reach(x, axes));
    let mut out = sum(x, axes, keepdims, E::widen)?;
    out.mapv_inplace(|v| v / n);
    Ok(out)
}

/// Arithmetic mean of what is not NaN; of nothing it is 0 / 0.
pub(super) fn nanmean<E: Float>(
    x: &View<'_, E>,
    axes: &[usize],
    keepdims: bool,
) -> Result<ArrayD<E>> {
    let zero = E::Wide::from_f64(0.0);
    let value = |v: E| match v.is_nan() {
        true => (zero, 0_u64),
        false => (v.widen(), 1),
    };
    let join = |(sum, n): (E::Wide, u64), (v, m)| (sum.wrapping_add(v), n + m);
    let out = reduce(x, axes, keepdims, Some((zero, 0)), value, join)?;
    Ok(out.mapv_into_any(|(sum, n)| E::narrow(sum / E::Wide::from_f64(n as f64))))
}

/// Variance, in two passes: first the mean, then the squared distances from it.
pub(super) fn var<E: Float>(
    x: &View<'_, E>,
    axes: &[usize],
    correction: f64,
    keepdims: bool,
) -> Result<ArrayD<E::Wide>> {
    let n = reach(x, axes);
    // Nothing is left of fewer elements than `correction`: x / 0, as NumPy has it.
    let divisor = E::Wide::from_f64((n - correction).max(0.0));
    let n = E::Wide::from_f64(n);
    if let Some((all, width)) = last_axes(x, axes) {
        let data = all
            .chunks_exact(width)
            .filter_map(|row| {
                let mean = fold(row, E::widen, Numeric::wrapping_add)? / n;
                let square = |v: E| {
                    let distance = v.widen() - mean;
                    distance * distance
                };
                Some(fold(row, square, Numeric::wrapping_add)? / divisor)
            })
            .collect();
        return from_vec(&shape::reduced(x.shape(), axes, keepdims), data);
    }
    let mean = wide_mean(x, axes, true)?;
    let squares = zip(x, &mean.view(), |v, mean| {
        let distance = v.widen() - mean;
        distance * distance
    })?;
    let mut out = sum(&squares.view(), axes, keepdims, |v| v)?;
    out.mapv_inplace(|v| v / divisor);
    Ok(out)
}

/// What to subtract from the elements before they become exponents: their maximum, but no infinity.
fn shift<E: Float>(max: E) -> E {
    if max.is_infinite() || max.is_nan() {
        E::zero()
    } else {
        max
    }
}

/// log Σ eˣ.
pub(super) fn logsumexp<E: Float>(
    x: &View<'_, E>,
    axes: &[usize],
    keepdims: bool,
) -> Result<ArrayD<E>> {
    if let Some((all, width)) = last_axes(x, axes) {
        let of_row = |row: &[E]| {
            if let Some(max) = rows::largest(row) {
                let shift = shift(max);
                return Some(E::from_f64(rows::exp_sum(row, shift)?.ln() + shift));
            }
            let shift = shift(fold(row, E::widen, larger)?);
            let exp = |v: E| (v.widen() - shift).exp();
            let sum = fold(row, exp, Numeric::wrapping_add)?;
            Some(E::narrow(sum.ln() + shift))
        };
        let mut data = vec![E::zero(); all.len() / width];
        threads::rows(
            all,
            width,
            &mut data,
            1,
            || usize::MAX,
            |_, rows, data| {
                for (row, slot) in rows.chunks_exact(width).zip(data) {
                    *slot = of_row(row).unwrap_or(*slot);
                }
            },
        );
        return from_vec(&shape::reduced(x.shape(), axes, keepdims), data);
    }
    let mut max = max_along(x, axes)?;
    max.mapv_inplace(shift);
    let exps = zip(x, &max.view(), |v, max| (v.widen() - max).exp())?;
    let sums = sum(&exps.view(), axes, true, |v| v)?;
    let log = |sum: E::Wide, max| E::narrow(sum.ln() + max);
    let mut out = zip(&sums.view(), &max.view(), log)?;
    if !keepdims {
        for &axis in axes.iter().rev() {
            out = out.index_axis_move(Axis(axis), 0);
        }
    }
    Ok(out)
}

/// Maximum, with the axes kept; -inf of nothing, which is what an empty sum of exponentials wants.
pub(super) fn max_along<E: Float>(x: &View<'_, E>, axes: &[usize]) -> Result<ArrayD<E::Wide>> {
    let least = E::Wide::from_f64(f64::NEG_INFINITY);
    reduce(x, axes, true, Some(least), E::widen, larger)
}
