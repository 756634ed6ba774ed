//! Shapes as numbers: broadcasting, axes and sizes, checked in the same words for every backend.

use std::ops::Deref;

use smallvec::SmallVec;

use crate::dtype::DType;
use crate::error::{Error, Result};

/// Sizes of the axes; on the stack up to rank 6.
pub type Shape = SmallVec<[usize; 6]>;

/// Sizes of a tensor's axes, lent where the framework keeps them as such.
#[derive(Clone, Debug)]
pub enum Sizes<'a> {
    /// The framework's own.
    Lent(&'a [usize]),
    /// A copy.
    Own(Shape),
}

impl Deref for Sizes<'_> {
    type Target = [usize];
    #[inline]
    fn deref(&self) -> &[usize] {
        match self {
            Sizes::Lent(sizes) => sizes,
            Sizes::Own(sizes) => sizes,
        }
    }
}

/// `f32[2, 3]`, or `[2, 3]` where the element type is of no interest.
pub fn show(dtype: Option<DType>, shape: &[usize]) -> String {
    match dtype {
        Some(dtype) => format!("{dtype}{shape:?}"),
        None => format!("{shape:?}"),
    }
}

/// Number of elements.
pub fn size(shape: &[usize]) -> usize {
    shape.iter().product()
}

/// Is there memory for a tensor of these sizes? Frameworks abort where there is none.
///
/// # Errors
/// [`Shape`](crate::ErrorKind::Shape) if not.
pub fn room(shape: &[usize]) -> Result<()> {
    // The widest element type.
    const WIDTH: usize = 8;
    // Below it is not worth asking.
    const SMALL: usize = 1 << 28;
    let fail = || Error::shape(format!("no memory holds a tensor of shape {shape:?}"));
    // Strides leave zeros out of account, so the limit holds for the other sizes.
    let others = shape.iter().filter(|&&n| n > 0);
    let span = others.copied().try_fold(WIDTH, usize::checked_mul);
    let span = span
        .filter(|&span| isize::try_from(span).is_ok())
        .ok_or_else(fail)?;
    if span > SMALL && !shape.contains(&0) {
        Vec::<u8>::new()
            .try_reserve_exact(span)
            .map_err(|_| fail())?;
    }
    Ok(())
}

/// The shape of two tensors broadcast together, by NumPy's rule: aligned at the last axis, sizes
/// equal or one of them 1.
///
/// # Errors
/// [`Shape`](crate::ErrorKind::Shape) if two sizes differ and neither is 1.
pub fn broadcast(a: &[usize], b: &[usize]) -> Result<Shape> {
    let rank = a.len().max(b.len());
    let mut out = Shape::from_elem(1, rank);
    for (back, size) in out.iter_mut().rev().enumerate() {
        let left = from_back(a, back);
        let right = from_back(b, back);
        *size = match (left, right) {
            (l, r) if l == r => l,
            (1, r) => r,
            (l, 1) => l,
            (l, r) => {
                return Err(Error::shape(format!(
                    "shapes {a:?} and {b:?} do not broadcast: {l} and {r} on axis -{}",
                    back + 1
                )));
            }
        };
    }
    Ok(out)
}

fn from_back(shape: &[usize], back: usize) -> usize {
    shape.iter().rev().nth(back).copied().unwrap_or(1)
}

/// An axis counted from the front. Negative ones count from the end.
///
/// # Errors
/// [`Axis`](crate::ErrorKind::Axis) if it is out of range.
#[inline]
pub fn axis(axis: i64, rank: usize) -> Result<usize> {
    let signed = rank as i64;
    let counted = if axis < 0 { axis + signed } else { axis };
    if (0..signed).contains(&counted) {
        Ok(counted as usize)
    } else if rank == 0 {
        Err(Error::axis(format!(
            "axis {axis} of a scalar, which has none"
        )))
    } else {
        Err(Error::axis(format!(
            "axis {axis} is out of range for {rank} {}: -{rank} to {}",
            if rank == 1 { "axis" } else { "axes" },
            rank - 1
        )))
    }
}

/// Axes counted from the front, in ascending order.
///
/// # Errors
/// [`Axis`](crate::ErrorKind::Axis) if one is out of range or stands twice.
pub fn axes(axes: &[i64], rank: usize) -> Result<Shape> {
    let mut out = Shape::new();
    for &a in axes {
        let counted = axis(a, rank)?;
        if out.contains(&counted) {
            return Err(Error::axis(format!("axis {a} stands twice in {axes:?}")));
        }
        out.push(counted);
    }
    out.sort_unstable();
    Ok(out)
}

