//! What moves elements about: views where ndarray has them, else one copy.

use std::borrow::Cow;

use eagerpy_runtime::{Boolean, Cut, Element, Error, Int, Num, Numeric, Operand, Result, Shape};
use ndarray::{Array1, ArrayD, Axis, IxDyn, Slice, Zip};

use super::super::Ndarray;
use super::super::convert::{Tensor, View, count, fail, filled, from_vec, room, row_major};

/// The elements in another shape: a view if they lie in row-major order or only axes of size 1
/// come and go, else a copy.
pub(super) fn reshape<'a, E: Element>(x: View<'a, E>, shape: &[usize]) -> Result<Tensor<'a, E>> {
    if x.is_standard_layout() {
        let view = x.into_shape_with_order(IxDyn(shape)).map_err(fail)?;
        return Ok(view.into());
    }
    let wide = |sizes: &[usize]| -> Shape { sizes.iter().copied().filter(|&n| n != 1).collect() };
    if wide(x.shape()) == wide(shape) {
        let ones = |sizes: &[usize]| -> Shape {
            let places = sizes.iter().enumerate();
            places.filter(|(_, n)| **n == 1).map(|(i, _)| i).collect()
        };
        let gone = ones(x.shape());
        return Ok(insert(remove(x, &gone), &ones(shape)).into());
    }
    Ok(from_vec(shape, row_major(&x))?.into())
}

/// Without these axes of size 1.
pub(super) fn remove<'a, E>(mut x: View<'a, E>, axes: &[usize]) -> View<'a, E> {
    for &axis in axes.iter().rev() {
        x = x.index_axis_move(Axis(axis), 0);
    }
    x
}

/// With new axes of size 1 at these places of the result.
pub(super) fn insert<'a, E>(mut x: View<'a, E>, places: &[usize]) -> View<'a, E> {
    for &place in places {
        x = x.insert_axis(Axis(place));
    }
    x
}

/// Cuts every axis.
pub(super) fn cut<'a, E>(mut x: View<'a, E>, cuts: &[Cut]) -> View<'a, E> {
    for (axis, cut) in cuts.iter().enumerate() {
        if !cut.is_full(x.len_of(Axis(axis))) {
            x.slice_axis_inplace(Axis(axis), slice(cut));
        }
    }
    x
}

/// ndarray takes the range first, then walks it, from its end if the step is negative.
fn slice(cut: &Cut) -> Slice {
    let (start, len) = (cut.start as isize, cut.len as isize);
    match len {
        0 => Slice::new(0, Some(0), 1),
        1 => Slice::new(start, Some(start + 1), 1),
        _ if cut.step > 0 => Slice::new(start, Some(start + (len - 1) * cut.step + 1), cut.step),
        _ => Slice::new(start + (len - 1) * cut.step, Some(start + 1), cut.step),
    }
}

