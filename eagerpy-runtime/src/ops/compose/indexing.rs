//! By index tensors and masks.

use super::{Out, Part};
use crate::args::{Cut, Operand};
use crate::backend::Backend;
use crate::element::{Boolean, Element, Int, Numeric};
use crate::error::{Error, Result};
use crate::num::Num;
use crate::ops::front::{in_range, number_fits};
use crate::shape::{self, Shape};

/// The elements of an index tensor as positions in 0..`size`.
fn checked<B: Backend, I: Int>(
    indices: B::View<'_, I>,
    size: usize,
    axis: usize,
) -> Result<Vec<usize>> {
    let position = |index: Num| {
        let index = index.to_i64();
        let place = usize::try_from(index).ok().filter(|&at| at < size);
        place.ok_or_else(|| {
            Error::index(format!(
                "index {index} in an index tensor is out of range for axis {axis}, which has {size} positions"
            ))
        })
    };
    B::to_nums::<I>(indices)?
        .into_iter()
        .map(position)
        .collect()
}

/// Where the elements of an index tensor lie among all elements of a tensor of this shape, in row-major order.
///
/// Outside of the axis the index tensor may have fewer entries.
fn flat_positions<B: Backend, I: Int>(
    indices: B::View<'_, I>,
    sizes: &[usize],
    axis: usize,
) -> Result<Vec<usize>> {
    let at = B::shape::<I>(&indices);
    let size = sizes.get(axis).copied().unwrap_or(1);
    let mut places = checked::<B, I>(indices, size, axis)?;
    let mut strides: Shape = Shape::from_elem(1, sizes.len());
    let mut stride = 1usize;
    for (to, &n) in strides.iter_mut().zip(sizes).rev() {
        *to = stride;
        stride = stride.saturating_mul(n);
    }
    // The other coordinates are counted up as the elements go by.
    let mut coordinates: Shape = Shape::from_elem(0, at.len());
    for place in &mut places {
        let along = *place * strides.get(axis).copied().unwrap_or(1);
        let others = coordinates.iter().zip(&strides).enumerate();
        let base: usize = others
            .filter(|(i, _)| *i != axis)
            .map(|(_, (c, s))| c * s)
            .sum();
        *place = base + along;
        for (coordinate, &n) in coordinates.iter_mut().zip(&at).rev() {
            *coordinate += 1;
            if *coordinate < n {
                break;
            }
            *coordinate = 0;
        }
    }
    Ok(places)
}

/// Positions of the rank of a tensor, with no more entries outside of the axis.
fn fits_within(sizes: &[usize], at: &[usize], axis: usize) -> Result<()> {
    let fits = at.len() == sizes.len()
        && at
            .iter()
            .zip(sizes)
            .enumerate()
            .all(|(i, (a, n))| i == axis || a <= n);
    match fits {
        true => Ok(()),
        false => Err(Error::shape(format!(
            "indices {at:?} do not lie within {sizes:?} outside of axis {axis}"
        ))),
    }
}

/// The part of a source that belongs to positions of this shape.
fn source_for<'p, B: Backend, E: Element>(
    source: &'p Part<'_, B, E>,
    at: &[usize],
) -> Result<Part<'p, B, E>> {
    let sizes = source.shape();
    if sizes.len() != at.len() || sizes.iter().zip(at).any(|(n, a)| n < a) {
        return Err(Error::shape(format!(
            "the source {sizes:?} has not an element for each of the indices {at:?}"
        )));
    }
    let cuts: Vec<Cut> = at.iter().map(|&len| Cut::full(len)).collect();
    B::slice::<E>(source.view(), &cuts, &[], &[]).map(Part)
}

/// Elements at positions along an axis; the last for one position stays.
pub fn scatter<B: Backend, E: Element, I: Int>(
    x: B::View<'_, E>,
    indices: B::View<'_, I>,
    source: Operand<'_, B, E>,
    axis: usize,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let (sizes, at) = (x.shape(), B::shape::<I>(&indices));
    fits_within(&sizes, &at, axis)?;
    match source {
        Operand::Tensor(source) => {
            let source = Part::<B, E>::of(source)?;
            let source = source_for(&source, &at)?;
            scatter_at::<B, E, I>(&x, indices, Operand::from(&source), axis)
        }
        number => scatter_at::<B, E, I>(&x, indices, number, axis),
    }
}

/// The same; a source has the shape of the positions.
fn scatter_at<B: Backend, E: Element, I: Int>(
    x: &Part<'_, B, E>,
    indices: B::View<'_, I>,
    source: Operand<'_, B, E>,
    axis: usize,
) -> Out<B, E> {
    let sizes = x.shape();
    if let Operand::Num(number) = &source {
        in_range(*number, B::dtype::<E>(&x.view()))?;
    }
    let places = flat_positions::<B, I>(indices, &sizes, axis)?;
    if places.is_empty() {
        return x.copied();
    }
    let count = places.len();
    let flat = x.reshape(&[shape::size(&sizes)])?;
    let places = x.indices(places)?;
    let out: Part<'_, B, E> = match source {
        Operand::Num(number) => {
            B::put::<E>(flat.view(), places.view(), Operand::Num(number)).map(Part)?
        }
        Operand::Tensor(source) => {
            let source = Part::<B, E>::of(source)?;
            let source = source.reshape(&[count])?;
            B::put::<E>(flat.view(), places.view(), Operand::from(&source)).map(Part)?
        }
    };
    out.reshape(&sizes)?.copied()
}

