//! Sorting, and the positions of extremes.

use std::cmp::Ordering;

use eagerpy_runtime::{Element, Float, Int, Num, Numeric, Result, Shape, shape};
use ndarray::{ArrayD, Axis, IxDyn, Zip};

use super::super::convert::{View, filled, from_vec, room, row_major};
use super::elementwise::map;
use eagerpy_runtime::scalar::smaller;

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

/// The `k` largest or smallest elements of an axis in order, and their positions.
///
/// Only the `k` are put in order: selecting them takes time linear in the axis.
pub(super) fn topk<E: Element>(
    x: &View<'_, E>,
    k: usize,
    axis: usize,
    largest: bool,
) -> Result<(ArrayD<E>, ArrayD<i64>)> {
    let mut shape = x.shape().to_vec();
    if let Some(size) = shape.get_mut(axis) {
        *size = k;
    }
    let mut positions = filled(&shape, 0_i64)?;
    let mut values = filled(&shape, E::from_num(Num::Int(0)))?;
    // Of equal elements the first, as a stable sort has them.
    let order = compare::<E>(largest);
    let compare = |(a, i): &(E, i64), (b, j): &(E, i64)| order(a, b).then_with(|| i.cmp(j));
    let mut buffer: Vec<(E, i64)> = Vec::new();
    Zip::from(values.lanes_mut(Axis(axis)))
        .and(positions.lanes_mut(Axis(axis)))
        .and(x.lanes(Axis(axis)))
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

/// The value below which the part `q` of the elements lies, over `axes`.
pub(super) fn quantile<E: Float>(
    x: &View<'_, E>,
    q: f64,
    axes: &[usize],
    keepdims: bool,
) -> Result<ArrayD<E>> {
    let to = shape::reduced(x.shape(), axes, keepdims);
    let kept = (0..x.ndim()).filter(|axis| !axes.contains(axis));
    let order: Shape = kept.chain(axes.iter().copied()).collect();
    let n: usize = axes.iter().map(|&axis| x.len_of(Axis(axis))).product();
    let nan = E::from_f64(f64::NAN);
    let Some(last) = n.checked_sub(1) else {
        return filled(&to, nan);
    };
    let height = q * last as f64;
    let (place, t) = (height.floor() as usize, height.fract());
    let mut data = row_major(&x.view().permuted_axes(IxDyn(&order)));
    let out = data.chunks_exact_mut(n).map(|lane| {
        if lane.iter().any(|v| v.is_nan()) {
            return nan;
        }
        let (_, &mut a, above) = lane.select_nth_unstable_by(place.min(last), E::order);
        let next = above.iter().copied().reduce(smaller);
        match next.filter(|_| t > 0.0) {
            Some(b) => E::narrow(on_the_way(a.widen(), b.widen(), t)),
            None => a,
        }
    });
    from_vec(&to, out.collect())
}

/// From `a` the part `t` of the way to `b`; see the composition of that name in the runtime.
fn on_the_way<W: Float>(a: W, b: W, t: f64) -> W {
    let way = b - a;
    let (t, rest) = (W::from_f64(t), W::from_f64(1.0 - t));
    if way.is_infinite() || way.is_nan() {
        a * rest + b * t
    } else if t < rest {
        a + way * t
    } else {
        b - way * rest
    }
}

/// The different elements in order, where each comes first, for each element the position among them, and the counts.
#[allow(clippy::type_complexity, reason = "four tensors")]
pub(super) fn unique_all<E: Element>(
    x: &View<'_, E>,
) -> Result<(ArrayD<E>, ArrayD<i64>, ArrayD<i64>, ArrayD<i64>)> {
    let mut sorted: Vec<(E, usize)> = row_major(x).into_iter().zip(0..).collect();
    sorted.sort_by(|(a, _), (b, _)| a.order(b));
    let (mut values, mut first, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    let mut inverse = room::<i64>(x.shape())?;
    inverse.resize(sorted.len(), 0);
    for (v, at) in sorted {
        match (values.last(), counts.last_mut()) {
            (Some(last), Some(count)) if v.order(last) == Ordering::Equal => *count += 1,
            _ => {
                values.push(v);
                first.push(at as i64);
                counts.push(1);
            }
        }
        if let Some(place) = inverse.get_mut(at) {
            *place = values.len() as i64 - 1;
        }
    }
    let n = [values.len()];
    Ok((
        from_vec(&n, values)?,
        from_vec(&n, first)?,
        from_vec(x.shape(), inverse)?,
        from_vec(&n, counts)?,
    ))
}

/// The different elements in order.
pub(super) fn unique<E: Element>(x: &View<'_, E>) -> Result<ArrayD<E>> {
    let mut sorted = row_major(x);
    sorted.sort_by(E::order);
    sorted.dedup_by(|b, a| a.order(b) == Ordering::Equal);
    from_vec(&[sorted.len()], sorted)
}

/// Where values go into a sorted vector.
pub(super) fn searchsorted<E: Element>(
    x: &View<'_, E>,
    values: &View<'_, E>,
    right: bool,
) -> Result<ArrayD<i64>> {
    let sorted = row_major(x);
    map(values, |v| {
        let place = sorted.partition_point(|a| match a.order(&v) {
            Ordering::Less => true,
            Ordering::Equal => right,
            Ordering::Greater => false,
        });
        place as i64
    })
}

/// How many of each number there are, or the sums of their weights.
pub(super) fn bincount<I: Int, W: Numeric + Element<Sum = W>>(
    x: &View<'_, I>,
    weights: Option<&View<'_, W>>,
    len: usize,
) -> Result<ArrayD<W>> {
    let total = |n| W::from_num(Num::Int(n)).to_total();
    let mut data = room(&[len])?;
    data.resize(len, total(0));
    let mut add = |at: I, weight: W::Total| {
        let place = usize::try_from(at.to_i64()).ok();
        if let Some(sum) = place.and_then(|place| data.get_mut(place)) {
            *sum = sum.wrapping_add(weight);
        }
    };
    match weights {
        Some(weights) => {
            for (&at, &weight) in x.iter().zip(weights) {
                add(at, weight.to_total());
            }
        }
        None => x.iter().for_each(|&at| add(at, total(1))),
    }
    Ok(from_vec(&[len], data)?.mapv_into_any(W::from_total))
}
