//! Made of sorting.

use super::{Out, Part, joined};
use crate::backend::Backend;
use crate::element::{Element, Float};
use crate::error::Result;
use crate::num::Num;
use crate::shape::{self, Shape};

/// The `k` largest or smallest elements of an axis, and their positions.
#[allow(clippy::type_complexity, reason = "two tensors")]
pub fn topk<B: Backend, E: Element>(
    x: B::View<'_, E>,
    k: usize,
    axis: usize,
    largest: bool,
) -> Result<(B::Tensor<'static, E>, B::Tensor<'static, i64>)> {
    let x = Part::<B, E>::of(x)?;
    let order = x.argsort(axis, largest)?;
    let first = order.narrow(axis, 0, k)?;
    let values = x.gather(&first, axis)?;
    Ok((values.0, first.copied()?))
}

/// The middle element, or the mean of the two in the middle.
pub fn median<B: Backend, E: Float>(
    x: B::View<'_, E>,
    axes: &[usize],
    keepdims: bool,
) -> Out<B, E> {
    quantile::<B, E>(x, Num::Float(0.5), axes, keepdims)
}

/// The value below which the part `q` of the elements lies.
pub fn quantile<B: Backend, E: Float>(
    x: B::View<'_, E>,
    q: Num,
    axes: &[usize],
    keepdims: bool,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let sizes = x.shape();
    let to = shape::reduced(&sizes, axes, keepdims);
    let kept = (0..sizes.len()).filter(|axis| !axes.contains(axis));
    let order: Shape = kept.clone().chain(axes.iter().copied()).collect();
    let n: usize = axes.iter().filter_map(|&axis| sizes.get(axis)).product();
    let Some(last) = n.checked_sub(1) else {
        let place = B::place::<E>(&x.view());
        return B::full::<E>(&place, &to, Num::Float(f64::NAN));
    };
    // The axes that go as one, the last.
    let rows: Shape = kept.filter_map(|axis| sizes.get(axis).copied()).collect();
    let axis = rows.len();
    let rows: Shape = rows.into_iter().chain([n]).collect();
    let moved = x.transpose(&order)?;
    let sorted = moved.reshape(&rows)?.sort(axis)?;
    let high = sorted.at(axis, last)?;
    let (place, part) = between(q.to_f64(), n);
    let a = sorted.at(axis, place)?;
    let b = sorted.at(axis, (place + 1).min(last))?;
    let value = if part == 0.0 {
        Part(a.copied()?)
    } else if x.is_half() {
        on_the_way(&a.astype::<f32>()?, &b.astype::<f32>()?, part)?.cast_like(&x)?
    } else {
        on_the_way(&a, &b, part)?
    };
    // NaN stands last.
    let value = high.isnan()?.choose(&high, &value)?;
    value.reshape(&to)?.copied()
}

/// The place in order below the part `q` of `n` elements, and how far it is from there to the next.
fn between(q: f64, n: usize) -> (usize, f64) {
    let height = q * n.saturating_sub(1) as f64;
    let place = height.floor();
    (place as usize, height - place)
}

/// From `a` the part `t` of the way to `b`.
///
/// Equal ends give themselves, and a larger `t` no smaller value: for that the way is counted from the nearer end. Where
/// it is infinite, or too long for the type, the ends are weighed.
fn on_the_way<B: Backend, E: Float>(
    a: &Part<'_, B, E>,
    b: &Part<'_, B, E>,
    t: f64,
) -> Result<Part<'static, B, E>> {
    let way = b.sub(a)?;
    let value = if t < 0.5 {
        a.add(&way.mul(t)?)?
    } else {
        b.sub(&way.mul(1.0 - t)?)?
    };
    let weighed = a.mul(1.0 - t)?.add(&b.mul(t)?)?;
    way.isfinite()?.choose(&value, &weighed)
}

