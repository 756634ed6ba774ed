//! Neural networks: convolutions and poolings by one gather of all windows, normalisations, attention.

use super::{Out, Part};
use crate::backend::Backend;
use crate::element::{Boolean, Element, Float, Numeric};
use crate::error::{Error, Result};
use crate::num::Num;
use crate::ops::fits;
use crate::ops::front::product;
use crate::ops::random;
use crate::ops::window::{self, Window};
use crate::shape::{self, Shape};

type Owned<B, E> = Part<'static, B, E>;

/// The elements at positions of the last axes as one, `[N, C, positions]`; `fill` where there is none.
pub(super) fn cells<B: Backend, E: Element>(
    x: &Part<'_, B, E>,
    positions: impl Iterator<Item = Option<usize>>,
    fill: impl Into<Num>,
) -> Result<Owned<B, E>> {
    let sizes = x.shape();
    let (lead, rest) = sizes.split_at(2.min(sizes.len()));
    let behind = shape::size(rest);
    let mut holes = false;
    let places: Vec<usize> = positions
        .map(|at| {
            at.unwrap_or_else(|| {
                holes = true;
                behind
            })
        })
        .collect();
    let mut flat = Shape::from_slice(lead);
    flat.push(behind);
    let flat = x.reshape(&flat)?;
    let index = flat.indices(places)?;
    if !holes {
        return flat.take(&index, 2);
    }
    let mut padding = vec![(0, 0); lead.len()];
    padding.push((0, 1));
    flat.pad(&padding, fill)?.take(&index, 2)
}

/// `[1, C, 1, …]` of `[C]`.
fn by_channel<'p, B: Backend, E: Element>(
    given: &'p Part<'_, B, E>,
    rank: usize,
) -> Result<Part<'p, B, E>> {
    let mut sizes = Shape::from_elem(1, rank);
    if let Some(channels) = sizes.get_mut(1) {
        *channels = given.dim(0);
    }
    given.reshape(&sizes)
}

/// The windows' elements as columns, one product per group.
///
/// `weight` is `[groups, O / groups, C / groups · taps]`.
fn columns<B: Backend, E: Float>(
    x: &Part<'_, B, E>,
    weight: &Part<'_, B, E>,
    positions: impl Iterator<Item = Option<usize>>,
    (taps, to): (usize, &[usize]),
    bias: Option<B::View<'_, E>>,
) -> Out<B, E> {
    let sizes = x.shape();
    let (n, channels) = (x.dim(0), x.dim(1));
    let (groups, rows) = (weight.dim(0), weight.dim(1));
    let len = shape::size(to);
    let columns = cells(x, positions, 0.0)?;
    let inner = channels / groups * taps;
    let columns = columns.reshape(&[n, groups, inner, len])?;
    let weight = weight.reshape(&[1, groups, rows, inner])?;
    let wide = weight.broadcast_to(&[n, groups, rows, inner])?;
    let out = wide.matmul(&columns)?;
    let mut shape = Shape::from_slice(&[n, groups * rows]);
    shape.extend_from_slice(to);
    let out = out.reshape(&shape)?;
    match bias {
        Some(bias) => {
            let bias = Part::<B, E>::of(bias)?;
            let bias = by_channel(&bias, sizes.len())?;
            out.add(&bias)?.copied()
        }
        None => out.copied(),
    }
}

/// Cross-correlation: the elements of each window as a column, times the weight.
pub fn conv<B: Backend, E: Float>(
    x: B::View<'_, E>,
    weight: B::View<'_, E>,
    bias: Option<B::View<'_, E>>,
    windows: &[Window],
    groups: usize,
) -> Out<B, E> {
    let (x, weight) = (Part::<B, E>::of(x)?, Part::<B, E>::of(weight)?);
    let taps: usize = windows.iter().map(|w| w.kernel).product();
    let to: Shape = windows.iter().map(|w| w.len).collect();
    let rows = weight.dim(0) / groups;
    let weight = weight.reshape(&[groups, rows, weight.dim(1) * taps])?;
    columns(&x, &weight, window::positions(windows), (taps, &to), bias)
}

