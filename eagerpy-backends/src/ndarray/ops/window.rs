//! Convolutions as products of matrices, one for each sample and group, and poolings row by row.
//!
//! One axis counts as two, of which the first has one position. The elements of all windows stand in one buffer, which
//! is filled anew for each sample; the weight is not copied.

use eagerpy_runtime::ops::window::{Window, result};
use eagerpy_runtime::{Error, Float, Result};
use ndarray::{ArrayD, ArrayView2, CowArray, IxDyn};

use super::super::convert::{View, count, fail, filled, from_vec, room};
use super::matmul::product;
use eagerpy_runtime::scalar::larger;

/// The windows over rows and columns.
struct Plan {
    rows: Window,
    columns: Window,
}

impl Plan {
    fn new(windows: &[Window]) -> Result<Plan> {
        let one = Window {
            size: 1,
            kernel: 1,
            stride: 1,
            padding: 0,
            dilation: 1,
            len: 1,
        };
        match *windows {
            [columns] => Ok(Plan { rows: one, columns }),
            [rows, columns] => Ok(Plan { rows, columns }),
            _ => Err(Error::shape("windows lie over one axis or two")),
        }
    }

    fn taps(&self) -> usize {
        self.rows.kernel * self.columns.kernel
    }

    /// Elements of one channel below the windows.
    fn below(&self) -> usize {
        self.rows.size * self.columns.size
    }

    /// The number of windows.
    fn len(&self) -> usize {
        self.rows.len * self.columns.len
    }

    /// Does each window hold its own position and no other?
    fn is_plain(&self) -> bool {
        [self.rows, self.columns]
            .iter()
            .all(|w| w.kernel == 1 && w.stride == 1 && w.padding == 0)
    }

    /// For each tap and each row of windows: where its windows lie in their row, and the row below with the first
    /// position in it. Nothing where the row lies in the padding.
    fn each(&self, mut visit: impl FnMut(usize, usize, Option<(usize, Line)>)) {
        for tap in 0..self.rows.kernel {
            for side in 0..self.columns.kernel {
                let line = Line::new(&self.columns, side);
                for row in 0..self.rows.len {
                    let below = self.rows.position(row, tap).map(|at| (at, line));
                    visit(tap * self.columns.kernel + side, row, below);
                }
            }
        }
    }
}

/// The windows of a row whose tap is on the axis: `begin..end`, the first at `first`.
#[derive(Clone, Copy)]
struct Line {
    begin: usize,
    end: usize,
    first: usize,
}

impl Line {
    fn new(window: &Window, tap: usize) -> Line {
        let shift = tap * window.dilation;
        let begin = window
            .padding
            .saturating_sub(shift)
            .div_ceil(window.stride)
            .min(window.len);
        let end = (window.size + window.padding)
            .saturating_sub(shift)
            .div_ceil(window.stride)
            .clamp(begin, window.len);
        let first = (begin * window.stride + shift).saturating_sub(window.padding);
        Line { begin, end, first }
    }
}

/// Runs `join` on what a row of windows holds and the elements below it.
fn along<E: Copy>(out: &mut [E], below: &[E], line: Line, stride: usize, join: impl Fn(&mut E, E)) {
    let (Some(out), Some(below)) = (out.get_mut(line.begin..line.end), below.get(line.first..))
    else {
        return;
    };
    if stride == 1 {
        out.iter_mut().zip(below).for_each(|(o, &v)| join(o, v));
    } else {
        let below = below.iter().step_by(stride);
        out.iter_mut().zip(below).for_each(|(o, &v)| join(o, v));
    }
}

/// Slices of one size; none where the size is 0.
fn parts<E>(all: &[E], size: usize) -> std::slice::ChunksExact<'_, E> {
    all.chunks_exact(size.max(1))
}

fn parts_mut<E>(all: &mut [E], size: usize) -> std::slice::ChunksExactMut<'_, E> {
    all.chunks_exact_mut(size.max(1))
}

