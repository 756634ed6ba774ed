//! Adjoints: what takes a tensor back through another operation. Derivatives are written with them.
//!
//! `like`, or `to` for its sizes, is the input of the operation that is gone back through; only its shape counts. Where
//! several elements go to one place, each place gathers those that belong to it: there are no writes to one place twice,
//! and a framework that tracks gradients keeps the track.

use super::nn::cells;
use super::{Out, Part, joined, movement};
use crate::DType;
use crate::args::Cut;
use crate::backend::Backend;
use crate::element::{Element, Float, Numeric};
use crate::error::{Error, Result};
use crate::num::Num;
use crate::ops::front::number_fits;
use crate::ops::window::{self, Operands, Steps, Windows};
use crate::shape::{self, Shape};

type Owned<B, E> = Part<'static, B, E>;

/// The tensor has the shape that the operation gives for `to`.
fn must_be(wanted: &[usize], sizes: &[usize], to: &[usize]) -> Result<()> {
    if wanted == sizes {
        return Ok(());
    }
    Err(Error::shape(format!(
        "the tensor is {wanted:?} where `like` is {to:?}, not {sizes:?}"
    )))
}

/// A number for the elements that nothing comes to; masks take 0, the default value, for false.
fn fill<B: Backend, E: Element>(x: &Part<'_, B, E>, value: Num) -> Result<Num> {
    let dtype = B::dtype::<E>(&x.view());
    let value = match (dtype, value) {
        (Some(DType::Bool), Num::Int(0)) => Num::Bool(false),
        _ => value,
    };
    number_fits(value, dtype)?;
    Ok(value)
}

/// Every element of the last axis goes to a place of another, of `size` entries, or nowhere; those of one place are added.
fn gathered<B: Backend, E: Element>(
    x: &Part<'_, B, E>,
    targets: impl IntoIterator<Item = Option<usize>>,
    size: usize,
) -> Result<Owned<B, E>> {
    let mut sizes = x.shape();
    let Some(axis) = sizes.len().checked_sub(1) else {
        return Err(Error::shape("a scalar has no last axis"));
    };
    let nowhere = x.dim(axis);
    let mut layers: Vec<Vec<usize>> = Vec::new();
    let mut counts = vec![0usize; size];
    let mut filled = 0;
    for (from, target) in targets.into_iter().enumerate() {
        let Some(target) = target else { continue };
        let Some(count) = counts.get_mut(target) else {
            continue;
        };
        if *count == layers.len() {
            layers.push(vec![nowhere; size]);
        }
        if let Some(slot) = layers.get_mut(*count).and_then(|l| l.get_mut(target)) {
            *slot = from;
        }
        *count += 1;
        filled += 1;
    }
    let zero = fill(x, Num::Int(0))?;
    let mut pads = vec![(0, 0); sizes.len()];
    if layers.is_empty() {
        if let Some(last) = pads.last_mut() {
            last.1 = size;
        }
        return x.narrow(axis, 0, 0)?.pad(&pads, zero);
    }
    let depth = layers.len();
    let index = x.indices(layers.into_iter().flatten())?;
    let taken = if filled == depth * size {
        x.take(&index, axis)?
    } else {
        if let Some(last) = pads.last_mut() {
            last.1 = 1;
        }
        x.pad(&pads, zero)?.take(&index, axis)?
    };
    if depth == 1 {
        return Ok(taken);
    }
    if let Some(last) = sizes.last_mut() {
        *last = depth;
    }
    sizes.push(size);
    let layers = taken.reshape(&sizes)?;
    added(&layers, &[axis], false)
}

/// The sum, in the element type of the tensor.
fn added<B: Backend, E: Element>(
    x: &Part<'_, B, E>,
    axes: &[usize],
    keepdims: bool,
) -> Result<Owned<B, E>> {
    x.sum(axes, keepdims)?.cast_like(x)
}

/// The order of axes that undoes an order.
fn undone(order: &[usize]) -> Shape {
    let mut out = Shape::from_elem(0, order.len());
    for (place, &axis) in order.iter().enumerate() {
        if let Some(slot) = out.get_mut(axis) {
            *slot = place;
        }
    }
    out
}