/// The transpose of a cross-correlation: each element of the result gathers the windows that have it.
pub fn conv_transpose<B: Backend, E: Float>(
    x: B::View<'_, E>,
    weight: B::View<'_, E>,
    bias: Option<B::View<'_, E>>,
    windows: &[Window],
    groups: usize,
) -> Out<B, E> {
    let (x, weight) = (Part::<B, E>::of(x)?, Part::<B, E>::of(weight)?);
    let taps: usize = windows.iter().map(|w| w.kernel).product();
    let to: Shape = windows.iter().map(|w| w.size).collect();
    let len = shape::size(&to);
    // Tap by tap each position has one window at most.
    let mut from: Vec<Option<usize>> = vec![None; taps * len];
    let count: usize = windows.iter().map(|w| w.len).product();
    for (place, at) in window::positions(windows).enumerate() {
        if let Some(at) = at
            && let (Some(tap), Some(window)) = (place.checked_div(count), place.checked_rem(count))
            && let Some(slot) = from.get_mut(tap * len + at)
        {
            *slot = Some(window);
        }
    }
    let (inputs, rows) = (weight.dim(0) / groups, weight.dim(1));
    let parts = weight.reshape(&[groups, inputs, rows, taps])?;
    let turned = parts.transpose(&[0, 2, 1, 3])?;
    let weight = turned.reshape(&[groups, rows, inputs * taps])?;
    columns(&x, &weight, from.into_iter(), (taps, &to), bias)
}

/// `[N, C, taps, windows]`, and the sizes of the result.
fn pooled<B: Backend, E: Float>(
    x: B::View<'_, E>,
    windows: &[Window],
    fill: f64,
) -> Result<(Owned<B, E>, Shape)> {
    let x = Part::<B, E>::of(x)?;
    let to = window::result(&x.shape(), None, windows);
    let taps: usize = windows.iter().map(|w| w.kernel).product();
    let len: usize = windows.iter().map(|w| w.len).product();
    let all = cells(&x, window::positions(windows), fill)?;
    let wide = all.reshape(&[x.dim(0), x.dim(1), taps, len])?;
    Ok((Part(wide.copied()?), to))
}

/// The largest element of each window; what is beyond the axes counts as -∞.
pub fn max_pool<B: Backend, E: Float>(x: B::View<'_, E>, windows: &[Window]) -> Out<B, E> {
    let (all, to) = pooled::<B, E>(x, windows, f64::NEG_INFINITY)?;
    all.max(&[2], false)?.reshape(&to)?.copied()
}

/// The sum of each window over the number of positions that [count](Window::counted).
pub fn avg_pool<B: Backend, E: Float>(
    x: B::View<'_, E>,
    windows: &[Window],
    padded: bool,
) -> Out<B, E> {
    let (all, to) = pooled::<B, E>(x, windows, 0.0)?;
    let mut counts = vec![1.0];
    for window in windows {
        let sizes = (0..window.len).map(|i| window.counted(i, padded) as f64);
        let sizes: Vec<f64> = sizes.collect();
        counts = counts
            .iter()
            .flat_map(|count| sizes.iter().map(move |size| count * size))
            .collect();
    }
    over_counts(&all, counts)?.reshape(&to)?.copied()
}

/// Sums over axis 2 of `[N, C, taps, windows]`, each over the count of its window.
fn over_counts<B: Backend, E: Float>(
    all: &Part<'_, B, E>,
    counts: Vec<f64>,
) -> Result<Owned<B, E>> {
    let sums = total(all, &[2], false)?;
    let first = counts.first().copied().unwrap_or(1.0);
    if counts.iter().all(|&count| count == first) {
        return sums.div(first);
    }
    let counts = numbers(&sums, &[counts.len()], counts)?;
    sums.div(&counts)
}

