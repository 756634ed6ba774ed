//! Sorting, and the positions of extremes.

use std::cmp::Ordering;

use eagerpy_runtime::{Element, Result};
use ndarray::{ArrayD, Axis, Zip};

use super::super::convert::{View, filled};

/// The position of the first NaN along `axis`, else of the first element that no other is `better` than.
pub(super) fn extreme<E: Element>(
    x: &View<'_, E>,
    axis: usize,
    better: impl Fn(E, E) -> bool + Copy,
) -> ArrayD<i64> {
    x.map_axis(Axis(axis), |lane| match lane.to_slice() {
        Some(lane) => first_best(lane.iter(), better),
        None => first_best(lane.iter(), better),
    })
}

fn first_best<'a, E: Element>(
    mut lane: impl Iterator<Item = &'a E>,
    better: impl Fn(E, E) -> bool,
) -> i64 {
    let Some(&(mut best)) = lane.next() else {
        return 0;
    };
    let mut position = 0;
    if best.is_nan() {
        return 0;
    }
    for (i, &v) in (1..).zip(lane) {
        if v.is_nan() {
            return i;
        }
        if better(v, best) {
            best = v;
            position = i;
        }
    }
    position
}

/// Ascending or descending, with equal elements in either case in the order they had.
fn compare<E: Element>(descending: bool) -> impl Fn(&E, &E) -> Ordering {
    move |a, b| {
        if descending { b.order(a) } else { a.order(b) }
    }
}

/// The elements along `axis` in order.
pub(super) fn sort<E: Element>(x: &View<'_, E>, axis: usize, descending: bool) -> ArrayD<E> {
    let compare = compare(descending);
    let mut out = x.to_owned();
    let mut buffer = Vec::new();
    for mut lane in out.lanes_mut(Axis(axis)) {
        if let Some(lane) = lane.as_slice_mut() {
            lane.sort_by(&compare);
            continue;
        }
        buffer.clear();
        buffer.extend(lane.iter().copied());
        buffer.sort_by(&compare);
        for (to, &from) in lane.iter_mut().zip(&buffer) {
            *to = from;
        }
    }
    out
}

/// The positions that sort along `axis`.
pub(super) fn argsort<E: Element>(
    x: &View<'_, E>,
    axis: usize,
    descending: bool,
) -> Result<ArrayD<i64>> {
    let compare = compare::<E>(descending);
    let mut out = filled(x.shape(), 0)?;
    let mut buffer: Vec<(E, i64)> = Vec::new();
    Zip::from(out.lanes_mut(Axis(axis)))
        .and(x.lanes(Axis(axis)))
        .for_each(|mut to, from| {
            buffer.clear();
            buffer.extend(from.iter().copied().zip(0..));
            buffer.sort_by(|(a, _), (b, _)| compare(a, b));
            for (to, &(_, position)) in to.iter_mut().zip(&buffer) {
                *to = position;
            }
        });
    Ok(out)
}

/// The `k` largest elements of the last axis in descending order, and their positions.
///
/// Only the `k` are put in order: selecting them takes time linear in the axis.
pub(super) fn topk<E: Element>(x: &View<'_, E>, k: usize) -> Result<(ArrayD<E>, ArrayD<i64>)> {
    let axis = Axis(x.ndim().saturating_sub(1));
    let mut shape = x.shape().to_vec();
    if let Some(last) = shape.last_mut() {
        *last = k;
    }
    let mut positions = filled(&shape, 0_i64)?;
    let mut values = filled(&shape, E::from_num(eagerpy_runtime::Num::Int(0)))?;
    // Of equal elements the first, as a stable sort has them.
    let compare = |(a, i): &(E, i64), (b, j): &(E, i64)| b.order(a).then_with(|| i.cmp(j));
    let mut buffer: Vec<(E, i64)> = Vec::new();
    Zip::from(values.lanes_mut(axis))
        .and(positions.lanes_mut(axis))
        .and(x.lanes(axis))
        .for_each(|mut values, mut positions, from| {
            buffer.clear();
            buffer.extend(from.iter().copied().zip(0..));
            if k > 0 && k < buffer.len() {
                buffer.select_nth_unstable_by(k - 1, compare);
                buffer.truncate(k);
            }
            buffer.sort_unstable_by(compare);
            for ((value, position), &(v, i)) in
                values.iter_mut().zip(positions.iter_mut()).zip(&buffer)
            {
                *value = v;
                *position = i;
            }
        });
    Ok((values, positions))
}
