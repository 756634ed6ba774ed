//! Slices, index tensors, joining and padding.

use ::tch::{Device, Kind, Reduction, Tensor};
use eagerpy_runtime::{Cut, Element, Error, Ints, Num, Operand, Result};

use super::Tch;
use super::convert::{
    Ours, Place, beside, cast, float, is_float, long, place, plain_cast, scalar, sizes, widened,
};

/// Index tensors as libtorch takes them, with each index in `0..n`. A wrong one must not reach
/// libtorch: on a GPU it is not an error but the end of the CUDA context.
pub(super) fn positions(indices: &Tensor, n: usize, what: &str) -> Result<Tensor> {
    let kind = indices.f_kind().ours()?;
    if sizes(indices).contains(&0) {
        return plain_cast(indices, Kind::Int64).ours();
    }
    let (low, high) = indices.f_aminmax(None, false).ours()?;
    let low = low.f_int64_value(&[]).ours()?;
    let high = high.f_int64_value(&[]).ours()?;
    if low < 0 || high >= long(n) {
        let bad = if low < 0 { low } else { high };
        return Err(Error::index(match n {
            0 => format!("{what} {bad} is out of range: there are no positions"),
            _ => format!("{what} {bad} is out of range: 0 to {}", n - 1),
        }));
    }
    match kind {
        Kind::Int64 => Ok(indices.shallow_clone()),
        _ => plain_cast(indices, Kind::Int64).ours(),
    }
}

/// What an operation makes of positions along an axis of `x`.
///
/// On the CPU libtorch looks at each as it reads it, and refuses a wrong one: which it was is asked only then. To ask
/// first costs as much as to take a few rows.
fn at_positions(
    x: &Tensor,
    axis: usize,
    indices: &Tensor,
    what: &str,
    op: impl Fn(&Tensor) -> Result<Tensor>,
) -> Result<Tensor> {
    let looked_at = x.device() == Device::Cpu
        && indices.device() == Device::Cpu
        && indices.f_kind().is_ok_and(|kind| kind == Kind::Int64);
    if !looked_at {
        return op(&positions(indices, size_of(x, axis), what)?);
    }
    op(indices).or_else(|error| {
        let _ = positions(indices, size_of(x, axis), what)?;
        Err(error)
    })
}

fn size_of(x: &Tensor, axis: usize) -> usize {
    sizes(x).get(axis).copied().unwrap_or(0)
}

pub(super) fn take(x: &Tensor, indices: &Tensor, axis: usize) -> Result<Tensor> {
    at_positions(x, axis, indices, "index", |at| {
        x.f_index_select(long(axis), at).ours()
    })
}

pub(super) fn gather(x: &Tensor, indices: &Tensor, axis: usize) -> Result<Tensor> {
    at_positions(x, axis, indices, "index", |at| {
        x.f_gather(long(axis), at, false).ours()
    })
}

/// A vector with other elements added, each at its position.
pub(super) fn add_at(x: &Tensor, positions: &[usize], source: &Tensor) -> Result<Tensor> {
    let places: Vec<i64> = positions.iter().map(|&at| long(at)).collect();
    (|| {
        let places = Tensor::f_from_slice(&places)?.f_to_device(x.device())?;
        x.f_index_add(0, &places, source)
    })()
    .ours()
}

/// Elements added at positions along an axis, which lie within `x` and the source outside of it.
pub(super) fn scatter_add(
    x: &Tensor,
    indices: &Tensor,
    source: &Tensor,
    axis: usize,
) -> Result<Tensor> {
    let (from, at, with) = (sizes(x), sizes(indices), sizes(source));
    let within = at.len() == from.len()
        && at.len() == with.len()
        && at.iter().zip(&with).all(|(a, n)| a <= n)
        && (0..)
            .zip(at.iter().zip(&from))
            .all(|(i, (a, n))| i == axis || a <= n);
    if !within {
        return Err(Error::shape(format!(
            "indices {at:?} do not lie within {from:?} and the source {with:?}"
        )));
    }
    if at.is_empty() {
        let _ = positions(indices, size_of(x, axis), "index")?;
        return x.f_add(source).ours();
    }
    at_positions(x, axis, indices, "index", |places| {
        x.f_scatter_add(long(axis), places, source).ours()
    })
}

/// The windows along an axis: a view.
pub(super) fn windows(x: &Tensor, size: usize, step: usize, axis: usize) -> Result<Tensor> {
    if step == 0 {
        return Err(Error::value("the step is 0"));
    }
    if size > size_of(x, axis) {
        let all = sizes(x);
        return Err(Error::shape(format!(
            "a window of {size} on axis {axis} of {all:?}"
        )));
    }
    x.f_unfold(long(axis), long(size), long(step)).ours()
}