/// Numbers in the element type and at the place of a tensor.
fn numbers<B: Backend, E: Float>(
    like: &Part<'_, B, E>,
    shape: &[usize],
    data: Vec<f64>,
) -> Result<Owned<B, E>> {
    let place = B::place::<E>(&like.view());
    let wide: Owned<B, f64> = B::from_f64s::<f64>(&place, shape, data).map(Part)?;
    wide.cast_like(like)
}

/// The sum, in the element type of the tensor.
pub(super) fn total<B: Backend, E: Float>(
    x: &Part<'_, B, E>,
    axes: &[usize],
    keepdims: bool,
) -> Result<Owned<B, E>> {
    B::sum::<E>(x.view(), axes, keepdims).map(Part)
}

/// Means of `output_size` parts of each axis; part `i` is `⌊i·n/m⌋` to `⌈(i+1)·n/m⌉`.
pub fn adaptive_avg_pool2d<B: Backend, E: Float>(
    x: B::View<'_, E>,
    output_size: &[i64],
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let sizes = x.shape();
    let (&[n, channels, height, width], Ok(to)) = (
        sizes.as_slice(),
        window::each("output_size", output_size, 2, 1),
    ) else {
        window::each("output_size", output_size, 2, 1)?;
        return Err(Error::shape(format!(
            "the tensor is [N, C, H, W], not {sizes:?}"
        )));
    };
    let &[rows, columns] = to.as_slice() else {
        return Err(Error::value("`output_size` is one size, or two"));
    };
    if height == 0 || width == 0 {
        return Err(Error::shape(format!("{sizes:?} has no elements to pool")));
    }
    let parts = |size: usize, parts: usize| -> Vec<(usize, usize)> {
        (0..parts)
            .map(|i| (i * size / parts, ((i + 1) * size).div_ceil(parts)))
            .collect()
    };
    let (by_row, by_column) = (parts(height, rows), parts(width, columns));
    let longest = |parts: &[(usize, usize)]| parts.iter().map(|(a, b)| b - a).max().unwrap_or(1);
    let (high, wide) = (longest(&by_row), longest(&by_column));
    let mut places = Vec::with_capacity(high * wide * rows * columns);
    for down in 0..high {
        for right in 0..wide {
            for &(top, bottom) in &by_row {
                for &(left, end) in &by_column {
                    let inside = top + down < bottom && left + right < end;
                    places.push(inside.then_some((top + down) * width + left + right));
                }
            }
        }
    }
    let mut counts = Vec::with_capacity(rows * columns);
    for (top, bottom) in by_row {
        for (left, end) in &by_column {
            counts.push(((bottom - top) * (end - left)) as f64);
        }
    }
    let all = cells(&x, places.into_iter(), 0.0)?;
    let all = all.reshape(&[n, channels, high * wide, rows * columns])?;
    over_counts(&all, counts)?
        .reshape(&[n, channels, rows, columns])?
        .copied()
}

/// `[N, C·r², H, W]` as `[N, C, H·r, W·r]`.
pub fn pixel_shuffle<B: Backend, E: Element>(x: B::View<'_, E>, factor: usize) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let sizes = x.shape();
    let &[n, all, height, width] = sizes.as_slice() else {
        return Err(Error::shape(format!(
            "the tensor is [N, C·r², H, W], not {sizes:?}"
        )));
    };
    let square = factor.saturating_mul(factor);
    if square == 0 {
        return Err(Error::value("`factor` is at least 1, not 0"));
    }
    if !all.is_multiple_of(square) {
        return Err(Error::shape(format!(
            "{all} channels are no multiple of {factor}² for pixels of {factor} by {factor}"
        )));
    }
    let channels = all / square;
    let parts = x.reshape(&[n, channels, factor, factor, height, width])?;
    let turned = parts.transpose(&[0, 1, 4, 2, 5, 3])?;
    turned
        .reshape(&[n, channels, height * factor, width * factor])?
        .copied()
}

