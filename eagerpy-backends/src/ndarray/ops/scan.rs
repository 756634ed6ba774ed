//! Running results along an axis.

use eagerpy_runtime::{Element, Float, Numeric, Result};
use ndarray::{ArrayD, Axis, Slice};

use super::super::convert::{View, from_vec, room};
use super::elementwise::zip;

/// What is joined of the elements up to each.
pub(super) fn scan<E: Copy, A: Copy>(
    x: &View<'_, E>,
    axis: usize,
    value: impl Fn(E) -> A,
    join: impl Fn(A, A) -> A,
) -> Result<ArrayD<A>> {
    let mut data = room(x.shape())?;
    // ndarray's iterator over `IxDyn` works out every position anew; rows are cheaper.
    for row in x.rows() {
        data.extend(row.iter().map(|&v| value(v)));
    }
    let n = x.len_of(Axis(axis));
    let inner: usize = x.shape().iter().skip(axis + 1).product();
    // Of nothing there are no blocks.
    for block in data.chunks_exact_mut((n * inner).max(1)) {
        if let Some((first, rest)) = block.split_first_mut().filter(|_| inner == 1) {
            let mut all = *first;
            for y in rest {
                all = join(all, *y);
                *y = all;
            }
            continue;
        }
        let (mut before, mut rest) = block.split_at_mut(inner);
        while let Some((row, next)) = rest.split_at_mut_checked(inner) {
            for (y, &all) in row.iter_mut().zip(before.iter()) {
                *y = join(all, *y);
            }
            (before, rest) = (row, next);
        }
    }
    from_vec(x.shape(), data)
}

/// s = a·s + x from entry to entry, of tensors of one shape.
pub(super) fn linear<E: Numeric>(
    a: &View<'_, E>,
    x: &View<'_, E>,
    axis: usize,
    reverse: bool,
) -> Result<ArrayD<E>> {
    let (mut data, mut by) = (room(x.shape())?, room(x.shape())?);
    for (entries, coefficients) in x.rows().into_iter().zip(a.rows()) {
        data.extend(entries.iter().copied());
        by.extend(coefficients.iter().copied());
    }
    let n = x.len_of(Axis(axis));
    let inner: usize = x.shape().iter().skip(axis + 1).product();
    let size = (n * inner).max(1);
    for (block, by) in data.chunks_exact_mut(size).zip(by.chunks_exact(size)) {
        for step in 1..n {
            let at = if reverse { n - 1 - step } else { step } * inner;
            let (front, back) = block.split_at_mut(if reverse { at + inner } else { at });
            let (before, now) = if reverse {
                (&*back, front.split_at_mut(at).1)
            } else {
                (front.split_at(at - inner).1, back)
            };
            for ((s, &before), &a) in now
                .iter_mut()
                .zip(before)
                .zip(by.iter().skip(at))
                .take(inner)
            {
                *s = a.wrapping_mul(before).wrapping_add(*s);
            }
        }
    }
    from_vec(x.shape(), data)
}

/// log Σ eˣ of the elements up to each. A running result is the largest element m and Σ eˣ⁻ᵐ.
pub(super) fn logcumsumexp<E: Float>(x: &View<'_, E>, axis: usize) -> Result<ArrayD<E>> {
    let one = E::Wide::from_f64(1.0);
    let value = |v: E| (v.widen(), one);
    let join = |(m, sum): (E::Wide, E::Wide), (v, _): (E::Wide, E::Wide)| {
        if m.is_nan() || v.is_nan() {
            return (m + v, one);
        }
        match v > m {
            true => (v, sum * (m - v).exp() + one),
            // The difference of two infinities is no number.
            false if v == m => (m, sum + one),
            false => (m, sum + (v - m).exp()),
        }
    };
    let out = scan(x, axis, value, join)?;
    Ok(out.mapv_into_any(|(m, sum)| E::narrow(m + sum.ln())))
}

/// Differences of neighbours, `n` times over.
pub(super) fn diff<E: Numeric>(x: &View<'_, E>, n: usize, axis: usize) -> Result<ArrayD<E>> {
    let len = x.len_of(Axis(axis));
    if n >= len || x.is_empty() {
        let mut sizes = x.shape().to_vec();
        if let Some(size) = sizes.get_mut(axis) {
            *size = len.saturating_sub(n);
        }
        return from_vec(&sizes, Vec::new());
    }
    let mut out = x.to_owned();
    for _ in 0..n {
        let later = out.slice_axis(Axis(axis), Slice::from(1..));
        let before = out.slice_axis(Axis(axis), Slice::from(..-1));
        out = zip(&later, &before, E::wrapping_sub)?;
    }
    Ok(out)
}

/// Sums of the elements up to each, or products.
pub(super) fn total<E: Element>(
    x: &View<'_, E>,
    axis: usize,
    join: impl Fn(E::Total, E::Total) -> E::Total,
) -> Result<ArrayD<E::Sum>> {
    Ok(scan(x, axis, E::to_total, join)?.mapv_into_any(E::from_total))
}