/// The sum over the axes along which `to` would be broadcast.
pub fn sum_to<B: Backend, E: Numeric>(x: B::View<'_, E>, like: B::View<'_, E>) -> Out<B, E> {
    let (sizes, to) = (B::shape::<E>(&x), B::shape::<E>(&like));
    shape::broadcasts_to(&to, &sizes)?;
    if sizes == to {
        return B::copy::<E>(x);
    }
    let new = sizes.len() - to.len();
    let behind = sizes.iter().zip(std::iter::repeat_n(&1, new).chain(&to));
    let axes: Shape = behind
        .enumerate()
        .filter(|(axis, (n, m))| *axis < new || n != m)
        .map(|(axis, _)| axis)
        .collect();
    let x = Part::<B, E>::of(x)?;
    if axes.len() == new {
        return Ok(added(&x, &axes, false)?.0);
    }
    added(&x, &axes, true)?.reshape(&to)?.copied()
}

/// With reduced axes put back, and broadcast.
pub fn unreduce<B: Backend, E: Element>(
    x: B::View<'_, E>,
    to: &[usize],
    axes: &[usize],
    keepdims: bool,
) -> Out<B, E> {
    let wanted = shape::reduced(to, axes, keepdims);
    must_be(&wanted, &B::shape::<E>(&x), to)?;
    let x = Part::<B, E>::of(x)?;
    if keepdims {
        return x.broadcast_to(to)?.copied();
    }
    x.expand_dims(axes)?.broadcast_to(to)?.copied()
}

/// The axes that stay, then those that become one; and their sizes, of both.
fn split(sizes: &[usize], axes: &[usize]) -> (Shape, Shape, Shape) {
    let others = (0..sizes.len()).filter(|axis| !axes.contains(axis));
    let order: Shape = others.chain(axes.iter().copied()).collect();
    let at = |&axis: &usize| sizes.get(axis).copied().unwrap_or(1);
    let apart: Shape = order.iter().map(at).collect();
    let kept = sizes.len() - axes.len();
    let mut together: Shape = apart.iter().take(kept).copied().collect();
    together.push(apart.iter().skip(kept).product());
    (order, apart, together)
}

/// Axes moved to the end, as one.
pub fn flatten_axes<B: Backend, E: Element>(x: B::View<'_, E>, axes: &[usize]) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let (order, _, together) = split(&x.shape(), axes);
    x.transpose(&order)?.reshape(&together)?.copied()
}

/// The last axis as several, at their places.
pub fn unflatten_axes<B: Backend, E: Element>(
    x: B::View<'_, E>,
    to: &[usize],
    axes: &[usize],
) -> Out<B, E> {
    let (order, apart, together) = split(to, axes);
    must_be(&together, &B::shape::<E>(&x), to)?;
    let x = Part::<B, E>::of(x)?;
    x.reshape(&apart)?.transpose(&undone(&order))?.copied()
}

/// Entries of an axis further on, with a number where none comes.
pub fn shift<B: Backend, E: Element>(
    x: B::View<'_, E>,
    by: i64,
    axis: usize,
    value: Num,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let value = fill(&x, value)?;
    let n = x.dim(axis);
    let far = usize::try_from(by.unsigned_abs()).map_or(n, |far| far.min(n));
    if far == 0 {
        return x.copied();
    }
    let mut pads = vec![(0, 0); x.shape().len()];
    let (start, pad) = if by < 0 {
        (far, (0, far))
    } else {
        (0, (far, 0))
    };
    if let Some(slot) = pads.get_mut(axis) {
        *slot = pad;
    }
    Ok(x.narrow(axis, start, n - far)?.pad(&pads, value)?.0)
}

/// s = a·s + x from entry to entry.
pub fn linear_scan<B: Backend, E: Numeric>(
    a: B::View<'_, E>,
    x: B::View<'_, E>,
    axis: usize,
    reverse: bool,
) -> Out<B, E> {
    let (a, x) = (Part::<B, E>::of(a)?, Part::<B, E>::of(x)?);
    if a.shape() != x.shape() {
        return Err(Error::shape(format!(
            "the coefficients have the shape of the tensor, {:?}, not {:?}",
            x.shape(),
            a.shape()
        )));
    }
    if x.is_half() {
        let (a, wide) = (a.astype::<f32>()?, x.astype::<f32>()?);
        return Ok(scanned(&a, &wide, axis, reverse)?.cast_like(&x)?.0);
    }
    Ok(scanned(&a, &x, axis, reverse)?.0)
}