/// The windows' elements, tap by tap: `[C, taps, windows]` of `[C, positions]`.
fn unfold<E: Float>(plan: &Plan, image: &[E], columns: &mut [E]) {
    columns.fill(E::zero());
    let (wide, len) = (plan.columns.size, plan.columns.len);
    let channels = parts_mut(columns, plan.taps() * plan.len()).zip(parts(image, plan.below()));
    for (columns, image) in channels {
        plan.each(|tap, row, below| {
            let at = (tap * plan.rows.len + row) * len;
            if let Some((below, line)) = below
                && let Some(out) = columns.get_mut(at..at + len)
                && let Some(below) = image.get(below * wide..(below + 1) * wide)
            {
                along(out, below, line, plan.columns.stride, |o, v| *o = v);
            }
        });
    }
}

/// The other way: each element of a window is added to the position below it.
fn fold<E: Float>(plan: &Plan, columns: &[E], image: &mut [E]) {
    let (wide, len) = (plan.columns.size, plan.columns.len);
    let channels = parts(columns, plan.taps() * plan.len()).zip(parts_mut(image, plan.below()));
    for (columns, image) in channels {
        plan.each(|tap, row, below| {
            let at = (tap * plan.rows.len + row) * len;
            if let Some((below, line)) = below
                && let Some(from) = columns.get(at + line.begin..at + line.end)
                && let Some(below) = image.get_mut(below * wide..(below + 1) * wide)
                && let Some(below) = below.get_mut(line.first..)
            {
                let below = below.iter_mut().step_by(plan.columns.stride);
                below.zip(from).for_each(|(o, &v)| *o = *o + v);
            }
        });
    }
}

fn matrix<E>(data: &[E], rows: usize, columns: usize) -> Result<ArrayView2<'_, E>> {
    ArrayView2::from_shape((rows, columns), data).map_err(fail)
}

/// In row-major order, without a copy where it is.
fn dense<'v, E: Clone>(x: &'v View<'_, E>) -> CowArray<'v, E, IxDyn> {
    x.as_standard_layout()
}

fn slice<'v, E>(x: &'v CowArray<'_, E, IxDyn>) -> Result<&'v [E]> {
    x.as_slice()
        .ok_or_else(|| Error::shape("the elements are not in row-major order"))
}

/// Adds the bias of each channel to its positions.
fn add_bias<E: Float>(out: &mut [E], bias: Option<&View<'_, E>>, size: usize) {
    let Some(bias) = bias else { return };
    let channels = bias.iter().cycle();
    for (part, &bias) in parts_mut(out, size).zip(channels) {
        part.iter_mut().for_each(|v| *v = *v + bias);
    }
}

/// Cross-correlation. The weight is `[O, C / groups, …]`.
pub(super) fn conv<E: Float>(
    x: &View<'_, E>,
    weight: &View<'_, E>,
    bias: Option<&View<'_, E>>,
    windows: &[Window],
    groups: usize,
) -> Result<ArrayD<E>> {
    let plan = Plan::new(windows)?;
    let outputs = weight.shape().first().copied().unwrap_or(0);
    let channels = weight.shape().get(1).copied().unwrap_or(0);
    let sizes = result(x.shape(), Some(outputs), windows);
    let mut out = filled(&sizes, E::zero())?;
    let (rows, inner) = (outputs / groups.max(1), channels * plan.taps());
    let (x, weight) = (dense(x), dense(weight));
    let (x, weight) = (slice(&x)?, slice(&weight)?);
    let Some(all) = out.as_slice_mut() else {
        return Ok(out);
    };
    if inner > 0 && !all.is_empty() {
        let len = plan.len();
        let room = if plan.is_plain() {
            Vec::new()
        } else {
            let mut room = room::<E>(&[inner, len])?;
            room.resize(count::<E>(&[inner, len])?, E::zero());
            room
        };
        let mut columns = room;
        let images = parts(x, channels * plan.below());
        let weights = parts(weight, rows * inner).cycle();
        for ((image, weight), out) in images.zip(weights).zip(parts_mut(all, rows * len)) {
            let weight = matrix(weight, rows, inner)?;
            if plan.is_plain() {
                product(&weight, &matrix(image, inner, len)?, out)?;
            } else {
                unfold(&plan, image, &mut columns);
                product(&weight, &matrix(&columns, inner, len)?, out)?;
            }
        }
    }
    add_bias(all, bias, plan.len());
    Ok(out)
}