/// Tensors joined along an axis.
pub(super) fn concatenate<E: Element>(views: &[View<'_, E>], axis: usize) -> Result<ArrayD<E>> {
    if let Some(first) = views.first() {
        let mut sizes = Shape::from_slice(first.shape());
        if let Some(size) = sizes.get_mut(axis) {
            *size = views.iter().map(|v| v.len_of(Axis(axis))).sum();
        }
        count::<E>(&sizes)?;
    }
    ndarray::concatenate(Axis(axis), views).map_err(fail)
}

/// With elements of `value` added at the ends of the axes.
pub(super) fn pad<E: Element>(
    x: &View<'_, E>,
    paddings: &[(usize, usize)],
    value: Num,
) -> Result<ArrayD<E>> {
    let sizes = x
        .shape()
        .iter()
        .zip(paddings)
        .map(|(&n, &(before, after))| {
            before
                .checked_add(n)
                .and_then(|n| n.checked_add(after))
                .ok_or_else(|| Error::shape(format!("paddings {paddings:?} are too large")))
        });
    let sizes: Shape = sizes.collect::<Result<_>>()?;
    let mut out = filled(&sizes, E::from_num(value))?;
    let mut middle = out.view_mut();
    for (axis, (&(before, _), &n)) in paddings.iter().zip(x.shape()).enumerate() {
        let (start, end) = (before as isize, (before + n) as isize);
        middle.slice_axis_inplace(Axis(axis), Slice::new(start, Some(end), 1));
    }
    middle.assign(x);
    Ok(out)
}

fn out_of_range(index: i64, axis: usize, size: usize) -> Error {
    Error::index(format!(
        "index {index} in an index tensor is out of range for axis {axis}, which has {size} positions"
    ))
}

/// An element of an index tensor as a position in 0..`size`.
fn position<I: Int>(index: I, axis: usize, size: usize) -> Result<usize> {
    let index = index.to_i64();
    usize::try_from(index)
        .ok()
        .filter(|&at| at < size)
        .ok_or_else(|| out_of_range(index, axis, size))
}

/// Entries along `axis` at these positions, a vector.
pub(super) fn take<E: Element, I: Int>(
    x: &View<'_, E>,
    indices: &View<'_, I>,
    axis: usize,
) -> Result<ArrayD<E>> {
    let size = x.len_of(Axis(axis));
    let places = indices.iter().map(|&i| position(i, axis, size));
    let places = places.collect::<Result<Vec<usize>>>()?;
    let mut sizes = Shape::from_slice(x.shape());
    if let Some(n) = sizes.get_mut(axis) {
        *n = places.len();
    }
    let len = count::<E>(&sizes)?;
    let inner: usize = x.shape().iter().skip(axis + 1).product();
    match x.as_slice() {
        // ndarray's `select` goes by views; entries of dense tensors are slices.
        Some(all) if len > 0 => {
            let mut data = room(&sizes)?;
            for group in all.chunks_exact(size * inner) {
                for &place in &places {
                    let entry = group.get(place * inner..(place + 1) * inner);
                    data.extend_from_slice(entry.unwrap_or_default());
                }
            }
            from_vec(&sizes, data)
        }
        _ => Ok(x.select(Axis(axis), &places)),
    }
}

/// The elements in row-major order, without a copy where they lie so.
fn dense<'v, E: Element>(x: &'v View<'_, E>) -> Cow<'v, [E]> {
    match x.as_slice() {
        Some(all) => Cow::Borrowed(all),
        None => Cow::Owned(row_major(x)),
    }
}

/// The places of a mask's true elements, in row-major order.
pub(super) fn nonzero<M: Boolean>(mask: &View<'_, M>) -> ArrayD<i64> {
    let all = dense(mask);
    let places = (0..).zip(all.iter()).filter(|(_, m)| m.is_true());
    let places: Vec<i64> = places.map(|(place, _)| place).collect();
    Array1::from_vec(places).into_dyn()
}

/// `x` with a value where the cuts are.
pub(super) fn assign<E: Element>(
    x: &View<'_, E>,
    cuts: &[Cut],
    value: Operand<'_, Ndarray, E>,
) -> Result<ArrayD<E>> {
    let mut out = from_vec(x.shape(), row_major(x))?;
    let mut region = out.view_mut();
    for (axis, cut) in cuts.iter().enumerate() {
        if !cut.is_full(region.len_of(Axis(axis))) {
            region.slice_axis_inplace(Axis(axis), slice(cut));
        }
    }
    match value {
        Operand::Num(number) => region.fill(E::from_num(number)),
        Operand::Tensor(value) => region.assign(&value),
    }
    Ok(out)
}

/// `x` with other rows at these positions, of which the last for a row stays.
pub(super) fn put<E: Element>(
    x: &View<'_, E>,
    positions: &View<'_, i64>,
    value: Operand<'_, Ndarray, E>,
) -> Result<ArrayD<E>> {
    let size = x.len_of(Axis(0));
    let inner: usize = x.shape().iter().skip(1).product();
    let mut data = row_major(x);
    // A number is one row for all positions.
    let (rows, step) = match &value {
        Operand::Tensor(value) => (dense(value), inner),
        Operand::Num(number) => (Cow::Owned(vec![E::from_num(*number); inner]), 0),
    };
    for (row, &at) in positions.iter().enumerate() {
        let at = position(at, 0, size)? * inner;
        let to = data.get_mut(at..at + inner);
        if let (Some(to), Some(from)) = (to, rows.get(row * step..row * step + inner)) {
            to.copy_from_slice(from);
        }
    }
    from_vec(x.shape(), data)
}

/// Elements along `axis` at these positions; the shapes differ on that axis only.
pub(super) fn gather<E: Element, I: Int>(
    x: &View<'_, E>,
    indices: &View<'_, I>,
    axis: usize,
) -> Result<ArrayD<E>> {
    let size = x.len_of(Axis(axis));
    let (Some(&any), Some(&first)) = (x.first(), indices.first()) else {
        // Positions in an axis that has none, or no positions.
        return match indices.first() {
            Some(index) => Err(out_of_range(index.to_i64(), axis, size)),
            None => from_vec(indices.shape(), Vec::new()),
        };
    };
    let mut out = filled(indices.shape(), any)?;
    let mut checked = position(first, axis, size).map(|_| ());
    Zip::from(out.lanes_mut(Axis(axis)))
        .and(indices.lanes(Axis(axis)))
        .and(x.lanes(Axis(axis)))
        .for_each(|mut to, at, from| {
            for (to, &index) in to.iter_mut().zip(at) {
                match position(index, axis, size) {
                    Ok(place) => *to = from.get(place).copied().unwrap_or(any),
                    Err(error) if checked.is_ok() => checked = Err(error),
                    Err(_) => {}
                }
            }
        });
    checked.map(|()| out)
}

/// A vector with other elements added, each at its position.
pub(super) fn add_at<E: Numeric>(
    x: &View<'_, E>,
    positions: &[usize],
    source: &View<'_, E>,
) -> Result<ArrayD<E>> {
    let mut data = row_major(x);
    for (&at, &more) in positions.iter().zip(source) {
        if let Some(to) = data.get_mut(at) {
            *to = to.wrapping_add(more);
        }
    }
    from_vec(x.shape(), data)
}

/// 1 at the position on a new last axis that each element names, else 0.
pub(super) fn one_hot<I: Int, T: Element>(
    indices: &View<'_, I>,
    classes: usize,
) -> Result<ArrayD<T>> {
    let mut sizes = Shape::from_slice(indices.shape());
    sizes.push(classes);
    let mut out = filled(&sizes, T::from_num(Num::Int(0)))?;
    let one = T::from_num(Num::Int(1));
    for (mut row, &index) in out.rows_mut().into_iter().zip(indices) {
        if let Some(to) = row.get_mut(position(index, indices.ndim(), classes)?) {
            *to = one;
        }
    }
    // With no classes there are rows only where an index asks for one.
    match indices.first() {
        Some(&index) => position(index, indices.ndim(), classes).map(|_| out),
        None => Ok(out),
    }
}
