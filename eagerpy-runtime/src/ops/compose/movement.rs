//! Axes and elements moved about.

use super::{Out, Part, joined};
use crate::args::Operand;
use crate::backend::Backend;
use crate::element::{Element, Numeric};
use crate::error::{Error, Result};
use crate::num::Num;
use crate::shape::{self, Shape};

/// Results of one element type.
pub type List<B, E> = Result<Vec<<B as Backend>::Tensor<'static, E>>>;

fn too_large(what: &str) -> Error {
    Error::shape(format!("{what} is too large for a tensor"))
}

/// All of a list in the shape that they broadcast to.
pub fn broadcast_arrays<B: Backend, E: Element>(tensors: &[B::View<'_, E>]) -> List<B, E> {
    let mut to = Shape::new();
    for tensor in tensors {
        to = shape::broadcast(&to, &B::shape::<E>(tensor))?;
    }
    tensors
        .iter()
        .map(|tensor| {
            Part::<B, E>::of(tensor.clone())?
                .broadcast_to(&to)?
                .copied()
        })
        .collect()
}

/// One tensor for each vector, along an axis of its own.
pub fn meshgrid<B: Backend, E: Element>(tensors: &[B::View<'_, E>], indexing: &str) -> List<B, E> {
    let mut to = Shape::new();
    for tensor in tensors {
        match B::shape::<E>(tensor).as_slice() {
            [n] => to.push(*n),
            other => return Err(Error::shape(format!("takes vectors, not {other:?}"))),
        }
    }
    let swapped = indexing == "xy" && tensors.len() > 1;
    if swapped {
        to.swap(0, 1);
    }
    let grid = |(place, tensor): (usize, &B::View<'_, E>)| {
        let axis = match place {
            0 | 1 if swapped => 1 - place,
            place => place,
        };
        let new: Shape = (0..to.len()).filter(|&a| a != axis).collect();
        let vector = Part::<B, E>::of(tensor.clone())?;
        vector.expand_dims(&new)?.broadcast_to(&to)?.copied()
    };
    tensors.iter().enumerate().map(grid).collect()
}

/// Parts of an axis with these sizes, one behind the other.
fn parts<B: Backend, E: Element>(x: &Part<'_, B, E>, axis: usize, sizes: &[usize]) -> List<B, E> {
    let mut start = 0;
    let part = |&size: &usize| {
        let part = x.narrow(axis, start, size)?.copied();
        start += size;
        part
    };
    sizes.iter().map(part).collect()
}

/// Equal parts of an axis, or those of these sizes.
pub fn split<B: Backend, E: Element>(
    x: B::View<'_, E>,
    sections: Option<usize>,
    axis: usize,
    sizes: Option<&[i64]>,
) -> List<B, E> {
    let x = Part::<B, E>::of(x)?;
    let n = x.dim(axis);
    match (sections, sizes) {
        (Some(0), None) => Err(Error::value("0 sections")),
        (Some(sections), None) if !n.is_multiple_of(sections) => Err(Error::shape(format!(
            "axis {axis} of {:?} does not fall into {sections} equal parts; `chunk` has a shorter last one",
            x.shape()
        ))),
        (Some(sections), None) => parts(&x, axis, &vec![n / sections; sections]),
        (None, Some(sizes)) => {
            let sizes = shape::sizes(sizes)?;
            let sum = sizes.iter().try_fold(0usize, |sum, &n| sum.checked_add(n));
            if sum != Some(n) {
                return Err(Error::shape(format!(
                    "sizes {sizes:?} do not add up to the {n} of axis {axis}"
                )));
            }
            parts(&x, axis, &sizes)
        }
        (Some(_), Some(_)) => Err(Error::value("`sections` and `sizes` are both given")),
        (None, None) => Err(Error::value("neither `sections` nor `sizes` is given")),
    }
}

/// Parts of ⌈n / chunks⌉ entries.
pub fn chunk<B: Backend, E: Element>(x: B::View<'_, E>, chunks: usize, axis: usize) -> List<B, E> {
    let x = Part::<B, E>::of(x)?;
    let n = x.dim(axis);
    if chunks == 0 {
        return Err(Error::value("0 chunks"));
    }
    let size = n.div_ceil(chunks);
    let sizes: Vec<usize> = match n {
        0 => vec![0; chunks],
        n => (0..n)
            .step_by(size)
            .map(|start| size.min(n - start))
            .collect(),
    };
    parts(&x, axis, &sizes)
}

/// The entries of an axis.
pub fn unstack<B: Backend, E: Element>(x: B::View<'_, E>, axis: usize) -> List<B, E> {
    let x = Part::<B, E>::of(x)?;
    (0..x.dim(axis))
        .map(|place| x.at(axis, place)?.copied())
        .collect()
}

/// Each entry of an axis as often as it says.
pub fn repeat<B: Backend, E: Element>(
    x: B::View<'_, E>,
    repeats: &[i64],
    axis: usize,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let n = x.dim(axis);
    let counts = repeats
        .iter()
        .map(|&n| usize::try_from(n).map_err(|_| Error::value(format!("{n} repeats of an entry"))))
        .collect::<Result<Vec<usize>>>()?;
    if let [count] = counts.as_slice() {
        // A new axis behind it, as wide as there are copies.
        let mut wide = x.shape();
        wide.insert(axis + 1, *count);
        let mut to = x.shape();
        if let Some(size) = to.get_mut(axis) {
            *size = n
                .checked_mul(*count)
                .ok_or_else(|| too_large("the result"))?;
        }
        let copies = x.expand_dims(&[axis + 1])?;
        return copies.broadcast_to(&wide)?.reshape(&to)?.copied();
    }
    if counts.len() != n {
        return Err(Error::shape(format!(
            "{} repeats for the {n} entries of axis {axis}",
            counts.len()
        )));
    }
    let places = counts
        .iter()
        .enumerate()
        .flat_map(|(place, &count)| std::iter::repeat_n(place, count));
    Ok(x.take(&x.indices(places)?, axis)?.0)
}

/// The whole several times over along each axis.
pub fn tile<B: Backend, E: Element>(x: B::View<'_, E>, multiples: &[usize]) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let sizes = x.shape();
    if multiples.len() != sizes.len() {
        return Err(Error::shape(format!(
            "{} multiples for {} axes of {sizes:?}",
            multiples.len(),
            sizes.len()
        )));
    }
    // A new axis in front of each, as wide as there are copies.
    let fronts: Shape = (0..sizes.len()).map(|axis| 2 * axis).collect();
    let wide: Shape = sizes
        .iter()
        .zip(multiples)
        .flat_map(|(&n, &count)| [count, n])
        .collect();
    let to = sizes
        .iter()
        .zip(multiples)
        .map(|(n, count)| n.checked_mul(*count).ok_or_else(|| too_large("the result")));
    let to = to.collect::<Result<Shape>>()?;
    let copies = x.expand_dims(&fronts)?;
    copies.broadcast_to(&wide)?.reshape(&to)?.copied()
}

/// Steps one after the other, or a copy where there are none.
fn each<B: Backend, E: Element, S>(
    x: B::View<'_, E>,
    steps: impl IntoIterator<Item = S>,
    run: impl Fn(&Part<'_, B, E>, S) -> Result<Part<'static, B, E>>,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let mut out: Option<Part<'static, B, E>> = None;
    for step in steps {
        let next = match &out {
            Some(out) => run(out, step)?,
            None => run(&x, step)?,
        };
        out = Some(next);
    }
    match out {
        Some(out) => Ok(out.0),
        None => x.copied(),
    }
}

/// Axes by shifts that are smaller than they are.
pub fn roll<B: Backend, E: Element>(x: B::View<'_, E>, by: &[(usize, usize)]) -> Out<B, E> {
    let moving = by.iter().filter(|(_, shift)| *shift > 0);
    each::<B, E, _>(x, moving, |x, &(axis, shift)| {
        let rest = x.dim(axis).saturating_sub(shift);
        joined(
            &[x.narrow(axis, rest, shift)?, x.narrow(axis, 0, rest)?],
            axis,
        )
    })
}

/// Turned by 90 degrees, `k` times.
pub fn rot90<B: Backend, E: Element>(x: B::View<'_, E>, k: i64, axes: Option<&[i64]>) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let rank = x.shape().len();
    let &[first, second] = axes.unwrap_or(&[0, 1]) else {
        return Err(Error::axis("a plane has two axes"));
    };
    let (first, second) = (shape::axis(first, rank)?, shape::axis(second, rank)?);
    if first == second {
        return Err(Error::axis(format!("axis {first} twice is no plane")));
    }
    let mut order: Shape = (0..rank).collect();
    order.swap(first, second);
    match k.rem_euclid(4) {
        0 => x.copied(),
        1 => x.flip(&[second])?.transpose(&order)?.copied(),
        2 => x.flip(&[first, second])?.copied(),
        _ => x.flip(&[first])?.transpose(&order)?.copied(),
    }
}

/// The positions from which a padding of an axis of `n` entries comes.
pub(super) fn padding(
    mode: &str,
    n: usize,
    before: usize,
    after: usize,
    axis: usize,
) -> Result<Vec<usize>> {
    let fail = |why: String| Error::shape(format!("axis {axis} {why}"));
    if n == 0 {
        return Err(fail("has no elements to pad with".to_owned()));
    }
    if mode == "reflect" && before.max(after) >= n {
        return Err(fail(format!(
            "of {n} elements reflects {} at most, not {}",
            n - 1,
            before.max(after)
        )));
    }
    let count = before
        .checked_add(n)
        .and_then(|count| count.checked_add(after))
        .filter(|&count| isize::try_from(count).is_ok())
        .ok_or_else(|| too_large("the padding"))?;
    let at = |place: usize| match mode {
        "reflect" if place < before => before - place,
        "reflect" if place >= before + n => before + 2 * (n - 1) - place,
        "wrap" => (place + (n - before % n)) % n,
        // What is nearest.
        _ => place.saturating_sub(before).min(n - 1),
    };
    Ok((0..count).map(at).collect())
}

/// With elements of its own added at the ends of the axes.
pub fn pad_with_own<B: Backend, E: Element>(
    x: B::View<'_, E>,
    paddings: &[(usize, usize)],
    mode: &str,
) -> Out<B, E> {
    // Checked before anything is computed.
    let sizes = B::shape::<E>(&x);
    let axes = sizes.iter().zip(paddings).enumerate();
    let places = axes
        .filter(|(_, (_, pads))| **pads != (0, 0))
        .map(|(axis, (&n, &(before, after)))| {
            padding(mode, n, before, after, axis).map(|places| (axis, places))
        })
        .collect::<Result<Vec<_>>>()?;
    each::<B, E, _>(x, places, |x, (axis, places)| {
        x.take(&x.indices(places)?, axis)
    })
}

/// The windows along an axis.
pub fn sliding_window<B: Backend, E: Element>(
    x: B::View<'_, E>,
    size: usize,
    step: usize,
    axis: usize,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let n = x.dim(axis);
    if step == 0 {
        return Err(Error::value("the step is 0"));
    }
    let Some(room) = n.checked_sub(size) else {
        return Err(Error::shape(format!(
            "a window of {size} on axis {axis} of {:?}",
            x.shape()
        )));
    };
    let count = room / step + 1;
    let places = (0..count).flat_map(|window| window * step..window * step + size);
    let taken = x.take(&x.indices(places)?, axis)?;
    let mut wide = x.shape();
    if let Some(n) = wide.get_mut(axis) {
        *n = count;
    }
    wide.insert(axis + 1, size);
    let last = wide.len() - 1;
    taken.reshape(&wide)?.moved(axis + 1, last)?.copied()
}

/// Rows and columns of a matrix as integers, and of each element the number of the diagonal that it is on, above
/// the main one.
fn above<B: Backend, E: Element>(
    like: &Part<'_, B, E>,
    n: usize,
    m: usize,
) -> Result<Part<'static, B, i64>> {
    let (rows, columns) = (like.positions(n)?, like.positions(m)?);
    let rows = rows.expand_dims(&[1])?;
    columns.sub(&rows)
}

/// The elements where a mask over the last axes is true, else 0.
fn kept<B: Backend, E: Element>(
    x: &Part<'_, B, E>,
    mask: &Part<'_, B, bool>,
) -> Result<Part<'static, B, E>> {
    let zero = x.filled(Num::Int(0))?;
    let mask = mask.broadcast_to(&x.shape())?;
    B::where_::<bool, E>(mask.view(), x.into(), Operand::from(&zero)).map(Part)
}

fn triangle<B: Backend, E: Element>(x: B::View<'_, E>, k: i64, lower: bool) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let sizes = x.shape();
    let &[.., n, m] = sizes.as_slice() else {
        return Err(Error::shape(format!("takes matrices, not {sizes:?}")));
    };
    let above = above(&x, n, m)?;
    let mask = match lower {
        true => above.le(k)?,
        false => above.ge(k)?,
    };
    Ok(kept(&x, &mask)?.0)
}

/// The lower triangle.
pub fn tril<B: Backend, E: Element>(x: B::View<'_, E>, k: i64) -> Out<B, E> {
    triangle::<B, E>(x, k, true)
}

/// The upper triangle.
pub fn triu<B: Backend, E: Element>(x: B::View<'_, E>, k: i64) -> Out<B, E> {
    triangle::<B, E>(x, k, false)
}

/// A diagonal of two axes, as the last axis. In row-major order its elements are m + 1 apart.
pub fn diagonal<B: Backend, E: Element>(
    x: B::View<'_, E>,
    offset: i64,
    axis1: usize,
    axis2: usize,
) -> Out<B, E> {
    if axis1 == axis2 {
        return Err(Error::axis(format!("axis {axis1} twice has no diagonal")));
    }
    let x = Part::<B, E>::of(x)?;
    let others = (0..x.shape().len()).filter(|&a| a != axis1 && a != axis2);
    let order: Shape = others.chain([axis1, axis2]).collect();
    let moved = x.transpose(&order)?;
    let sizes = moved.shape();
    let &[ref lead @ .., n, m] = sizes.as_slice() else {
        return Err(Error::axis("a diagonal has two axes"));
    };
    let far = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
    let (row, column) = if offset < 0 { (far, 0) } else { (0, far) };
    let len = n.saturating_sub(row).min(m.saturating_sub(column));
    let axis = lead.len();
    let mut flat = Shape::from_slice(lead);
    flat.push(n * m);
    let flat = moved.reshape(&flat)?;
    let start = if len == 0 { 0 } else { row * m + column };
    let step = isize::try_from(m + 1).map_err(|_| too_large("the matrix"))?;
    flat.strided(axis, start, len, step)?.copied()
}

/// The sum of the diagonal of the last two axes.
pub fn trace<B: Backend, E: Numeric>(x: B::View<'_, E>, offset: i64) -> Out<B, E::Sum> {
    let rank = B::shape::<E>(&x).len();
    let (Some(rows), Some(columns)) = (rank.checked_sub(2), rank.checked_sub(1)) else {
        return Err(Error::shape("takes matrices"));
    };
    let diagonal = B::diagonal::<E>(x, offset, rows, columns)?;
    B::sum::<E>(B::borrow::<E>(&diagonal), &[rows], false)
}

/// Of a vector a matrix, of a matrix its diagonal.
pub fn diag<B: Backend, E: Element>(x: B::View<'_, E>, k: i64) -> Out<B, E> {
    match B::shape::<E>(&x).as_slice() {
        [_] => B::diag_embed::<E>(x, k),
        [_, _] => B::diagonal::<E>(x, k, 0, 1),
        other => Err(Error::shape(format!(
            "takes a vector or a matrix, not {other:?}"
        ))),
    }
}

/// The last axis on a diagonal of two.
pub fn diag_embed<B: Backend, E: Element>(x: B::View<'_, E>, offset: i64) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let sizes = x.shape();
    let Some((&n, lead)) = sizes.split_last() else {
        return Err(Error::shape("a scalar has no last axis"));
    };
    let far = usize::try_from(offset.unsigned_abs()).map_err(|_| too_large("the offset"))?;
    let size = n.checked_add(far).ok_or_else(|| too_large("the offset"))?;
    let mut to = Shape::from_slice(lead);
    to.extend([size, size]);
    to.iter()
        .try_fold(1usize, |all, &n| all.checked_mul(n))
        .filter(|&all| isize::try_from(all).is_ok())
        .ok_or_else(|| too_large("the matrix"))?;
    let mut pads: Vec<(usize, usize)> = vec![(0, 0); sizes.len()];
    if let Some(last) = pads.last_mut() {
        last.1 = far;
    }
    let zero = match B::dtype::<E>(&x.view()) {
        Some(crate::DType::Bool) => Num::Bool(false),
        _ => Num::Int(0),
    };
    let long = x.pad(&pads, zero)?;
    // Above the main diagonal an element stands in its row, below it in its column.
    let axis = if offset < 0 {
        lead.len()
    } else {
        lead.len() + 1
    };
    let wide = long.expand_dims(&[axis])?;
    let wide = wide.broadcast_to(&to)?;
    let mask = above(&x, size, size)?.eq(offset)?;
    Ok(kept(&wide, &mask)?.0)
}