fn scanned<B: Backend, E: Numeric>(
    a: &Part<'_, B, E>,
    x: &Part<'_, B, E>,
    axis: usize,
    reverse: bool,
) -> Result<Owned<B, E>> {
    let n = x.dim(axis);
    if n < 2 {
        return x.copied().map(Part);
    }
    let mut states: Vec<Owned<B, E>> = Vec::with_capacity(n);
    for step in 0..n {
        let at = if reverse { n - 1 - step } else { step };
        let entry = x.narrow(axis, at, 1)?;
        let state = match states.last() {
            Some(before) => a.narrow(axis, at, 1)?.mul(before)?.add(&entry)?,
            None => Part(entry.copied()?),
        };
        states.push(state);
    }
    if reverse {
        states.reverse();
    }
    joined(&states, axis)
}

/// Windows along an axis added up where they came from.
pub fn overlap_add<B: Backend, E: Numeric>(
    x: B::View<'_, E>,
    to: &[usize],
    step: usize,
    axis: usize,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let sizes = x.shape();
    if step == 0 {
        return Err(Error::value("the step is 0"));
    }
    let n = to.get(axis).copied().unwrap_or(1);
    let size = match sizes.last() {
        Some(&size) if sizes.len() == to.len() + 1 => size,
        _ => {
            return Err(Error::shape(format!(
                "windows of `like`, which is {to:?}, have one axis more, not {sizes:?}"
            )));
        }
    };
    let Some(room) = n.checked_sub(size) else {
        return Err(Error::shape(format!(
            "a window of {size} on axis {axis} of {to:?}"
        )));
    };
    let count = room / step + 1;
    let mut wanted = Shape::from_slice(to);
    if let Some(slot) = wanted.get_mut(axis) {
        *slot = count;
    }
    wanted.push(size);
    must_be(&wanted, &sizes, to)?;
    // The windows and their entries as the last axis.
    let (order, _, together) = split(&sizes, &[axis, to.len()]);
    let targets = (0..count).flat_map(|window| window * step..window * step + size);
    let flat = x.transpose(&order)?;
    let sums = gathered(&flat.reshape(&together)?, targets.map(Some), n)?;
    sums.moved(to.len() - 1, axis)?.copied()
}

/// `[N, C, …]` and windows over what is behind.
fn pooling(
    x: &[usize],
    kernel: &[i64],
    stride: Option<&[i64]>,
    (padding, dilation): (&[i64], &[i64]),
    ceil: bool,
) -> Result<Windows> {
    let axes = match x.len() {
        3 => 1,
        4 => 2,
        _ => {
            return Err(Error::shape(format!(
                "the tensor is [N, C, L] or [N, C, H, W], not {x:?}"
            )));
        }
    };
    let steps = Steps::new(axes, stride.unwrap_or(kernel), padding, dilation)?;
    window::pooling(x, axes, kernel, &steps, ceil)
}

/// The elements of each window of a pooling, on a new last axis.
#[allow(clippy::too_many_arguments, reason = "as the table says")]
pub fn pool_windows<B: Backend, E: Element>(
    x: B::View<'_, E>,
    kernel: &[i64],
    stride: Option<&[i64]>,
    padding: &[i64],
    dilation: &[i64],
    ceil_mode: bool,
    value: Num,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let value = fill(&x, value)?;
    let sizes = x.shape();
    let windows = pooling(&sizes, kernel, stride, (padding, dilation), ceil_mode)?;
    let taps: usize = windows.iter().map(|w| w.kernel).product();
    let count: usize = windows.iter().map(|w| w.len).product();
    let all = cells(&x, window::positions(&windows), value)?;
    let wide = all.reshape(&[x.dim(0), x.dim(1), taps, count])?;
    let mut to = window::result(&sizes, None, &windows);
    to.push(taps);
    wide.transpose(&[0, 1, 3, 2])?.reshape(&to)?.copied()
}

/// The windows of a pooling added up where their elements came from.
#[allow(clippy::too_many_arguments, reason = "as the table says")]
pub fn pool_scatter<B: Backend, E: Numeric>(
    x: B::View<'_, E>,
    like: B::View<'_, E>,
    kernel: &[i64],
    stride: Option<&[i64]>,
    padding: &[i64],
    dilation: &[i64],
    ceil_mode: bool,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let to = B::shape::<E>(&like);
    let windows = pooling(&to, kernel, stride, (padding, dilation), ceil_mode)?;
    let taps: usize = windows.iter().map(|w| w.kernel).product();
    let count: usize = windows.iter().map(|w| w.len).product();
    let mut wanted = window::result(&to, None, &windows);
    wanted.push(taps);
    must_be(&wanted, &x.shape(), &to)?;
    let (n, channels) = (x.dim(0), x.dim(1));
    let wide = x.reshape(&[n, channels, count, taps])?;
    let turned = wide.transpose(&[0, 1, 3, 2])?;
    let flat = turned.reshape(&[n, channels, taps * count])?;
    let size = windows.iter().map(|w| w.size).product();
    let sums = gathered(&flat, window::positions(&windows), size)?;
    sums.reshape(&to)?.copied()
}