// ---------------------------------------------------------------------- normalisations

/// The elements less their mean, over the root of their variance: two passes, so that nothing cancels.
fn standardised<B: Backend, E: Float>(
    x: &Part<'_, B, E>,
    axes: &[usize],
    eps: Num,
) -> Result<Owned<B, E>> {
    let apart = x.sub(&x.mean(axes, true)?)?;
    let spread = apart.square()?.mean(axes, true)?;
    apart.div(&spread.add(eps)?.sqrt()?)
}

/// With a weight and a bias, which have these sizes.
fn scaled<B: Backend, E: Float>(
    x: Owned<B, E>,
    sizes: &[usize],
    weight: Option<B::View<'_, E>>,
    bias: Option<B::View<'_, E>>,
) -> Out<B, E> {
    let mut out = x;
    if let Some(weight) = weight {
        out = out.mul(&Part::<B, E>::of(weight)?.reshape(sizes)?)?;
    }
    if let Some(bias) = bias {
        out = out.add(&Part::<B, E>::of(bias)?.reshape(sizes)?)?;
    }
    Ok(out.0)
}

/// The sizes on these axes, 1 on the others.
fn only(sizes: &[usize], axes: &[usize]) -> Shape {
    let pairs = sizes.iter().enumerate();
    pairs
        .map(|(axis, &size)| if axes.contains(&axis) { size } else { 1 })
        .collect()
}

/// Standardised over axes, then scaled.
pub fn layer_norm<B: Backend, E: Float>(
    x: B::View<'_, E>,
    axes: &[usize],
    weight: Option<B::View<'_, E>>,
    bias: Option<B::View<'_, E>>,
    eps: Num,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let out = standardised(&x, axes, eps)?;
    scaled(out, &only(&x.shape(), axes), weight, bias)
}

/// Over the root of the mean square.
pub fn rms_norm<B: Backend, E: Float>(
    x: B::View<'_, E>,
    axes: &[usize],
    weight: Option<B::View<'_, E>>,
    eps: Num,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let size = x.square()?.mean(axes, true)?.add(eps)?.sqrt()?;
    scaled(x.div(&size)?, &only(&x.shape(), axes), weight, None)
}

/// Standardised by a mean and a variance that are given.
pub fn batch_norm<B: Backend, E: Float>(
    x: B::View<'_, E>,
    mean: B::View<'_, E>,
    var: B::View<'_, E>,
    weight: Option<B::View<'_, E>>,
    bias: Option<B::View<'_, E>>,
    eps: Num,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let sizes = only(&x.shape(), &[1]);
    let (mean, var) = (Part::<B, E>::of(mean)?, Part::<B, E>::of(var)?);
    let apart = x.sub(&mean.reshape(&sizes)?)?;
    let spread = var.reshape(&sizes)?.add(eps)?.sqrt()?;
    scaled(apart.div(&spread)?, &sizes, weight, bias)
}

/// Each group of channels standardised on its own.
pub fn group_norm<B: Backend, E: Float>(
    x: B::View<'_, E>,
    groups: usize,
    weight: Option<B::View<'_, E>>,
    bias: Option<B::View<'_, E>>,
    eps: Num,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let sizes = x.shape();
    let &[n, channels, ref rest @ ..] = sizes.as_slice() else {
        return Err(Error::shape(format!(
            "the tensor is [N, C, …], not {sizes:?}"
        )));
    };
    if groups == 0 {
        return Err(Error::value("`num_groups` is at least 1, not 0"));
    }
    if !channels.is_multiple_of(groups) {
        return Err(Error::shape(format!(
            "`num_groups` is {groups}, which does not divide {channels} channels"
        )));
    }
    let (scale, shift) = (
        weight.as_ref().map(B::shape::<E>),
        bias.as_ref().map(B::shape::<E>),
    );
    fits::channels("weight", &sizes, scale.as_deref())?;
    fits::channels("bias", &sizes, shift.as_deref())?;
    let parts = x.reshape(&[n, groups, channels / groups * shape::size(rest)])?;
    let out = standardised(&parts, &[2], eps)?;
    let out: Owned<B, E> = Part(out.reshape(&sizes)?.copied()?);
    scaled(out, &only(&sizes, &[1]), weight, bias)
}