pub(super) fn one_hot(indices: &Tensor, num_classes: usize, kind: Kind) -> Result<Tensor> {
    let at = positions(indices, num_classes, "class")?;
    let mut dims = Ints::from(&sizes(indices));
    dims.0.push(long(num_classes));
    let mut rows = Tensor::f_zeros(&*dims, (kind, place(indices).device)).ours()?;
    at.f_unsqueeze(-1)
        .and_then(|at| rows.f_scatter_value_(-1, &at, scalar(kind, Num::Int(1))))
        .ours()
}

pub(super) fn crossentropy(logits: &Tensor, labels: &Tensor) -> Result<Tensor> {
    let kind = float(logits)?;
    // libtorch always has a label that it ignores. This one comes from nowhere; the least int comes from NaN.
    const IGNORED: i64 = i64::MIN + 0x0005_EED0_F1AB_E111;
    at_positions(logits, 1, labels, "label", |at| {
        widened(logits, kind, |logits| {
            logits
                .f_cross_entropy_loss(at, None::<Tensor>, Reduction::None, IGNORED, 0.0)
                .ours()
        })
    })
}

pub(super) fn slice(x: &Tensor, cuts: &[Cut], gone: &[usize], new: &[usize]) -> Result<Tensor> {
    let from = sizes(x);
    let mut out = x.shallow_clone();
    // From the last axis, so that the axes before it keep their numbers when it goes.
    for (axis, cut) in cuts.iter().enumerate().rev() {
        let at = long(axis);
        let start = long(cut.start);
        let size = from.get(axis).copied().unwrap_or(0);
        out = if gone.contains(&axis) {
            out.f_select(at, start).ours()?
        } else if cut.is_full(size) {
            out
        } else if cut.len == 0 {
            out.f_narrow(at, 0, 0).ours()?
        } else if cut.step == 1 || cut.len == 1 {
            out.f_narrow(at, start, long(cut.len)).ours()?
        } else {
            let step = long(cut.step.unsigned_abs());
            let reach = step.saturating_mul(long(cut.len - 1));
            if cut.step > 0 {
                out.f_slice(at, start, start + reach + 1, step).ours()?
            } else {
                // libtorch walks forwards only.
                out.f_slice(at, start - reach, start + 1, step)
                    .and_then(|forwards| forwards.f_flip(at))
                    .ours()?
            }
        };
    }
    unsqueeze(out, new)
}

/// The places of a mask's true elements, in row-major order.
pub(super) fn nonzero(mask: &Tensor) -> Result<Tensor> {
    mask.f_reshape(-1)
        .and_then(|flat| flat.f_nonzero())
        .and_then(|places| places.f_squeeze_dim(1))
        .ours()
}

/// `x` with a value where the cuts are, which walk forwards.
pub(super) fn assign<E: Element>(
    x: &Tensor,
    kind: Kind,
    cuts: &[Cut],
    value: Operand<'_, Tch, E>,
) -> Result<Tensor> {
    // A tensor of its own, which libtorch tracks back to `x`: its part may be written.
    let mut out = x.f_empty_like().ours()?;
    out.f_copy_(x).ours()?;
    let mut part = slice(&out, cuts, &[], &[])?;
    match value {
        Operand::Tensor(value) => part.f_copy_(value).ours()?,
        Operand::Num(number) => {
            let _ = part.f_fill_tensor_(&beside(x, kind, number)?).ours()?;
        }
    }
    Ok(out)
}

/// `x` with other rows at these positions, of which the last for a row stays.
pub(super) fn put<E: Element>(
    x: &Tensor,
    kind: Kind,
    positions: &Tensor,
    value: Operand<'_, Tch, E>,
) -> Result<Tensor> {
    let rows = match value {
        Operand::Num(number) => {
            let number = beside(x, kind, number)?;
            return x.f_index_fill_int_tensor(0, positions, &number).ours();
        }
        Operand::Tensor(rows) => rows,
    };
    (|| {
        let count = long(size_of(positions, 0));
        if count == 1 {
            return x.f_index_copy(0, positions, rows);
        }
        // libtorch does not say which of several rows for one position it takes, so it gets the last
        // alone: the one behind which, in a stable order, another position comes.
        let (sorted, order) = positions.f_sort_stable(true, 0, false)?;
        let (these, next) = (
            sorted.f_narrow(0, 0, count - 1)?,
            sorted.f_narrow(0, 1, count - 1)?,
        );
        let end = Tensor::f_ones(1, (Kind::Bool, positions.device()))?;
        let stays = order.f_masked_select(&Tensor::f_cat(&[these.f_ne_tensor(&next)?, end], 0)?)?;
        if long(size_of(&stays, 0)) == count {
            return x.f_index_copy(0, positions, rows);
        }
        let positions = positions.f_index_select(0, &stays)?;
        x.f_index_copy(0, &positions, &rows.f_index_select(0, &stays)?)
    })()
    .ours()
}

