//! One pass over one, two or three operands that broadcast.

use eagerpy_runtime::{Element, Error, Numeric, Operand, Result, shape};
use ndarray::{ArrayD, ArrayView1, Zip};

use super::super::Ndarray;
use super::super::convert::{View, broadcast, filled, from_vec, room};

/// Rows shorter than this are not worth a loop of their own.
const SHORT_ROW: usize = 8;

/// `f` of every element. The result has the layout of `x`, if that is dense.
#[inline]
pub(super) fn map<E: Copy, T>(x: &View<'_, E>, f: impl Fn(E) -> T) -> Result<ArrayD<T>> {
    if let Some(all) = x.as_slice() {
        return from_vec(x.shape(), all.iter().map(|&v| f(v)).collect());
    }
    Ok(if x.as_slice_memory_order().is_some() {
        x.map(|&v| f(v))
    } else {
        // `Zip` walks inner axes in a plain loop, where the iterator over `IxDyn` does not.
        Zip::from(x).map_collect(|&v| f(v))
    })
}

/// `f` of every two elements. A number is never made an array.
#[inline]
pub(super) fn map_pair<E: Element, T: Copy>(
    x: Operand<'_, Ndarray, E>,
    y: Operand<'_, Ndarray, E>,
    f: impl Fn(E, E) -> T,
) -> Result<ArrayD<T>> {
    match (x, y) {
        (Operand::Tensor(x), Operand::Tensor(y)) => zip(&x, &y, f),
        (Operand::Tensor(x), Operand::Num(n)) => {
            let n = E::from_num(n);
            map(&x, |v| f(v, n))
        }
        (Operand::Num(n), Operand::Tensor(y)) => {
            let n = E::from_num(n);
            map(&y, |v| f(n, v))
        }
        (Operand::Num(x), Operand::Num(y)) => filled(&[], f(E::from_num(x), E::from_num(y))),
    }
}

/// `f` of every two elements of two tensors.
#[inline]
pub(super) fn zip<A: Copy, B: Copy, T>(
    x: &View<'_, A>,
    y: &View<'_, B>,
    f: impl Fn(A, B) -> T,
) -> Result<ArrayD<T>> {
    if x.shape() == y.shape() {
        if let (Some(left), Some(right)) = (x.as_slice(), y.as_slice()) {
            let data = left.iter().zip(right).map(|(&a, &b)| f(a, b)).collect();
            return from_vec(x.shape(), data);
        }
        return Ok(Zip::from(x).and(y).map_collect(|&a, &b| f(a, b)));
    }
    let sizes = shape::broadcast(x.shape(), y.shape())?;
    let mut data = room(&sizes)?;
    let (x, y) = (broadcast(x, &sizes)?, broadcast(y, &sizes)?);
    if sizes.last().is_some_and(|&n| n < SHORT_ROW) {
        return Ok(Zip::from(&x).and(&y).map_collect(|&a, &b| f(a, b)));
    }
    for (left, right) in x.rows().into_iter().zip(y.rows()) {
        zip_row(left, right, &f, &mut data);
    }
    from_vec(&sizes, data)
}

/// One row, in a loop that the compiler can vectorise if each side is a slice or one number.
fn zip_row<A: Copy, B: Copy, T>(
    left: ArrayView1<'_, A>,
    right: ArrayView1<'_, B>,
    f: impl Fn(A, B) -> T,
    out: &mut Vec<T>,
) {
    match (left.to_slice(), right.to_slice()) {
        (Some(a), Some(b)) => out.extend(a.iter().zip(b).map(|(&a, &b)| f(a, b))),
        (Some(a), None) => match repeated(&right) {
            Some(b) => out.extend(a.iter().map(|&a| f(a, b))),
            None => out.extend(a.iter().zip(right).map(|(&a, &b)| f(a, b))),
        },
        (None, Some(b)) => match repeated(&left) {
            Some(a) => out.extend(b.iter().map(|&b| f(a, b))),
            None => out.extend(left.into_iter().zip(b).map(|(&a, &b)| f(a, b))),
        },
        (None, None) => out.extend(left.into_iter().zip(right).map(|(&a, &b)| f(a, b))),
    }
}

/// The element that makes up a whole row.
fn repeated<E: Copy>(row: &ArrayView1<'_, E>) -> Option<E> {
    (row.strides().first() == Some(&0))
        .then(|| row.first().copied())
        .flatten()
}

/// `x` where the mask is true, else `y`: a select, so the other branch never shows.
pub(super) fn choose<M: Element, E: Element>(
    mask: &View<'_, M>,
    x: Operand<'_, Ndarray, E>,
    y: Operand<'_, Ndarray, E>,
) -> Result<ArrayD<E>> {
    match (x, y) {
        (Operand::Num(x), Operand::Num(y)) => {
            let (x, y) = (E::from_num(x), E::from_num(y));
            map(mask, |m| if m.is_true() { x } else { y })
        }
        (Operand::Tensor(x), Operand::Num(y)) => {
            let y = E::from_num(y);
            zip(mask, &x, |m, x| if m.is_true() { x } else { y })
        }
        (Operand::Num(x), Operand::Tensor(y)) => {
            let x = E::from_num(x);
            zip(mask, &y, |m, y| if m.is_true() { x } else { y })
        }
        (Operand::Tensor(x), Operand::Tensor(y)) => {
            let sizes = shape::broadcast(mask.shape(), &shape::broadcast(x.shape(), y.shape())?)?;
            room::<E>(&sizes)?;
            let mask = broadcast(mask, &sizes)?;
            let (x, y) = (broadcast(&x, &sizes)?, broadcast(&y, &sizes)?);
            Ok(Zip::from(&mask)
                .and(&x)
                .and(&y)
                .map_collect(|&m, &x, &y| if m.is_true() { x } else { y }))
        }
    }
}

/// Refuses what has no result in the integers, before any is worked out.
///
/// `bad` is asked about each element of `y`; floats have a result for all of them.
pub(super) fn refuse<E: Numeric>(
    x: &Operand<'_, Ndarray, E>,
    y: &Operand<'_, Ndarray, E>,
    bad: impl Fn(E) -> bool,
    why: &str,
) -> Result<()> {
    if E::DTYPE.is_none_or(|dtype| dtype.is_float()) {
        return Ok(());
    }
    // Next to nothing, nothing is worked out.
    if let Operand::Tensor(x) = x
        && x.is_empty()
    {
        return Ok(());
    }
    let found = match y {
        Operand::Num(n) => Some(E::from_num(*n)).filter(|&v| bad(v)),
        Operand::Tensor(y) => match y.as_slice_memory_order() {
            Some(all) => all.iter().copied().find(|&v| bad(v)),
            None => y.iter().copied().find(|&v| bad(v)),
        },
    };
    match found {
        Some(v) => Err(Error::value(format!("{why} {}", v.to_num()))),
        None => Ok(()),
    }
}