/// Each channel standardised on its own.
pub fn instance_norm<B: Backend, E: Float>(
    x: B::View<'_, E>,
    weight: Option<B::View<'_, E>>,
    bias: Option<B::View<'_, E>>,
    eps: Num,
) -> Out<B, E> {
    // Of no channels there is one group of nothing.
    let channels = B::shape::<E>(&x).get(1).copied().unwrap_or(1).max(1);
    group_norm::<B, E>(x, channels, weight, bias, eps)
}

// ---------------------------------------------------------------------- attention

/// The softmax of what the mask keeps, 0 elsewhere; rows of which nothing is kept are 0.
pub fn masked_softmax<B: Backend, E: Float, M: Boolean>(
    x: B::View<'_, E>,
    mask: B::View<'_, M>,
    axis: usize,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let mask = Part::<B, M>::of(mask)?.astype::<bool>()?;
    softmax_of_kept(&x, &mask, axis)
}

fn softmax_of_kept<B: Backend, E: Float>(
    x: &Part<'_, B, E>,
    mask: &Part<'_, B, bool>,
    axis: usize,
) -> Out<B, E> {
    shape::broadcasts_to(&mask.shape(), &x.shape())?;
    // -∞ has no share either: left in, a row of nothing else were NaN.
    let keep = mask.and(&x.ne(f64::NEG_INFINITY)?)?;
    let some = keep.any(&[axis], true)?;
    // Before the softmax: what is not kept must not reach a gradient.
    let kept = keep.choose(x, f64::NEG_INFINITY)?;
    let rows = some.choose(&kept, 0.0)?;
    let shares: Owned<B, E> = B::softmax::<E>(rows.view(), axis).map(Part)?;
    Ok(keep.choose(&shares, 0.0)?.0)
}

/// softmax(scale · q kᵀ + bias) v over what the masks keep.
#[allow(clippy::too_many_arguments, reason = "as the table says")]
pub fn attention<B: Backend, E: Float, M: Boolean>(
    q: B::View<'_, E>,
    k: B::View<'_, E>,
    v: B::View<'_, E>,
    mask: Option<B::View<'_, M>>,
    causal: bool,
    scale: Option<Num>,
    bias: Option<B::View<'_, E>>,
) -> Out<B, E> {
    let (queries, keys, values) = (B::shape::<E>(&q), B::shape::<E>(&k), B::shape::<E>(&v));
    let fit = match (queries.as_slice(), keys.as_slice(), values.as_slice()) {
        ([.., _, d], [.., s, e], [.., t, _]) => d == e && s == t,
        _ => false,
    };
    if !fit {
        return Err(Error::shape(format!(
            "queries, keys and values are […, L, D], […, S, D] and […, S, V], not {queries:?}, {keys:?} and {values:?}"
        )));
    }
    let width = queries.last().copied().unwrap_or(1);
    let scale = scale.unwrap_or(Num::Float(1.0 / (width as f64).sqrt()));
    let k = Part::<B, E>::of(k)?;
    let rank = keys.len();
    let mut order: Shape = (0..rank).collect();
    order.swap(rank - 2, rank - 1);
    let turned = k.transpose(&order)?;
    let scores: Owned<B, E> = product::<B, E>(q, turned.view()).map(Part)?;
    let mut scores = scores.mul(scale)?;
    let sizes = scores.shape();
    let axis = sizes.len().saturating_sub(1);
    let biased = bias.is_some();
    if let Some(bias) = bias {
        let bias = Part::<B, E>::of(bias)?;
        shape::broadcasts_to(&bias.shape(), &sizes)?;
        scores = scores.add(&bias)?;
    }
    let mut keep: Option<Owned<B, bool>> = match mask {
        Some(mask) => Some(Part::<B, M>::of(mask)?.astype::<bool>()?),
        None => None,
    };
    if causal {
        let rows = scores.positions(scores.dim(axis - 1))?;
        let columns = scores.positions(scores.dim(axis))?;
        let before = rows.expand_dims(&[1])?.ge(&columns)?;
        keep = Some(match keep {
            Some(keep) => keep.and(&before)?,
            None => before,
        });
    }
    if keep.is_none() && biased {
        keep = Some(scores.eq(&scores)?.or(&scores.ne(&scores)?)?);
    }
    let shares: Owned<B, E> = match keep {
        Some(keep) => softmax_of_kept(&scores, &keep, axis).map(Part)?,
        None => B::softmax::<E>(scores.view(), axis).map(Part)?,
    };
    product::<B, E>(shares.view(), v)
}