/// New axes of size 1, at ascending places of the result.
pub(super) fn unsqueeze(mut x: Tensor, axes: &[usize]) -> Result<Tensor> {
    for &axis in axes {
        x = x.f_unsqueeze(long(axis)).ours()?;
    }
    Ok(x)
}

pub(super) fn pad(
    x: &Tensor,
    kind: Kind,
    paddings: &[(usize, usize)],
    value: Num,
) -> Result<Tensor> {
    // The last axis comes first.
    let pairs: Vec<i64> = paddings
        .iter()
        .rev()
        .flat_map(|&(before, after)| [long(before), long(after)])
        .collect();
    let filler = scalar(kind, value);
    let (exact, float) = match kind {
        Kind::Int64 => {
            let value = value.to_i64();
            (value as f64 as i64 == value, value as f64)
        }
        _ => (true, filler.to_float().ours()?),
    };
    let padded = x
        .f_pad(&*pairs, "constant", if exact { float } else { 0.0 })
        .ours()?;
    if exact {
        return Ok(padded);
    }
    // The number goes through f64, which does not have every i64.
    let outside = x
        .f_zeros_like()
        .and_then(|zeros| zeros.f_pad(&*pairs, "constant", 1.0))
        .and_then(|mask| plain_cast(&mask, Kind::Bool))
        .ours()?;
    padded.f_masked_fill(&outside, filler).ours()
}

/// The steps of a range.
pub(super) fn arange(
    place: &Place,
    kind: Kind,
    start: Num,
    step: Num,
    len: usize,
) -> Result<Tensor> {
    let n = long(len);
    if let (Num::Int(start), Num::Int(step)) = (start, step) {
        if start == 0 && step == 1 && kind == Kind::Int64 {
            return Tensor::f_arange(n, (kind, place.device)).ours();
        }
        let steps = Tensor::f_arange(n, (Kind::Int64, place.device))
            .and_then(|i| i.f_mul_scalar(step))
            .and_then(|i| i.f_add_scalar(start))
            .ours()?;
        return cast(&steps, Kind::Int64, kind);
    }
    let steps = Tensor::f_arange(n, (Kind::Double, place.device))
        .and_then(|i| i.f_mul_scalar(step.to_f64()))
        .and_then(|i| i.f_add_scalar(start.to_f64()))
        .ours()?;
    cast(&steps, Kind::Double, kind)
}

pub(super) fn eye(place: &Place, kind: Kind, n: usize, m: usize, k: i64) -> Result<Tensor> {
    if k == 0 && kind != Kind::Bool {
        return Tensor::f_eye_m(long(n), long(m), (kind, place.device)).ours();
    }
    let out = Tensor::f_zeros([long(n), long(m)], (kind, place.device)).ours()?;
    // A view of `out`, which is ours to write to.
    let mut diagonal = out.f_diagonal(k, 0, 1).ours()?;
    let _ = diagonal.f_fill_(scalar(kind, Num::Int(1))).ours()?;
    Ok(out)
}

/// How many of each number in 0..`len` there are, or the sums of their weights.
pub(super) fn bincount(x: &Tensor, weights: Option<&Tensor>, len: usize) -> Result<Tensor> {
    let Some(weights) = weights else {
        return x.f_bincount(None::<Tensor>, long(len)).ours();
    };
    // libtorch's own sums of weights are `f64`, and have no derivative.
    let at = plain_cast(x, Kind::Int64).ours()?;
    widened(weights, float(weights)?, |weights| {
        Tensor::f_zeros(long(len), (weights.kind(), weights.device()))
            .and_then(|zeros| zeros.f_index_add(0, &at, weights))
            .ours()
    })
}

/// Where values go into a sorted vector.
pub(super) fn searchsorted(x: &Tensor, kind: Kind, values: &Tensor, right: bool) -> Result<Tensor> {
    let search = |x: &Tensor, values: &Tensor| {
        // Strides cost libtorch a warning.
        let (x, values) = (x.f_contiguous()?, values.f_contiguous()?);
        let side = if right { "right" } else { "left" };
        values.f_searchsorted(&x, false, right, side, None::<Tensor>)
    };
    (|| match kind {
        Kind::Bool => search(
            &plain_cast(x, Kind::Uint8)?,
            &plain_cast(values, Kind::Uint8)?,
        ),
        _ if !is_float(kind) => search(x, values),
        _ => {
            // NaN ends the search wherever it comes upon it: numbers are looked for in front of the first.
            let known = x.f_isnan()?.f_logical_not()?.f_sum(Kind::Int64)?;
            let known = known.f_int64_value(&[])?;
            let found = search(&x.f_narrow(0, 0, known)?, values)?;
            let behind = if right { long(size_of(x, 0)) } else { known };
            found.f_masked_fill(&values.f_isnan()?, behind)
        }
    })()
    .ours()
}