/// A permutation of all axes, counted from the front.
///
/// # Errors
/// [`Axis`](crate::ErrorKind::Axis) if it is none.
pub fn permutation(order: &[i64], rank: usize) -> Result<Shape> {
    if order.len() != rank {
        return Err(Error::axis(format!(
            "axes {order:?} do not name each of {rank} axes once"
        )));
    }
    let mut out = Shape::new();
    for &a in order {
        let counted = axis(a, rank)?;
        if out.contains(&counted) {
            return Err(Error::axis(format!("axis {a} stands twice in {order:?}")));
        }
        out.push(counted);
    }
    Ok(out)
}

/// The order of axes that brings those of `source` to the places `destination`; the others keep theirs.
///
/// # Errors
/// [`Axis`](crate::ErrorKind::Axis) if the lists have different lengths, or one names an axis twice or one that is
/// out of range.
pub fn moved(source: &[i64], destination: &[i64], rank: usize) -> Result<Shape> {
    if source.len() != destination.len() {
        return Err(Error::axis(format!(
            "{} axes for {} places: {source:?} and {destination:?}",
            source.len(),
            destination.len()
        )));
    }
    axes(source, rank)?;
    axes(destination, rank)?;
    let mut pairs: SmallVec<[(usize, usize); 6]> = SmallVec::new();
    for (&from, &to) in source.iter().zip(destination) {
        pairs.push((axis(to, rank)?, axis(from, rank)?));
    }
    pairs.sort_unstable();
    let mut order: Shape = (0..rank)
        .filter(|axis| pairs.iter().all(|(_, from)| from != axis))
        .collect();
    for (to, from) in pairs {
        order.insert(to.min(order.len()), from);
    }
    Ok(order)
}

/// The shape after a reduction of `axes` (counted, ascending).
pub fn reduced(shape: &[usize], axes: &[usize], keepdims: bool) -> Shape {
    shape
        .iter()
        .enumerate()
        .filter_map(|(i, &n)| match (axes.contains(&i), keepdims) {
            (false, _) => Some(n),
            (true, true) => Some(1),
            (true, false) => None,
        })
        .collect()
}

/// The sizes of a `reshape`, with one -1 worked out.
///
/// # Errors
/// [`Shape`](crate::ErrorKind::Shape) if the number of elements cannot stay the same.
pub fn reshape(from: &[usize], to: &[i64]) -> Result<Shape> {
    let total = size(from);
    let fail = || {
        Error::shape(format!(
            "{from:?} ({total} elements) does not reshape to {to:?}"
        ))
    };
    let mut known = 1usize;
    let mut open = None;
    for (i, &n) in to.iter().enumerate() {
        match (n, open) {
            (-1, None) => open = Some(i),
            (n, _) => {
                let n = usize::try_from(n).map_err(|_| fail())?;
                known = known.checked_mul(n).ok_or_else(fail)?;
            }
        }
    }
    if open.is_none() && known != total {
        return Err(fail());
    }
    if open.is_some() && (known == 0 || !total.is_multiple_of(known)) {
        return Err(fail());
    }
    to.iter()
        .map(|&n| match n {
            -1 => Ok(total / known),
            n => usize::try_from(n).map_err(|_| fail()),
        })
        .collect()
}

/// Sizes given by a user: none negative.
///
/// # Errors
/// [`Shape`](crate::ErrorKind::Shape) if one is negative.
pub fn sizes(shape: &[i64]) -> Result<Shape> {
    shape
        .iter()
        .map(|&n| {
            usize::try_from(n).map_err(|_| Error::shape(format!("negative size in {shape:?}")))
        })
        .collect()
}

/// Can `from` be broadcast to `to`?
///
/// # Errors
/// [`Shape`](crate::ErrorKind::Shape) if not.
pub fn broadcasts_to(from: &[usize], to: &[usize]) -> Result<()> {
    let fits = from.len() <= to.len()
        && from
            .iter()
            .rev()
            .zip(to.iter().rev())
            .all(|(&f, &t)| f == t || f == 1);
    if fits {
        Ok(())
    } else {
        Err(Error::shape(format!(
            "shape {from:?} does not broadcast to {to:?}"
        )))
    }
}
