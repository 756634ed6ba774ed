//! Softmax and what goes with it, all by the maximum of each row, so that nothing overflows.

use eagerpy_runtime::{Error, Float, Int, Numeric, Result};
use ndarray::{ArrayD, Zip};

use super::super::convert::{View, from_vec, row_major};
use super::elementwise::zip;
use super::reduce::{fold, last_axes, max_along, sum};
use crate::{rows, threads};
use eagerpy_runtime::scalar::larger;

/// eˣ / Σ eˣ.
pub(super) fn softmax<E: Float>(x: &View<'_, E>, axis: usize) -> Result<ArrayD<E>> {
    if let Some((all, width)) = last_axes(x, &[axis]) {
        let mut out = vec![E::zero(); all.len()];
        if rows::softmax(all, &mut out, width) {
            return from_vec(x.shape(), out);
        }
        let mut out = Vec::with_capacity(all.len());
        for row in all.chunks_exact(width) {
            let Some(max) = fold(row, E::widen, larger) else {
                continue;
            };
            let begin = out.len();
            out.extend(row.iter().map(|&v| (v.widen() - max).exp()));
            let exps = out.get_mut(begin..).unwrap_or_default();
            let total = fold(exps, |v| v, Numeric::wrapping_add).unwrap_or(max);
            for v in exps {
                *v = *v / total;
            }
        }
        return Ok(from_vec(x.shape(), out)?.mapv_into_any(E::narrow));
    }
    let max = max_along(x, &[axis])?;
    let mut out = zip(x, &max.view(), |v, max| (v.widen() - max).exp())?;
    let total = sum(&out.view(), &[axis], true, |v| v)?;
    Zip::from(&mut out)
        .and_broadcast(&total)
        .for_each(|v, &total| *v = *v / total);
    Ok(out.mapv_into_any(E::narrow))
}

/// x - log Σ eˣ.
pub(super) fn log_softmax<E: Float>(x: &View<'_, E>, axis: usize) -> Result<ArrayD<E>> {
    if let Some((all, width)) = last_axes(x, &[axis]) {
        let mut out = vec![E::zero(); all.len()];
        if rows::log_softmax(all, &mut out, width) {
            return from_vec(x.shape(), out);
        }
        out.clear();
        for row in all.chunks_exact(width) {
            let Some((max, log)) = log_total(row) else {
                continue;
            };
            out.extend(row.iter().map(|&v| E::narrow((v.widen() - max) - log)));
        }
        return from_vec(x.shape(), out);
    }
    let max = max_along(x, &[axis])?;
    let mut out = zip(x, &max.view(), |v, max| v.widen() - max)?;
    let total = sum(&out.view(), &[axis], true, E::Wide::exp)?;
    let log = total.mapv_into(E::Wide::ln);
    Zip::from(&mut out)
        .and_broadcast(&log)
        .for_each(|v, &log| *v = *v - log);
    Ok(out.mapv_into_any(E::narrow))
}

/// The maximum of a row, and log Σ e^(x - maximum).
fn log_total<E: Float>(row: &[E]) -> Option<(E::Wide, E::Wide)> {
    if let Some(max) = rows::largest(row) {
        let log = rows::exp_sum(row, max)?.ln();
        return Some((E::Wide::from_f64(max), E::Wide::from_f64(log)));
    }
    let max = fold(row, E::widen, larger)?;
    let exp = |v: E| (v.widen() - max).exp();
    let total = fold(row, exp, Numeric::wrapping_add)?;
    Some((max, total.ln()))
}

/// -log softmax at the label of each row, without the softmax of the other classes.
pub(super) fn crossentropy<E: Float, I: Int>(
    logits: &View<'_, E>,
    labels: &View<'_, I>,
) -> Result<ArrayD<E>> {
    let width = logits.shape().last().copied().unwrap_or(0);
    let mut picked = Vec::with_capacity(labels.len());
    for label in labels {
        let label = label.to_i64();
        match usize::try_from(label) {
            Ok(at) if at < width => picked.push(at),
            _ => {
                return Err(Error::index(format!(
                    "label {label} is out of range for {width} classes"
                )));
            }
        }
    }
    let copied;
    let all = match logits.as_slice() {
        Some(all) => all,
        None => {
            copied = row_major(logits);
            copied.as_slice()
        }
    };
    let mut out = vec![E::zero(); picked.len()];
    threads::rows(
        all,
        width,
        &mut out,
        1,
        || usize::MAX,
        |first, rows, out| {
            let picked = picked.iter().skip(first);
            let rows = rows.chunks_exact(width.max(1));
            for ((row, &at), slot) in rows.zip(picked).zip(out) {
                if let (Some(&picked), Some((max, log))) = (row.get(at), log_total(row)) {
                    *slot = E::narrow(log - (picked.widen() - max));
                }
            }
        },
    );
    from_vec(labels.shape(), out)
}