// ---------------------------------------------------------------------- layers

/// x weightᵀ + bias.
pub fn linear<B: Backend, E: Numeric>(
    x: B::View<'_, E>,
    weight: B::View<'_, E>,
    bias: Option<B::View<'_, E>>,
) -> Out<B, E> {
    let (sizes, has) = (B::shape::<E>(&x), B::shape::<E>(&weight));
    let ([.., width], &[outputs, inputs]) = (sizes.as_slice(), has.as_slice()) else {
        return Err(Error::shape(format!(
            "the tensor is […, D] and the weight [O, D], not {sizes:?} and {has:?}"
        )));
    };
    if *width != inputs {
        return Err(Error::shape(format!(
            "the weight {has:?} takes {inputs} inputs, but {sizes:?} has {width}"
        )));
    }
    let weight = Part::<B, E>::of(weight)?;
    let out: Owned<B, E> = product::<B, E>(x, weight.transpose(&[1, 0])?.view()).map(Part)?;
    let Some(bias) = bias else { return Ok(out.0) };
    let given = B::shape::<E>(&bias);
    if given.as_slice() != [outputs] {
        return Err(Error::shape(format!(
            "the bias is [{outputs}], not {given:?}"
        )));
    }
    Ok(out.add(&Part::<B, E>::of(bias)?)?.0)
}

/// The first half times the sigmoid of the second.
pub fn glu<B: Backend, E: Float>(x: B::View<'_, E>, axis: usize) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let size = x.dim(axis);
    if !size.is_multiple_of(2) {
        return Err(Error::shape(format!(
            "axis {axis} of {:?} has {size} elements, which have no halves",
            x.shape()
        )));
    }
    let (first, second) = (
        x.narrow(axis, 0, size / 2)?,
        x.narrow(axis, size / 2, size / 2)?,
    );
    Ok(first.mul(&second.sigmoid()?)?.0)
}

/// Elements that a uniform number below `p` meets are 0, the others over 1 - p.
pub fn dropout<B: Backend, E: Float>(x: B::View<'_, E>, p: Num, seed: u64) -> Out<B, E> {
    let p = p.to_f64();
    if !(0.0..=1.0).contains(&p) {
        return Err(Error::value(format!("`p` is 0 to 1, not {p}")));
    }
    let x = Part::<B, E>::of(x)?;
    let sizes = x.shape();
    let kept: Vec<Num> = random::uniform(seed, shape::size(&sizes))
        .into_iter()
        .map(|u| Num::Bool(u >= p))
        .collect();
    let place = B::place::<E>(&x.view());
    let kept: Owned<B, bool> = B::from_nums::<bool>(&place, &sizes, &kept).map(Part)?;
    let scaled = x.mul(if p < 1.0 { 1.0 / (1.0 - p) } else { 0.0 })?;
    Ok(kept.choose(&scaled, 0.0)?.0)
}