/// Where a vector in order has another element than before; at the first, too.
fn changes<B: Backend, E: Element>(sorted: &Part<'_, B, E>) -> Result<Part<'static, B, bool>> {
    let Some(rest) = sorted.dim(0).checked_sub(1) else {
        return sorted.ne(sorted);
    };
    let (these, before) = (sorted.narrow(0, 1, rest)?, sorted.narrow(0, 0, rest)?);
    let nan = these.ne(&these)?.and(&before.ne(&before)?)?;
    let changes = these.ne(&before)?.and(&nan.not()?)?;
    let place = B::place::<E>(&sorted.view());
    let first = B::full::<bool>(&place, &[1], Num::Bool(true)).map(Part)?;
    joined(&[first, changes], 0)
}

/// The different elements in order.
pub fn unique<B: Backend, E: Element>(x: B::View<'_, E>) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let sorted = x.flat()?.sort(0)?;
    let places = changes(&sorted)?.places()?;
    Ok(sorted.take(&places, 0)?.0)
}

/// The different elements in order, where each comes first, for each element the position among them, and the counts.
#[allow(clippy::type_complexity, reason = "four tensors")]
pub fn unique_all<B: Backend, E: Element>(
    x: B::View<'_, E>,
) -> Result<(
    B::Tensor<'static, E>,
    B::Tensor<'static, i64>,
    B::Tensor<'static, i64>,
    B::Tensor<'static, i64>,
)> {
    let x = Part::<B, E>::of(x)?;
    let flat = x.flat()?;
    let order = flat.argsort(0, false)?;
    let sorted = flat.take(&order, 0)?;
    let changes = changes(&sorted)?;
    let places = changes.places()?;
    let values = sorted.take(&places, 0)?;
    // Equal elements keep their order.
    let first = order.take(&places, 0)?;
    let ranks = changes.counted()?.sub(1_i64)?;
    let inverse = ranks.take(&order.argsort(0, false)?, 0)?;
    let inverse = inverse.reshape(&x.shape())?.copied()?;
    let counts = match places.dim(0).checked_sub(1) {
        None => places,
        Some(rest) => {
            let end = flat.indices([flat.dim(0)])?;
            let ends = joined(&[Part(places.narrow(0, 1, rest)?.copied()?), end], 0)?;
            ends.sub(&places)?
        }
    };
    Ok((values.0, first.0, inverse, counts.0))
}

/// The different elements in order, and for each element the position among them.
#[allow(clippy::type_complexity, reason = "two tensors")]
pub fn unique_inverse<B: Backend, E: Element>(
    x: B::View<'_, E>,
) -> Result<(B::Tensor<'static, E>, B::Tensor<'static, i64>)> {
    B::unique_all::<E>(x).map(|(values, _, inverse, _)| (values, inverse))
}

/// The different elements in order, and how many there are of each.
#[allow(clippy::type_complexity, reason = "two tensors")]
pub fn unique_counts<B: Backend, E: Element>(
    x: B::View<'_, E>,
) -> Result<(B::Tensor<'static, E>, B::Tensor<'static, i64>)> {
    B::unique_all::<E>(x).map(|(values, _, _, counts)| (values, counts))
}

/// Where values go into a sorted vector: the number of its elements in front of each when all are sorted together. Equal
/// elements keep their order, so the values come first for the left side, and the vector for the right one.
pub fn searchsorted<B: Backend, E: Element>(
    x: B::View<'_, E>,
    values: B::View<'_, E>,
    side: &str,
) -> Out<B, i64> {
    let (x, values) = (Part::<B, E>::of(x)?, Part::<B, E>::of(values)?);
    let flat = values.flat()?;
    let (n, m) = (x.dim(0), flat.dim(0));
    let right = side == "right";
    let (vector, given) = (x.view(), flat.view());
    let (all, start) = if right {
        (B::concatenate::<E>(&[vector, given], 0)?, n)
    } else {
        (B::concatenate::<E>(&[given, vector], 0)?, 0)
    };
    let order = Part::<B, E>(all).argsort(0, false)?;
    let of_vector = if right {
        order.lt(n as i64)?
    } else {
        order.ge(m as i64)?
    };
    let in_front = of_vector.counted()?;
    let places = order.argsort(0, false)?;
    let found = in_front.take(&places.narrow(0, start, m)?, 0)?;
    found.reshape(&values.shape())?.copied()
}

/// The positions of the elements other than 0, a row for each.
pub fn argwhere<B: Backend, E: Element>(x: B::View<'_, E>) -> Out<B, i64> {
    let x = Part::<B, E>::of(x)?;
    let sizes = x.shape();
    let places = x.astype::<bool>()?.places()?;
    let mut step: usize = sizes.iter().product();
    let mut columns: Vec<Part<'_, B, i64>> = Vec::new();
    for &n in &sizes {
        // Nothing is divided where there is nothing.
        step = (step / n.max(1)).max(1);
        let column = places
            .floor_divide(step as i64)?
            .remainder(n.max(1) as i64)?;
        columns.push(Part(column.expand_dims(&[1])?.copied()?));
    }
    if columns.is_empty() {
        let place = B::place::<E>(&x.view());
        return B::from_nums::<i64>(&place, &[places.dim(0), 0], &[]);
    }
    Ok(joined(&columns, 1)?.0)
}

/// Is it one of these elements?
pub fn isin<B: Backend, E: Element>(
    x: B::View<'_, E>,
    test: B::View<'_, E>,
    invert: bool,
) -> Out<B, bool> {
    let (x, test) = (Part::<B, E>::of(x)?, Part::<B, E>::of(test)?);
    let sorted = test.flat()?.sort(0)?;
    let place = |side| B::searchsorted::<E>(sorted.view(), x.view(), side).map(Part::<B, i64>);
    let found = place("left")?.lt(&place("right")?)?;
    // NaN is found, but equal to nothing.
    let found = found.and(&x.eq(&x)?)?;
    Ok(if invert { found.not()?.0 } else { found.0 })
}