/// The transpose of a cross-correlation. The weight is `[C, O / groups, …]`, and the windows lie over the result.
pub(super) fn conv_transpose<E: Float>(
    x: &View<'_, E>,
    weight: &View<'_, E>,
    bias: Option<&View<'_, E>>,
    windows: &[Window],
    groups: usize,
) -> Result<ArrayD<E>> {
    let plan = Plan::new(windows)?;
    let groups = groups.max(1);
    let inputs = weight.shape().first().copied().unwrap_or(0) / groups;
    let outputs = weight.shape().get(1).copied().unwrap_or(0);
    let n = x.shape().first().copied().unwrap_or(0);
    let mut sizes = vec![n, outputs * groups];
    sizes.extend(windows.iter().map(|w| w.size));
    let mut out = filled(&sizes, E::zero())?;
    let (x, weight) = (dense(x), dense(weight));
    let (x, weight) = (slice(&x)?, slice(&weight)?);
    let Some(all) = out.as_slice_mut() else {
        return Ok(out);
    };
    let (rows, len) = (outputs * plan.taps(), plan.len());
    if inputs > 0 && rows > 0 && !all.is_empty() {
        let mut columns = room::<E>(&[rows, len])?;
        columns.resize(count::<E>(&[rows, len])?, E::zero());
        let images = parts(x, inputs * len);
        let weights = parts(weight, inputs * rows).cycle();
        let outs = parts_mut(all, outputs * plan.below());
        for ((image, weight), out) in images.zip(weights).zip(outs) {
            let weight = matrix(weight, inputs, rows)?;
            columns.fill(E::zero());
            let turned = weight.reversed_axes();
            product(&turned, &matrix(image, inputs, len)?, &mut columns)?;
            fold(&plan, &columns, out);
        }
    }
    add_bias(all, bias, plan.below());
    Ok(out)
}

/// `join` of all elements of each window, from `start` on.
fn pool<E: Float>(
    x: &View<'_, E>,
    windows: &[Window],
    start: E,
    join: impl Fn(&mut E, E) + Copy,
) -> Result<ArrayD<E>> {
    let plan = Plan::new(windows)?;
    let sizes = result(x.shape(), None, windows);
    let mut data = room(&sizes)?;
    data.resize(count::<E>(&sizes)?, start);
    let x = dense(x);
    let (wide, len) = (plan.columns.size, plan.columns.len);
    for (image, out) in parts(slice(&x)?, plan.below()).zip(parts_mut(&mut data, plan.len())) {
        plan.each(|_, row, below| {
            if let Some((below, line)) = below
                && let Some(out) = out.get_mut(row * len..(row + 1) * len)
                && let Some(below) = image.get(below * wide..(below + 1) * wide)
            {
                along(out, below, line, plan.columns.stride, join);
            }
        });
    }
    from_vec(&sizes, data)
}

/// The largest element of each window; NaN if there is one.
pub(super) fn max_pool<E: Float>(x: &View<'_, E>, windows: &[Window]) -> Result<ArrayD<E>> {
    let least = E::from_f64(f64::NEG_INFINITY);
    pool(x, windows, least, |o, v| *o = larger(*o, v))
}

/// The mean of each window.
pub(super) fn avg_pool<E: Float>(
    x: &View<'_, E>,
    windows: &[Window],
    padded: bool,
) -> Result<ArrayD<E>> {
    let plan = Plan::new(windows)?;
    let mut out = pool(x, windows, E::zero(), |o, v| *o = *o + v)?;
    let sizes = |window: &Window| -> Vec<usize> {
        (0..window.len).map(|i| window.counted(i, padded)).collect()
    };
    let (rows, columns) = (sizes(&plan.rows), sizes(&plan.columns));
    let counts: Vec<E> = rows
        .iter()
        .flat_map(|row| columns.iter().map(move |column| row * column))
        .map(|count| E::from_f64(count as f64))
        .collect();
    if let Some(all) = out.as_slice_mut() {
        for part in parts_mut(all, counts.len()) {
            for (v, &count) in part.iter_mut().zip(&counts) {
                *v = *v / count;
            }
        }
    }
    Ok(out)
}