/// The windows of a convolution of a tensor and a weight of these sizes, and the shape of its result.
fn convolution(
    x: &[usize],
    weight: &[usize],
    (stride, padding, dilation): (&[i64], &[i64], &[i64]),
    groups: usize,
) -> Result<(Windows, Shape)> {
    let axes = match x.len() {
        3 => 1,
        4 => 2,
        _ => {
            return Err(Error::shape(format!(
                "the convolution's input is [N, C, L] or [N, C, H, W], not {x:?}"
            )));
        }
    };
    let steps = Steps::new(axes, stride, padding, dilation)?;
    let operands = Operands {
        x,
        weight,
        bias: None,
        groups,
    };
    let windows = window::convolution(&operands, axes, &steps)?;
    let result = window::result(x, weight.first().copied(), &windows);
    Ok((windows, result))
}

/// The cotangent of a convolution's input: the transpose, whose windows lie over `like`.
#[allow(clippy::too_many_arguments, reason = "as the table says")]
pub fn conv_input_grad<B: Backend, E: Float>(
    x: B::View<'_, E>,
    weight: B::View<'_, E>,
    like: B::View<'_, E>,
    stride: &[i64],
    padding: &[i64],
    dilation: &[i64],
    groups: usize,
) -> Out<B, E> {
    let to = B::shape::<E>(&like);
    let steps = (stride, padding, dilation);
    let (windows, result) = convolution(&to, &B::shape::<E>(&weight), steps, groups)?;
    must_be(&result, &B::shape::<E>(&x), &to)?;
    // Of an axis of nothing there is nothing to know.
    if shape::size(&to) == 0 || shape::size(&result) == 0 {
        return B::full_like::<E>(like, Num::Int(0));
    }
    B::conv_transpose::<E>(x, weight, None, &windows, groups)
}

/// The cotangent of a convolution's weight: the product of the result's with the windows, group by group.
#[allow(clippy::too_many_arguments, reason = "as the table says")]
pub fn conv_weight_grad<B: Backend, E: Float>(
    x: B::View<'_, E>,
    grad: B::View<'_, E>,
    like: B::View<'_, E>,
    stride: &[i64],
    padding: &[i64],
    dilation: &[i64],
    groups: usize,
) -> Out<B, E> {
    let to = B::shape::<E>(&like);
    let (x, grad) = (Part::<B, E>::of(x)?, Part::<B, E>::of(grad)?);
    let steps = (stride, padding, dilation);
    let (windows, result) = convolution(&x.shape(), &to, steps, groups)?;
    if result != grad.shape() {
        return Err(Error::shape(format!(
            "the convolution of {:?} with a weight {to:?} gives {result:?}; its cotangent is not {:?}",
            x.shape(),
            grad.shape()
        )));
    }
    if shape::size(&to) == 0 || shape::size(&result) == 0 {
        return B::full_like::<E>(like, Num::Int(0));
    }
    let taps: usize = windows.iter().map(|w| w.kernel).product();
    let count: usize = windows.iter().map(|w| w.len).product();
    let n = x.dim(0);
    let (inner, outer) = (x.dim(1) / groups * taps, grad.dim(1) / groups);
    // [N, C · taps, windows] as [groups, N · windows, C / groups · taps], the cotangent as [groups, O / groups, N · windows].
    let columns = cells(&x, window::positions(&windows), Num::Int(0))?;
    let columns = columns.reshape(&[n, groups, inner, count])?;
    let columns = columns.transpose(&[1, 0, 3, 2])?;
    let columns = columns.reshape(&[groups, n * count, inner])?;
    let rows = grad.reshape(&[n, groups, outer, count])?;
    let rows = rows.transpose(&[1, 2, 0, 3])?;
    let rows = rows.reshape(&[groups, outer, n * count])?;
    rows.matmul(&columns)?.reshape(&to)?.copied()
}