/// Elements added at positions along an axis.
pub fn scatter_add<B: Backend, E: Numeric, I: Int>(
    x: B::View<'_, E>,
    indices: B::View<'_, I>,
    source: B::View<'_, E>,
    axis: usize,
) -> Out<B, E> {
    let (x, source) = (Part::<B, E>::of(x)?, Part::<B, E>::of(source)?);
    let (sizes, at) = (x.shape(), B::shape::<I>(&indices));
    fits_within(&sizes, &at, axis)?;
    let source = source_for(&source, &at)?;
    let places = flat_positions::<B, I>(indices, &sizes, axis)?;
    if places.is_empty() {
        return x.copied();
    }
    let flat = x.reshape(&[shape::size(&sizes)])?;
    let source = source.reshape(&[places.len()])?;
    let out: Part<'_, B, E> = B::add_at::<E>(flat.view(), &places, source.view()).map(Part)?;
    out.reshape(&sizes)?.copied()
}

/// Entries added to those of an axis.
pub fn index_add<B: Backend, E: Numeric, I: Int>(
    x: B::View<'_, E>,
    indices: B::View<'_, I>,
    source: B::View<'_, E>,
    axis: usize,
) -> Out<B, E> {
    let (sizes, wide) = (B::shape::<E>(&x), B::shape::<E>(&source));
    let at = B::shape::<I>(&indices);
    let &[count] = at.as_slice() else {
        return Err(Error::shape(format!("indices are a vector, not {at:?}")));
    };
    let mut needed = sizes.clone();
    if let Some(n) = needed.get_mut(axis) {
        *n = count;
    }
    if wide != needed {
        return Err(Error::shape(format!(
            "the source of {count} indices on axis {axis} of {sizes:?} is {needed:?}, not {wide:?}"
        )));
    }
    // Of no elements the positions are looked at all the same.
    let size = sizes.get(axis).copied().unwrap_or(1);
    checked::<B, I>(indices.clone(), size, axis)?;
    let others: Shape = (0..sizes.len()).filter(|&a| a != axis).collect();
    let indices = Part::<B, I>::of(indices)?;
    let indices = indices.expand_dims(&others)?;
    let indices = indices.broadcast_to(&needed)?;
    B::scatter_add::<E, I>(x, indices.view(), source, axis)
}

/// Values at positions that are broadcast to the tensor outside of the axis.
pub fn put_along_axis<B: Backend, E: Element, I: Int>(
    x: B::View<'_, E>,
    indices: B::View<'_, I>,
    values: Operand<'_, B, E>,
    axis: usize,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let indices = Part::<B, I>::of(indices)?;
    let (sizes, at) = (x.shape(), indices.shape());
    if sizes.len() != at.len() {
        return Err(Error::shape(format!(
            "indices {at:?} do not have the rank of {sizes:?}"
        )));
    }
    let mut to = sizes.clone();
    if let (Some(n), Some(&len)) = (to.get_mut(axis), at.get(axis)) {
        *n = len;
    }
    shape::broadcasts_to(&at, &to)?;
    let indices = indices.broadcast_to(&to)?;
    match values {
        Operand::Num(number) => {
            scatter_at::<B, E, I>(&x, indices.view(), Operand::Num(number), axis)
        }
        Operand::Tensor(values) => {
            shape::broadcasts_to(&B::shape::<E>(&values), &to)?;
            let values = Part::<B, E>::of(values)?;
            let values = values.broadcast_to(&to)?;
            scatter_at::<B, E, I>(&x, indices.view(), Operand::from(&values), axis)
        }
    }
}

/// A value where a mask is true.
pub fn masked_fill<B: Backend, E: Element, M: Boolean>(
    x: B::View<'_, E>,
    mask: B::View<'_, M>,
    value: Operand<'_, B, E>,
) -> Out<B, E> {
    let sizes = B::shape::<E>(&x);
    shape::broadcasts_to(&B::shape::<M>(&mask), &sizes)?;
    shape::broadcasts_to(&value.shape(), &sizes)?;
    if let Operand::Num(number) = &value {
        in_range(*number, B::dtype::<E>(&x))?;
    }
    B::where_::<M, E>(mask, value, Operand::Tensor(x))
}

/// A value in each row at the position that an index names, else 0.
pub fn onehot_like<B: Backend, E: Numeric, I: Int>(
    x: B::View<'_, E>,
    indices: B::View<'_, I>,
    value: Num,
) -> Out<B, E> {
    let dtype = B::dtype::<E>(&x);
    number_fits(value, dtype)?;
    in_range(value, dtype)?;
    let x = Part::<B, E>::of(x)?;
    let classes = x.dim(1);
    let places = x.indices(checked::<B, I>(indices, classes, 1)?)?;
    let here = places.expand_dims(&[1])?;
    let here = x.positions(classes)?.eq(&here)?;
    let (value, zero) = (x.filled(value)?, x.filled(Num::Int(0))?);
    Ok(here.choose(&value, &zero)?.0)
}