/// The sum of the copies.
pub fn untile<B: Backend, E: Numeric>(
    x: B::View<'_, E>,
    like: B::View<'_, E>,
    multiples: &[usize],
) -> Out<B, E> {
    let to = B::shape::<E>(&like);
    if multiples.len() != to.len() {
        return Err(Error::shape(format!(
            "{} multiples for {} axes of {to:?}",
            multiples.len(),
            to.len()
        )));
    }
    let x = Part::<B, E>::of(x)?;
    let both = to.iter().zip(multiples);
    let wanted: Shape = both.map(|(&n, &count)| n.saturating_mul(count)).collect();
    must_be(&wanted, &x.shape(), &to)?;
    let wide: Shape = to
        .iter()
        .zip(multiples)
        .flat_map(|(&n, &count)| [count, n])
        .collect();
    let fronts: Shape = (0..to.len()).map(|axis| 2 * axis).collect();
    Ok(added(&x.reshape(&wide)?, &fronts, false)?.0)
}

/// What lies in the paddings added to the elements that it is a copy of.
pub fn unpad<B: Backend, E: Numeric>(
    x: B::View<'_, E>,
    like: B::View<'_, E>,
    paddings: &[(usize, usize)],
    mode: &str,
) -> Out<B, E> {
    let to = B::shape::<E>(&like);
    if paddings.len() != to.len() {
        return Err(Error::shape(format!(
            "{} pairs of paddings for {} axes of {to:?}",
            paddings.len(),
            to.len()
        )));
    }
    let padded = to.iter().zip(paddings).map(|(n, (before, after))| {
        let size = n.saturating_add(*before);
        size.saturating_add(*after)
    });
    let padded: Shape = padded.collect();
    must_be(&padded, &B::shape::<E>(&x), &to)?;
    if mode == "constant" {
        let cuts = to.iter().zip(paddings).map(|(&len, &(start, _))| Cut {
            start,
            len,
            step: 1,
        });
        let cuts: Vec<Cut> = cuts.collect();
        let inside = B::slice::<E>(x, &cuts, &[], &[])?;
        return B::copy::<E>(B::borrow::<E>(&inside));
    }
    let mut out: Owned<B, E> = Part(B::copy::<E>(x)?);
    let last = to.len().saturating_sub(1);
    for (axis, (&n, &(before, after))) in to.iter().zip(paddings).enumerate() {
        if (before, after) == (0, 0) {
            continue;
        }
        if mode == "edge" && n > 0 {
            out = unpad_edges(&out, n, (before, after), axis)?;
            continue;
        }
        let targets = movement::padding(mode, n, before, after, axis)?;
        let sums = gathered(&out.moved(axis, last)?, targets.into_iter().map(Some), n)?;
        out = Part(sums.moved(last, axis)?.copied()?);
    }
    Ok(out.0)
}

/// Along an axis of `n` entries all that is before them goes to the first, all behind to the last.
fn unpad_edges<B: Backend, E: Numeric>(
    x: &Part<'_, B, E>,
    n: usize,
    (before, after): (usize, usize),
    axis: usize,
) -> Result<Owned<B, E>> {
    if n == 1 {
        return added(x, &[axis], true);
    }
    let middle = x.narrow(axis, before + 1, n - 2)?;
    let begin = x.narrow(axis, 0, before + 1)?;
    let end = x.narrow(axis, before + n - 1, after + 1)?;
    let (begin, end) = (added(&begin, &[axis], true)?, added(&end, &[axis], true)?);
    let parts = [begin.view(), middle.view(), end.view()];
    B::concatenate::<E>(&parts, axis).map(Part)
}

/// Zeros with a tensor on a diagonal of two axes.
pub fn undiagonal<B: Backend, E: Element>(
    x: B::View<'_, E>,
    to: &[usize],
    offset: i64,
    axis1: usize,
    axis2: usize,
) -> Out<B, E> {
    if axis1 == axis2 {
        return Err(Error::axis(format!("axis {axis1} twice has no diagonal")));
    }
    let (order, apart, flat) = split(to, &[axis1, axis2]);
    let &[ref lead @ .., n, m] = apart.as_slice() else {
        return Err(Error::axis("a diagonal has two axes"));
    };
    let far = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
    let (row, column) = if offset < 0 { (far, 0) } else { (0, far) };
    let len = n.saturating_sub(row).min(m.saturating_sub(column));
    let mut wanted = Shape::from_slice(lead);
    wanted.push(len);
    must_be(&wanted, &B::shape::<E>(&x), to)?;
    let x = Part::<B, E>::of(x)?;
    let size = flat.last().copied().unwrap_or(0);
    let targets = (0..len).map(|place| Some((row + place) * m + column + place));
    let placed = gathered(&x, targets, size)?;
    let back = undone(&order);
    placed.reshape(&apart)?.transpose(&back)?.copied()
}
