//! The operations, one function each.

use std::borrow::Cow;

use candle_core::{DType as Native, Device, Result as Fallible, Tensor};
use eagerpy_runtime::args::{Cut, Operand};
use eagerpy_runtime::fuse::{Kernel, Outcome};
use eagerpy_runtime::ops::compose;
use eagerpy_runtime::ops::window::Window;
use eagerpy_runtime::{
    Backend, Boolean, DType, Element, Erased, Error, Float, Int, Num, Numeric, Rank, Result, Shape,
    scalar as scalars, shape,
};

use super::Candle;
use super::convert::{
    self, Place, chosen, failed, floats, integers, is_float, known, mask, native, plain, scalar,
    solid,
};
use super::elementwise::{self, Test, binary, constant, spread, unary, widened, zipped};
use super::functions;
use super::fuse;
use super::integer;
use super::order;
use super::reduce::{self, Lanes};
use super::scan::{self, IntScan};
use super::window;

type Given<'a, E> = Operand<'a, Candle, E>;

/// An operand without its Rust element type, which says nothing here.
#[derive(Clone, Copy)]
enum Side<'a> {
    Tensor(&'a Tensor),
    Num(Num),
}

impl<'a, E: Element> From<Given<'a, E>> for Side<'a> {
    fn from(operand: Given<'a, E>) -> Side<'a> {
        match operand {
            Operand::Tensor(t) => Side::Tensor(t),
            Operand::Num(n) => Side::Num(n),
        }
    }
}

/// Two operands as tensors of one type and one shape.
fn pair<'a>(x: Side<'a>, y: Side<'a>) -> Result<(Cow<'a, Tensor>, Cow<'a, Tensor>)> {
    let number = |num: Num, like: &Tensor| {
        let number = scalar(num, like.dtype(), like.device())?;
        number
            .broadcast_as(like.shape())
            .map(Cow::Owned)
            .map_err(failed)
    };
    match (x, y) {
        (Side::Tensor(x), Side::Tensor(y)) if x.dims() == y.dims() => Ok((plain(x)?, plain(y)?)),
        (Side::Tensor(x), Side::Tensor(y)) => {
            let to = shape::broadcast(x.dims(), y.dims())?;
            let (x, y) = (plain(x)?, plain(y)?);
            Ok((
                spread(x, &to).map_err(failed)?,
                spread(y, &to).map_err(failed)?,
            ))
        }
        (Side::Tensor(x), Side::Num(n)) => {
            let x = plain(x)?;
            let n = number(n, &x)?;
            Ok((x, n))
        }
        (Side::Num(n), Side::Tensor(y)) => {
            let y = plain(y)?;
            let n = number(n, &y)?;
            Ok((n, y))
        }
        (Side::Num(_), Side::Num(_)) => Err(Error::dtype("none of the operands is a tensor")),
    }
}

/// Arithmetic: floats by `float`, ints by `int`.
fn arithmetic(
    x: Side<'_>,
    y: Side<'_>,
    float: impl FnOnce(&Tensor, &Tensor) -> Fallible<Tensor>,
    int: impl integer::IntBinary,
) -> Result<Tensor> {
    let (x, y) = pair(x, y)?;
    if is_float(&x) {
        zipped(&x, &y, float).map_err(failed)
    } else {
        integer::binary(int, &x, &y)
    }
}

/// The float tensor of a tensor and a number, in this order.
fn float_and_number<'a>(x: Side<'a>, y: Side<'a>) -> Option<(&'a Tensor, f64)> {
    match (x, y) {
        (Side::Tensor(x), Side::Num(n)) if is_float(x) => Some((x, convert::held(n, x.dtype()))),
        _ => None,
    }
}

fn compare(
    x: Side<'_>,
    y: Side<'_>,
    by: impl FnOnce(&Tensor, &Tensor) -> Fallible<Tensor>,
) -> Result<Tensor> {
    // A number that the type lacks is still less or greater than its elements.
    let wide = |t: &Tensor, n: Num| match (t.dtype(), n) {
        (Native::U8, Num::Int(n)) => u8::try_from(n).is_err(),
        (Native::I32, Num::Int(n)) => i32::try_from(n).is_err(),
        _ => false,
    };
    match (x, y) {
        (Side::Tensor(t), Side::Num(n)) if wide(t, n) => {
            let t = t.to_dtype(Native::I64).map_err(failed)?;
            return compare(Side::Tensor(&t), y, by);
        }
        (Side::Num(n), Side::Tensor(t)) if wide(t, n) => {
            let t = t.to_dtype(Native::I64).map_err(failed)?;
            return compare(x, Side::Tensor(&t), by);
        }
        _ => {}
    }
    let (x, y) = pair(x, y)?;
    if x.elem_count() == 0 {
        return Tensor::zeros(x.shape(), Native::U8, x.device()).map_err(failed);
    }
    zipped(&x, &y, by).map_err(failed)
}

/// Elementwise of two operands of floats.
fn float_binary(x: Side<'_>, y: Side<'_>, by: impl elementwise::Binary) -> Result<Tensor> {
    let (x, y) = pair(x, y)?;
    floats(&x)?;
    zipped(&x, &y, |x, y| binary(by, x, y)).map_err(failed)
}

/// Elementwise of two operands of ints.
fn bits(x: Side<'_>, y: Side<'_>, by: impl integer::IntBinary) -> Result<Tensor> {
    let (x, y) = pair(x, y)?;
    integers(&x)?;
    integer::binary(by, &x, &y)
}

/// A number of places to shift by: one that the type lacks moves all bits out.
fn places(y: Side<'_>) -> Result<Side<'_>> {
    match y {
        Side::Num(n) => scalars::places(n).map(Side::Num),
        tensor => Ok(tensor),
    }
}

fn logic(x: Side<'_>, y: Side<'_>, by: impl integer::IntBinary) -> Result<Tensor> {
    for side in [x, y] {
        if let Side::Tensor(t) = side {
            mask(t)?;
        }
    }
    let (x, y) = pair(x, y)?;
    integer::binary(by, &x, &y)
}

/// A number within the type of a tensor of ints: beyond it, it is as good as the type's limit.
fn limited<'a>(side: Side<'a>, other: Side<'a>) -> Side<'a> {
    match (side, other) {
        (Side::Num(Num::Int(n)), Side::Tensor(t)) => {
            let n = match t.dtype() {
                Native::U8 => n.clamp(0, i64::from(u8::MAX)),
                Native::I32 => n.clamp(i64::from(i32::MIN), i64::from(i32::MAX)),
                _ => n,
            };
            Side::Num(Num::Int(n))
        }
        _ => side,
    }
}

/// Elementwise of floats.
fn float_unary(x: &Tensor, f: impl FnOnce(&Tensor) -> Fallible<Tensor>) -> Result<Tensor> {
    f(&*floats(x)?).map_err(failed)
}

/// Elementwise of floats by `float`, of ints by `int`.
fn either(
    x: &Tensor,
    float: impl FnOnce(&Tensor) -> Fallible<Tensor>,
    int: impl integer::IntUnary,
) -> Result<Tensor> {
    let x = plain(x)?;
    if is_float(&x) {
        float(&x).map_err(failed)
    } else {
        integer::unary(int, &x)
    }
}

/// Rounding: ints are whole.
fn rounding(x: &Tensor, float: impl FnOnce(&Tensor) -> Fallible<Tensor>) -> Result<Tensor> {
    let x = plain(x)?;
    if is_float(&x) {
        float(&x).map_err(failed)
    } else {
        Ok(x.into_owned())
    }
}

/// A reduction by a kernel of `[outer, n, inner]`.
fn reduction(
    x: &Tensor,
    axes: &[usize],
    keepdims: bool,
    f: impl FnOnce(&Lanes) -> Fallible<Tensor>,
) -> Fallible<Tensor> {
    let to = shape::reduced(x.dims(), axes, keepdims);
    f(&Lanes::new(x, axes)?)?.reshape(to.as_slice())
}

fn extreme(x: &Tensor, axes: &[usize], keepdims: bool, max: bool) -> Result<Tensor> {
    let x = plain(x)?;
    reduction(&x, axes, keepdims, |lanes| reduce::extreme(lanes, max)).map_err(failed)
}

fn truth(x: &Tensor, axes: &[usize], keepdims: bool, every: bool) -> Result<Tensor> {
    let x = plain(x)?;
    reduction(&x, axes, keepdims, |lanes| reduce::truth(lanes, every)).map_err(failed)
}

fn position(x: &Tensor, axis: usize, max: bool) -> Result<Tensor> {
    let x = plain(x)?;
    reduction(&x, &[axis], false, |lanes| reduce::position(lanes, max)).map_err(failed)
}

fn summed(x: &Tensor, axes: &[usize], keepdims: bool) -> Fallible<Tensor> {
    let last = x.rank().checked_sub(1);
    if x.device().is_cpu() && x.elem_count() > 0 && axes.last().copied() < last && !axes.is_empty()
    {
        return reduction(x, axes, keepdims, reduce::sum);
    }
    if keepdims {
        x.sum_keepdim(axes)
    } else {
        x.sum(axes)
    }
}

/// A part of a sum. candle's own quotient by a number is a product with the rounded reciprocal, by which the mean of equal
/// numbers is another one.
fn share(sum: &Tensor, n: f64) -> Fallible<Tensor> {
    sum.div(&constant(sum, n)?)
}

fn mean(x: &Tensor, axes: &[usize], keepdims: bool) -> Fallible<Tensor> {
    let n: usize = axes.iter().filter_map(|&a| x.dims().get(a)).product();
    share(&summed(x, axes, keepdims)?, n as f64)
}

fn variance(x: &Tensor, axes: &[usize], correction: f64, keepdims: bool) -> Fallible<Tensor> {
    let n: usize = axes.iter().filter_map(|&a| x.dims().get(a)).product();
    let rest = (n as f64 - correction).max(0.0);
    let distance = x.broadcast_sub(&mean(x, axes, true)?)?;
    share(&summed(&distance.sqr()?, axes, keepdims)?, rest)
}

/// A running result, of floats by `float`, of ints by `int`.
fn running(x: &Tensor, axis: usize, float: impl scan::Scan, int: IntScan) -> Result<Tensor> {
    let x = plain(x)?;
    if is_float(&x) {
        widened(&x, |x| scan::floats(float, x, axis))
    } else {
        scan::ints(int, &x, axis)
    }
    .map_err(failed)
}

fn softmax(x: &Tensor, axis: usize, log: bool) -> Result<Tensor> {
    let x = floats(x)?;
    widened(&x, |x| {
        reduce::softmax(&Lanes::new(x, &[axis])?, log)?.reshape(x.dims())
    })
    .map_err(failed)
}

/// As candle's matrix product takes an operand: rows or columns contiguous, batches one after the other.
fn for_matmul(x: &Tensor) -> Fallible<Tensor> {
    let (dims, strides) = (x.dims(), x.stride());
    let fits = match (dims, strides) {
        ([.., m, k], [.., s1, s2]) => {
            let by_rows = (*s2 == 1 || *k == 1) && (*s1 == *k || *m == 1);
            let by_columns = (*s1 == 1 || *m == 1) && (*s2 == *m || *k == 1);
            let mut next = m * k;
            let batches = dims.iter().zip(strides).rev().skip(2).all(|(&d, &s)| {
                let fits = s == next || d == 1;
                next *= d;
                fits
            });
            (by_rows || by_columns) && batches
        }
        _ => false,
    };
    if fits { Ok(x.clone()) } else { x.contiguous() }
}

/// The matrix that all batches of `y` are, if `y` is a matrix broadcast over its batch axes.
fn one_matrix(y: &Tensor) -> Fallible<Option<Tensor>> {
    let batch = y.rank().saturating_sub(2);
    let repeats = batch > 0 && y.stride().iter().take(batch).all(|&s| s == 0);
    if !repeats || y.elem_count() == 0 {
        return Ok(None);
    }
    let mut matrix = y.clone();
    for _ in 0..batch {
        matrix = matrix.narrow(0, 0, 1)?.squeeze(0)?;
    }
    for_matmul(&matrix).map(Some)
}

fn float_matmul(x: &Tensor, y: &Tensor) -> Fallible<Tensor> {
    let ([batch @ .., m, k], Some(&n)) = (x.dims(), y.dims().last()) else {
        return x.matmul(y);
    };
    let to = [batch, &[*m, n]].concat();
    if !batch.is_empty() {
        // A weight that a batch shares is multiplied with all rows at once, not copied for each.
        if let Some(matrix) = one_matrix(y)? {
            let rows = batch.iter().product::<usize>() * m;
            return for_matmul(&x.reshape((rows, *k))?)?
                .matmul(&matrix)?
                .reshape(to);
        }
    }
    let (x, y) = (for_matmul(x)?, for_matmul(y)?);
    if batch.len() < 2 {
        return x.matmul(&y);
    }
    // candle's kernels know few batch axes.
    let b = batch.iter().product::<usize>();
    x.reshape((b, *m, *k))?
        .matmul(&y.reshape((b, *k, n))?)?
        .reshape(to)
}

/// `x` with a value where the cuts are: along an axis without a step what is before, the part with the
/// value, and what is behind; the axes with steps as rows.
fn assigned(x: &Tensor, mut cuts: Vec<Cut>, value: Side<'_>) -> Result<Tensor> {
    let full = |cuts: &[Cut], x: &Tensor, axis: usize| {
        let cut = cuts.get(axis).zip(x.dims().get(axis));
        cut.is_none_or(|(cut, &size)| cut.is_full(size))
    };
    let dense = |&axis: &usize| {
        let cut = cuts.get(axis);
        !full(&cuts, x, axis) && cut.is_some_and(|cut| cut.step == 1 || cut.len == 1)
    };
    let Some(axis) = (0..x.rank()).find(dense) else {
        let (whole, parts) = (0..x.rank()).partition(|&axis| full(&cuts, x, axis));
        return assigned_rows(x, &cuts, value, parts, whole);
    };
    let Some(cut) = cuts.get_mut(axis) else {
        return Err(Error::shape("a cut for every axis"));
    };
    let (start, len) = (cut.start, cut.len);
    *cut = Cut::full(len);
    let part = x.narrow(axis, start, len).map_err(failed)?;
    let done = (0..x.rank()).all(|axis| full(&cuts, &part, axis));
    let part = match value {
        Side::Tensor(value) if done => value.clone(),
        Side::Num(number) if done => convert::full(number, x.dtype(), part.dims(), x.device())?,
        value => assigned(&part, cuts, value)?,
    };
    (|| {
        let behind = x.dim(axis)?.saturating_sub(start + len);
        let mut parts = Vec::new();
        if start > 0 {
            parts.push(x.narrow(axis, 0, start)?);
        }
        parts.push(part);
        if behind > 0 {
            parts.push(x.narrow(axis, start + len, behind)?);
        }
        Tensor::cat(&parts, axis)
    })()
    .map_err(failed)
}

/// `x` with a value where the cuts of the axes `parts` are: these go first and become one, so that what
/// is replaced are rows.
fn assigned_rows(
    x: &Tensor,
    cuts: &[Cut],
    value: Side<'_>,
    parts: Vec<usize>,
    whole: Vec<usize>,
) -> Result<Tensor> {
    let order = [parts.as_slice(), &whole].concat();
    let mut positions = vec![0usize];
    let mut count = 1;
    for (axis, cut) in cuts.iter().enumerate() {
        if !parts.contains(&axis) {
            continue;
        }
        let size = x.dim(axis).map_err(failed)?;
        let step = cut.step.unsigned_abs();
        let along = |row: usize| (0..cut.len).map(move |i| row * size + cut.start + i * step);
        positions = positions.into_iter().flat_map(along).collect();
        count *= size;
    }
    let rows = |x: &Tensor, count: usize| {
        let moved = x.permute(order.as_slice())?;
        let rest = moved.dims().get(parts.len()..).unwrap_or_default();
        moved.reshape([&[count], rest].concat())
    };
    let new_rows;
    let value = match value {
        Side::Tensor(value) => {
            new_rows = rows(value, positions.len()).map_err(failed)?;
            Side::Tensor(&new_rows)
        }
        number => number,
    };
    let done = replaced(&rows(x, count).map_err(failed)?, positions, value)?;
    let mut back = vec![0; order.len()];
    for (i, &axis) in order.iter().enumerate() {
        if let Some(place) = back.get_mut(axis) {
            *place = i;
        }
    }
    x.permute(order.as_slice())
        .and_then(|like| done.reshape(like.shape())?.permute(back))
        .map_err(failed)
}

/// `x` with other rows at these positions, of which the last for a row stays: the rows of both one
/// behind the other, and of these for each place the one that belongs there. So gradients go to both.
fn replaced(x: &Tensor, positions: Vec<usize>, value: Side<'_>) -> Result<Tensor> {
    let (x, value) = match value {
        Side::Tensor(value) if value.dtype() == x.dtype() => (solid(x)?, solid(value)?),
        Side::Tensor(value) => (plain(x)?, plain(value)?),
        Side::Num(number) => {
            let mut row = x.dims().to_vec();
            if let Some(count) = row.first_mut() {
                *count = 1;
            }
            let row = convert::full(number, x.dtype(), &row, x.device())?;
            (solid(x)?, Cow::Owned(row))
        }
    };
    (|| {
        let (count, values) = (x.dim(0)?, value.dim(0)?);
        let long = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        let mut from: Vec<i64> = (0..long(count)).collect();
        for (row, at) in positions.into_iter().enumerate() {
            if let Some(from) = from.get_mut(at) {
                *from = long(count + row.min(values.saturating_sub(1)));
            }
        }
        let from = Tensor::from_vec(from, count, x.device())?;
        Tensor::cat(&[&*x, &*value], 0)?.index_select(&from, 0)
    })()
    .map_err(failed)
}

impl Backend for Candle {
    const NAME: &'static str = "candle";
    type Elem<E: Element> = Erased;
    type Tensor<'a, E: Element> = Tensor;
    type View<'a, E: Element> = &'a Tensor;
    type Array<E: Element, R: Rank> = Tensor;
    type Float = Erased;
    type Arg<'a, E: Element, R: Rank> = Tensor;
    type Place = Place;

    fn borrow<E: Element>(tensor: &Tensor) -> &Tensor {
        tensor
    }

    fn share<'a, E: Element>(x: Self::View<'a, E>) -> Result<Self::Tensor<'a, E>> {
        Ok(x.clone())
    }

    fn stop_gradient<'a, E: Element>(x: Self::View<'a, E>) -> Result<Self::Tensor<'a, E>> {
        Ok(x.detach())
    }

    fn copy<E: Element>(x: &Tensor) -> Result<Tensor> {
        Ok(x.clone())
    }

    fn finish<E: Element, R: Rank>(tensor: Tensor) -> Result<Tensor> {
        Ok(tensor)
    }

    fn arg<'a, E: Element, R: Rank>(x: Self::View<'a, E>) -> Result<Self::Arg<'a, E, R>> {
        Ok(x.clone())
    }

    fn shape<E: Element>(x: &&Tensor) -> Shape {
        Shape::from_slice(x.dims())
    }

    fn dtype<E: Element>(x: &&Tensor) -> Option<DType> {
        E::DTYPE.or_else(|| known(x.dtype()))
    }

    fn holds<E: Element>(x: &&Tensor, dtype: DType) -> bool {
        known(x.dtype()) == known(native(dtype))
    }

    fn place<E: Element>(x: &&Tensor) -> Place {
        Place {
            device: x.device().clone(),
            dtype: x.dtype(),
        }
    }

    fn default_place() -> Place {
        Place {
            device: Device::Cpu,
            dtype: Native::F32,
        }
    }

    fn place_for(dtype: Option<DType>) -> Place {
        Place {
            device: Device::Cpu,
            dtype: dtype
                .filter(|dtype| dtype.is_float())
                .map_or(Native::F32, convert::native),
        }
    }

    fn cast_like<E: Element, T: Element>(x: &Tensor, like: &&Tensor) -> Result<Tensor> {
        plain(x)?.to_dtype(like.dtype()).map_err(failed)
    }

    fn tracked<E: Element>(x: &&Tensor) -> bool {
        x.track_op()
    }

    fn fused<E: Float, K: Kernel<I, N, O>, const I: usize, const N: usize, const O: usize>(
        tensors: [&Tensor; I],
        numbers: [Num; N],
        outcomes: [Outcome; O],
        apart: impl FnOnce() -> Result<[Tensor; O]>,
    ) -> Result<[Tensor; O]> {
        fuse::chain::<K, I, N, O>(tensors, numbers, &outcomes)?.map_or_else(apart, Ok)
    }

    fn item<E: Element>(x: &Tensor) -> Result<Num> {
        let all = convert::nums::<E>(x).map_err(failed)?;
        all.first()
            .copied()
            .ok_or_else(|| Error::shape(format!("{:?} has no element", x.dims())))
    }

    fn to_nums<E: Element>(x: &Tensor) -> Result<Vec<Num>> {
        convert::nums::<E>(x).map_err(failed)
    }

    fn from_nums<T: Element>(place: &Place, shape: &[usize], data: &[Num]) -> Result<Tensor> {
        convert::tensor(data, chosen::<T>(place), shape, &place.device)
    }

    // ---------------------------------------------------------------- arithmetic

    fn add<E: Numeric>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        match float_and_number(x, y).or_else(|| float_and_number(y, x)) {
            Some((t, n)) => t.affine(1.0, n).map_err(failed),
            None => arithmetic(x, y, Tensor::add, integer::Add),
        }
    }

    fn subtract<E: Numeric>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        if let Some((t, n)) = float_and_number(x, y) {
            return t.affine(1.0, -n).map_err(failed);
        }
        match float_and_number(y, x) {
            Some((t, n)) => t.affine(-1.0, n).map_err(failed),
            None => arithmetic(x, y, Tensor::sub, integer::Subtract),
        }
    }

    fn multiply<E: Numeric>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        match float_and_number(x, y).or_else(|| float_and_number(y, x)) {
            // Adding -0 leaves every product as it is; adding 0 would lose the sign of -0.
            Some((t, n)) => t.affine(n, -0.0).map_err(failed),
            None => arithmetic(x, y, Tensor::mul, integer::Multiply),
        }
    }

    fn divide<E: Float>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        let (x, y) = pair(x, y)?;
        floats(&x)?;
        zipped(&x, &y, Tensor::div).map_err(failed)
    }

    fn floor_divide<E: Numeric>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        arithmetic(
            x,
            y,
            |x, y| binary(elementwise::FloorDivide, x, y),
            integer::FloorDivide,
        )
    }

    fn remainder<E: Numeric>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        arithmetic(
            x,
            y,
            |x, y| binary(elementwise::Remainder, x, y),
            integer::Remainder,
        )
    }

    fn pow<E: Numeric>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        match float_and_number(x, y) {
            Some((t, 1.0)) => Ok(t.clone()),
            Some((t, 2.0)) => t.sqr().map_err(failed),
            Some((t, n)) => unary(elementwise::Powf(n), t).map_err(failed),
            None => arithmetic(x, y, |x, y| binary(elementwise::Pow, x, y), integer::Pow),
        }
    }

    fn minimum<E: Element>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        let (x, y) = (limited(x, y), limited(y, x));
        arithmetic(
            x,
            y,
            |x, y| binary(elementwise::Minimum, x, y),
            integer::Minimum,
        )
    }

    fn maximum<E: Element>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        let (x, y) = (limited(x, y), limited(y, x));
        arithmetic(
            x,
            y,
            |x, y| binary(elementwise::Maximum, x, y),
            integer::Maximum,
        )
    }

    fn fmod<E: Numeric>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        arithmetic(x, y, |x, y| binary(functions::Fmod, x, y), integer::Fmod)
    }

    fn hypot<E: Float>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        float_binary(x.into(), y.into(), functions::Hypot)
    }

    fn atan2<E: Float>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        float_binary(x.into(), y.into(), functions::Atan2)
    }

    fn logaddexp<E: Float>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        float_binary(x.into(), y.into(), functions::LogAddExp)
    }

    fn logaddexp2<E: Float>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        float_binary(x.into(), y.into(), functions::LogAddExp2)
    }

    fn copysign<E: Float>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        float_binary(x.into(), y.into(), functions::Copysign)
    }

    fn nextafter<E: Float>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = pair(x.into(), y.into())?;
        let (x, y) = (x.detach(), y.detach());
        float_binary(Side::Tensor(&x), Side::Tensor(&y), functions::NextAfter)
    }

    fn xlogy<E: Float>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        float_binary(x.into(), y.into(), functions::Xlogy)
    }

    fn gcd<E: Int>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        bits(x.into(), y.into(), integer::Gcd)
    }

    fn lcm<E: Int>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        bits(x.into(), y.into(), integer::Lcm)
    }

    // ---------------------------------------------------------------- comparison

    fn equal<E: Element>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        compare(x, y, |x, y| x.eq(y))
    }

    fn not_equal<E: Element>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        compare(x, y, |x, y| x.ne(y))
    }

    fn less<E: Element>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        compare(x, y, |x, y| x.lt(y))
    }

    fn less_equal<E: Element>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        compare(x, y, |x, y| x.le(y))
    }

    fn greater<E: Element>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        compare(x, y, |x, y| x.gt(y))
    }

    fn greater_equal<E: Element>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        compare(x, y, |x, y| x.ge(y))
    }

    // ---------------------------------------------------------------- logic

    fn logical_and<E: Boolean>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        logic(x, y, integer::And)
    }

    fn logical_or<E: Boolean>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        logic(x, y, integer::Or)
    }

    fn logical_xor<E: Boolean>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        logic(x, y, integer::Xor)
    }

    fn logical_not<E: Boolean>(x: &Tensor) -> Result<Tensor> {
        integer::unary(integer::Not, &*mask(x)?)
    }

    fn bitwise_and<E: Int>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        bits(x.into(), y.into(), integer::BitAnd)
    }

    fn bitwise_or<E: Int>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        bits(x.into(), y.into(), integer::BitOr)
    }

    fn bitwise_xor<E: Int>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        bits(x.into(), y.into(), integer::BitXor)
    }

    fn bitwise_left_shift<E: Int>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        bits(x.into(), places(y.into())?, integer::LeftShift)
    }

    fn bitwise_right_shift<E: Int>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Tensor> {
        bits(x.into(), places(y.into())?, integer::RightShift)
    }

    fn bitwise_invert<E: Int>(x: &Tensor) -> Result<Tensor> {
        integer::unary(integer::Invert, &*integers(x)?)
    }

    // ---------------------------------------------------------------- elementwise

    fn negative<E: Numeric>(x: &Tensor) -> Result<Tensor> {
        either(x, Tensor::neg, integer::Negative)
    }

    fn abs<E: Numeric>(x: &Tensor) -> Result<Tensor> {
        // candle's own is right, but for its derivative.
        let float = |x: &Tensor| {
            if x.track_op() {
                unary(elementwise::Abs, x)
            } else {
                x.abs()
            }
        };
        either(x, float, integer::Abs)
    }

    fn sign<E: Numeric>(x: &Tensor) -> Result<Tensor> {
        either(x, |x| unary(elementwise::Sign, &x.detach()), integer::Sign)
    }

    fn square<E: Numeric>(x: &Tensor) -> Result<Tensor> {
        either(x, Tensor::sqr, integer::Square)
    }

    fn sqrt<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, Tensor::sqrt)
    }

    fn cbrt<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(functions::Cbrt, x))
    }

    fn rsqrt<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(elementwise::Rsqrt, x))
    }

    fn reciprocal<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, Tensor::recip)
    }

    fn exp<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, Tensor::exp)
    }

    fn exp2<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(functions::Exp2, x))
    }

    fn expm1<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(elementwise::Expm1, x))
    }

    fn log<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, Tensor::log)
    }

    fn log2<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(functions::Log2, x))
    }

    fn log10<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(functions::Log10, x))
    }

    fn logit<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(functions::Logit, x))
    }

    fn log1p<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(elementwise::Log1p, x))
    }

    fn sin<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, Tensor::sin)
    }

    fn cos<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, Tensor::cos)
    }

    fn tan<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(elementwise::Tan, x))
    }

    fn sinc<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(functions::Sinc, x))
    }

    fn asin<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(functions::Asin, x))
    }

    fn acos<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(functions::Acos, x))
    }

    fn atan<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(functions::Atan, x))
    }

    fn sinh<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(elementwise::Sinh, x))
    }

    fn cosh<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(elementwise::Cosh, x))
    }

    fn tanh<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, Tensor::tanh)
    }

    fn asinh<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(functions::Asinh, x))
    }

    fn acosh<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(functions::Acosh, x))
    }

    fn atanh<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(functions::Atanh, x))
    }

    fn erf<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(functions::Erf, x))
    }

    fn erfc<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(functions::Erfc, x))
    }

    fn silu<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(functions::Silu, x))
    }

    fn mish<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(functions::Mish, x))
    }

    fn elu<E: Float>(x: &Tensor, alpha: Num) -> Result<Tensor> {
        let alpha = alpha.to_f64();
        float_unary(x, |x| unary(functions::Elu(alpha), x))
    }

    fn leaky_relu<E: Float>(x: &Tensor, negative_slope: Num) -> Result<Tensor> {
        let slope = negative_slope.to_f64();
        float_unary(x, |x| unary(functions::LeakyRelu(slope), x))
    }

    fn sigmoid<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(elementwise::Sigmoid, x))
    }

    fn relu<E: Numeric>(x: &Tensor) -> Result<Tensor> {
        either(x, |x| unary(elementwise::Relu, x), integer::Relu)
    }

    fn softplus<E: Float>(x: &Tensor) -> Result<Tensor> {
        float_unary(x, |x| unary(elementwise::Softplus, x))
    }

    fn gelu<E: Float>(x: &Tensor, tanh: bool) -> Result<Tensor> {
        // candle's derivatives have constants of six digits.
        float_unary(x, |x| {
            if tanh {
                unary(elementwise::GeluTanh, x)
            } else {
                unary(elementwise::Gelu, x)
            }
        })
    }

    fn floor<E: Numeric>(x: &Tensor) -> Result<Tensor> {
        rounding(x, Tensor::floor)
    }

    fn ceil<E: Numeric>(x: &Tensor) -> Result<Tensor> {
        rounding(x, Tensor::ceil)
    }

    fn trunc<E: Numeric>(x: &Tensor) -> Result<Tensor> {
        rounding(x, |x| unary(functions::Trunc, &x.detach()))
    }

    fn round<E: Numeric>(x: &Tensor) -> Result<Tensor> {
        rounding(x, |x| unary(elementwise::Round, &x.detach()))
    }

    fn isnan<E: Numeric>(x: &Tensor) -> Result<Tensor> {
        elementwise::test(Test::Nan, x).map_err(failed)
    }

    fn isinf<E: Numeric>(x: &Tensor) -> Result<Tensor> {
        elementwise::test(Test::Infinite, x).map_err(failed)
    }

    fn isposinf<E: Numeric>(x: &Tensor) -> Result<Tensor> {
        elementwise::test(Test::PositiveInfinite, x).map_err(failed)
    }

    fn isneginf<E: Numeric>(x: &Tensor) -> Result<Tensor> {
        elementwise::test(Test::NegativeInfinite, x).map_err(failed)
    }

    fn signbit<E: Float>(x: &Tensor) -> Result<Tensor> {
        elementwise::test(Test::SignBit, &*floats(x)?).map_err(failed)
    }

    fn isfinite<E: Numeric>(x: &Tensor) -> Result<Tensor> {
        elementwise::test(Test::Finite, x).map_err(failed)
    }

    fn clip<E: Numeric>(x: &Tensor, min: Option<Num>, max: Option<Num>) -> Result<Tensor> {
        let float = elementwise::Clip {
            min: min.map_or(f64::NEG_INFINITY, Num::to_f64),
            max: max.map_or(f64::INFINITY, Num::to_f64),
        };
        let int = integer::Clip {
            min: min.map(Num::to_i64),
            max: max.map(Num::to_i64),
        };
        either(x, |x| unary(float, x), int)
    }

    fn where_<M: Boolean, E: Element>(
        cond: &Tensor,
        x: Given<'_, E>,
        y: Given<'_, E>,
    ) -> Result<Tensor> {
        let (x, y) = (Side::from(x), Side::from(y));
        let cond = mask(cond)?;
        let (x, y) = pair(x, y)?;
        let to = shape::broadcast(cond.dims(), x.dims())?;
        (|| {
            let (x, y) = (spread(x, &to)?, spread(y, &to)?);
            let cond = spread(cond, &to)?;
            if shape::size(&to) == 0 {
                return Tensor::zeros(to.as_slice(), x.dtype(), x.device());
            }
            // candle's loop over three operands walks at most 8 axes.
            if to.len() > 8 {
                let (x, y) = (x.flatten_all()?, y.flatten_all()?);
                return cond
                    .flatten_all()?
                    .where_cond(&x, &y)?
                    .reshape(to.as_slice());
            }
            cond.where_cond(&x, &y)
        })()
        .map_err(failed)
    }

    fn astype<E: Element, T: Element>(x: &Tensor) -> Result<Tensor> {
        let x = &*solid(x)?;
        (|| match T::DTYPE {
            Some(DType::Bool) if E::DTYPE == Some(DType::Bool) => Ok(x.clone()),
            Some(DType::Bool) if x.elem_count() == 0 => {
                Tensor::zeros(x.shape(), Native::U8, x.device())
            }
            Some(DType::Bool) => zipped(x, &constant(x, 0.0)?, |x, zero| x.ne(zero)),
            Some(DType::F16 | DType::BF16) if x.dtype() == Native::F64 => {
                // candle rounds twice, or cuts the low half off.
                let odd = unary(elementwise::Odd, x)?.to_dtype(Native::F32)?;
                odd.to_dtype(chosen::<T>(&Self::default_place()))
            }
            Some(dtype) => x.to_dtype(native(dtype)),
            // The program left the type open: the float type of the function.
            None if is_float(x) => Ok(x.clone()),
            None => x.to_dtype(Native::F32),
        })()
        .map_err(failed)
    }

    // ---------------------------------------------------------------- reductions

    fn sum<E: Element>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        let x = plain(x)?;
        if is_float(&x) {
            widened(&x, |x| summed(x, axes, keepdims))
        } else {
            reduction(&x, axes, keepdims, |lanes| reduce::int_total(lanes, false))
        }
        .map_err(failed)
    }

    fn prod<E: Element>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        let x = plain(x)?;
        if is_float(&x) {
            widened(&x, |x| reduction(x, axes, keepdims, reduce::product))
        } else {
            reduction(&x, axes, keepdims, |lanes| reduce::int_total(lanes, true))
        }
        .map_err(failed)
    }

    fn mean<E: Float>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        float_unary(x, |x| widened(x, |x| mean(x, axes, keepdims)))
    }

    fn min<E: Element>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        extreme(x, axes, keepdims, false)
    }

    fn max<E: Element>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        extreme(x, axes, keepdims, true)
    }

    fn all<E: Element>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        truth(x, axes, keepdims, true)
    }

    fn any<E: Element>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        truth(x, axes, keepdims, false)
    }

    fn var<E: Float>(
        x: &Tensor,
        axes: &[usize],
        correction: Num,
        keepdims: bool,
    ) -> Result<Tensor> {
        float_unary(x, |x| {
            widened(x, |x| variance(x, axes, correction.to_f64(), keepdims))
        })
    }

    fn std<E: Float>(
        x: &Tensor,
        axes: &[usize],
        correction: Num,
        keepdims: bool,
    ) -> Result<Tensor> {
        float_unary(x, |x| {
            widened(x, |x| {
                unary(
                    elementwise::Root,
                    &variance(x, axes, correction.to_f64(), keepdims)?,
                )
            })
        })
    }

    fn logsumexp<E: Float>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        float_unary(x, |x| {
            widened(x, |x| reduction(x, axes, keepdims, reduce::logsumexp))
        })
    }

    fn argmin<E: Element>(x: &Tensor, axis: usize) -> Result<Tensor> {
        position(x, axis, false)
    }

    fn argmax<E: Element>(x: &Tensor, axis: usize) -> Result<Tensor> {
        position(x, axis, true)
    }

    fn l0<E: Float>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        let x = floats(x)?;
        let nonzero = Self::astype::<E, bool>(&x)?;
        let ones = nonzero.to_dtype(x.dtype()).map_err(failed)?;
        widened(&ones, |ones| summed(ones, axes, keepdims)).map_err(failed)
    }

    fn l2<E: Float>(x: &Tensor, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        float_unary(x, |x| {
            widened(x, |x| {
                unary(elementwise::Root, &summed(&x.sqr()?, axes, keepdims)?)
            })
        })
    }

    fn lp<E: Float>(x: &Tensor, p: f64, axes: &[usize], keepdims: bool) -> Result<Tensor> {
        let parts = |x: &Tensor| -> Result<Tensor> {
            let power = Self::pow::<E>(
                Operand::Tensor(&Self::abs::<E>(x)?),
                Operand::Num(Num::Float(p)),
            )?;
            let sum = summed(&power, axes, keepdims).map_err(failed)?;
            Self::pow::<E>(Operand::Tensor(&sum), Operand::Num(Num::Float(1.0 / p)))
        };
        let x = floats(x)?;
        if !convert::is_half(&x) {
            return parts(&x);
        }
        let wide = x.to_dtype(Native::F32).map_err(failed)?;
        parts(&wide)?.to_dtype(x.dtype()).map_err(failed)
    }

    // ---------------------------------------------------------------- neural networks

    fn softmax<E: Float>(x: &Tensor, axis: usize) -> Result<Tensor> {
        softmax(x, axis, false)
    }

    fn log_softmax<E: Float>(x: &Tensor, axis: usize) -> Result<Tensor> {
        softmax(x, axis, true)
    }

    fn conv<E: Float>(
        x: &Tensor,
        weight: &Tensor,
        bias: Option<&Tensor>,
        windows: &[Window],
        groups: usize,
    ) -> Result<Tensor> {
        floats(x)?;
        match window::conv(x, weight, bias, windows, groups).map_err(failed)? {
            Some(out) => Ok(out),
            None => compose::nn::conv::<Candle, E>(x, weight, bias, windows, groups),
        }
    }

    // ---------------------------------------------------------------- shape

    fn reshape<'a, E: Element>(
        x: Self::View<'a, E>,
        shape: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        solid(x)?.reshape(shape).map_err(failed)
    }

    fn transpose<'a, E: Element>(
        x: Self::View<'a, E>,
        axes: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        x.permute(axes).map_err(failed)
    }

    fn squeeze<'a, E: Element>(
        x: Self::View<'a, E>,
        axes: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        let from_behind = axes.iter().rev();
        let squeezed = from_behind
            .copied()
            .try_fold(x.clone(), |x, axis| x.squeeze(axis));
        squeezed.map_err(failed)
    }

    fn expand_dims<'a, E: Element>(
        x: Self::View<'a, E>,
        axes: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        let mut axes = axes.iter().copied();
        axes.try_fold(x.clone(), |x, axis| x.unsqueeze(axis))
            .map_err(failed)
    }

    fn broadcast_to<'a, E: Element>(
        x: Self::View<'a, E>,
        shape: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        spread(Cow::Borrowed(x), shape)
            .map(Cow::into_owned)
            .map_err(failed)
    }

    fn concatenate<E: Element>(tensors: &[&Tensor], axis: usize) -> Result<Tensor> {
        let first = tensors.first().map(|t| t.dtype());
        let same = tensors.iter().all(|t| Some(t.dtype()) == first);
        let usable = if same { solid } else { plain };
        let tensors: Vec<Cow<'_, Tensor>> =
            tensors.iter().map(|t| usable(t)).collect::<Result<_>>()?;
        let tensors: Vec<&Tensor> = tensors.iter().map(|t| &**t).collect();
        Tensor::cat(&tensors, axis).map_err(failed)
    }

    fn flip<'a, E: Element>(x: Self::View<'a, E>, axes: &[usize]) -> Result<Self::Tensor<'a, E>> {
        if axes.is_empty() {
            return Ok(x.clone());
        }
        let x = solid(x)?.contiguous();
        x.and_then(|x| x.flip(axes)).map_err(failed)
    }

    fn pad<E: Element>(x: &Tensor, paddings: &[(usize, usize)], value: Num) -> Result<Tensor> {
        let x = plain(x)?;
        let mut out = x.clone().into_owned();
        for (axis, &(before, after)) in paddings.iter().enumerate() {
            let block = |size: usize, like: &Tensor| {
                let mut dims = like.dims().to_vec();
                if let Some(n) = dims.get_mut(axis) {
                    *n = size;
                }
                convert::full(value, like.dtype(), &dims, like.device())
            };
            if before + after > 0 {
                let (left, right) = (block(before, &out)?, block(after, &out)?);
                out = Tensor::cat(&[&left, &out, &right], axis).map_err(failed)?;
            }
        }
        Ok(out)
    }

    // ---------------------------------------------------------------- indexing

    fn slice<'a, E: Element>(
        x: Self::View<'a, E>,
        cuts: &[Cut],
        gone: &[usize],
        new: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        let cut = || {
            let sizes: Shape = cuts.iter().map(|cut| cut.len).collect();
            if shape::size(&sizes) == 0 {
                return Tensor::zeros(sizes.as_slice(), x.dtype(), x.device());
            }
            let mut out = x.clone();
            for (axis, cut) in cuts.iter().enumerate() {
                let size = out.dim(axis)?;
                if cut.is_full(size) {
                    continue;
                }
                if cut.step == 1 || cut.len <= 1 {
                    out = out.narrow(axis, cut.start, cut.len)?;
                    continue;
                }
                // candle has no view with a step.
                let steps = (0..cut.len).filter_map(|i| i64::try_from(i).ok());
                let at = steps.map(|i| cut.start as i64 + i * cut.step as i64);
                let at = Tensor::from_iter(at, out.device())?;
                out = out.contiguous()?.index_select(&at, axis)?;
            }
            Ok(out)
        };
        let cut = cut().map_err(failed)?;
        let squeezed = Self::squeeze::<E>(&cut, gone)?;
        Self::expand_dims::<E>(&squeezed, new)
    }

    fn nonzero<M: Boolean>(x: &Tensor) -> Result<Tensor> {
        let all = mask(x)?.flatten_all().and_then(|x| x.to_vec1::<u8>());
        let places = (0i64..).zip(all.map_err(failed)?).filter(|(_, m)| *m != 0);
        let places: Vec<i64> = places.map(|(place, _)| place).collect();
        let count = places.len();
        Tensor::from_vec(places, count, x.device()).map_err(failed)
    }

    fn assign<E: Element>(x: &Tensor, cuts: &[Cut], value: Given<'_, E>) -> Result<Tensor> {
        match Side::from(value) {
            Side::Tensor(value) if value.dtype() != x.dtype() => {
                let (x, value) = (plain(x)?, plain(value)?);
                assigned(&x, cuts.to_vec(), Side::Tensor(&value))
            }
            value => assigned(x, cuts.to_vec(), value),
        }
    }

    fn put<E: Element>(x: &Tensor, positions: &Tensor, value: Given<'_, E>) -> Result<Tensor> {
        let positions = convert::ints(positions).map_err(failed)?.into_iter();
        let positions = positions.map(|at| usize::try_from(at).unwrap_or(usize::MAX));
        replaced(x, positions.collect(), Side::from(value))
    }

    fn take<E: Element, I: Int>(x: &Tensor, indices: &Tensor, axis: usize) -> Result<Tensor> {
        let size = x.dim(axis).map_err(failed)?;
        let at = order::indices(indices, size, axis)?;
        let x = solid(x)?.contiguous();
        x.and_then(|x| x.index_select(&at, axis)).map_err(failed)
    }

    fn gather<E: Element, I: Int>(x: &Tensor, indices: &Tensor, axis: usize) -> Result<Tensor> {
        let size = x.dim(axis).map_err(failed)?;
        let at = order::indices(indices, size, axis)?;
        let x = solid(x)?.contiguous();
        x.and_then(|x| x.gather(&at, axis)).map_err(failed)
    }

    fn add_at<E: Numeric>(x: &Tensor, positions: &[usize], source: &Tensor) -> Result<Tensor> {
        order::add_at(&*plain(x)?, positions, &*plain(source)?)
    }

    fn one_hot<I: Int, T: Element>(
        indices: &Tensor,
        num_classes: usize,
        place: &Place,
    ) -> Result<Tensor> {
        let at = order::indices(indices, num_classes, indices.rank())?;
        let classes = i64::try_from(num_classes).unwrap_or(i64::MAX);
        (|| {
            let at = at.to_device(&place.device)?.unsqueeze(indices.rank())?;
            let to = [indices.dims(), &[num_classes]].concat();
            if shape::size(&to) == 0 {
                return Tensor::zeros(to, chosen::<T>(place), &place.device);
            }
            let classes = Tensor::arange(0, classes, &place.device)?;
            let (at, classes) = (
                at.broadcast_as(to.as_slice())?,
                classes.broadcast_as(to.as_slice())?,
            );
            zipped(&at, &classes, |at, classes| at.eq(classes))?.to_dtype(chosen::<T>(place))
        })()
        .map_err(failed)
    }

    // ---------------------------------------------------------------- linear algebra

    fn matmul<E: Numeric>(x: &Tensor, y: &Tensor) -> Result<Tensor> {
        let (x, y) = (plain(x)?, plain(y)?);
        if convert::is_half(&x) && x.device().is_cpu() {
            // There candle has no product of bf16. Other devices add up in f32 of themselves.
            let wide = |x: &Tensor| x.to_dtype(Native::F32);
            return (|| float_matmul(&wide(&x)?, &wide(&y)?)?.to_dtype(x.dtype()))()
                .map_err(failed);
        }
        if is_float(&x) {
            return float_matmul(&x, &y).map_err(failed);
        }
        let (Some((&[m, k], batch)), Some(&n)) = (
            x.dims().split_last_chunk().map(|(b, m)| (m, b)),
            y.dims().last(),
        ) else {
            return Err(Error::shape("a matrix product needs matrices"));
        };
        let b = shape::size(batch);
        let (left, right) = (x.reshape((b, m, k)), y.reshape((b, k, n)));
        let out = integer::matmul(&left.map_err(failed)?, &right.map_err(failed)?)?;
        out.reshape([batch, &[m, n]].concat()).map_err(failed)
    }

    // ---------------------------------------------------------------- creation

    fn full<T: Element>(place: &Place, shape: &[usize], value: Num) -> Result<Tensor> {
        let value = match T::DTYPE {
            Some(DType::Bool) => Num::Bool(value.to_bool()),
            _ => value,
        };
        convert::full(value, chosen::<T>(place), shape, &place.device)
    }

    fn arange<T: Element>(place: &Place, start: Num, step: Num, len: usize) -> Result<Tensor> {
        let numbers: Vec<Num> = match (start, step) {
            (Num::Int(start), Num::Int(step)) => (0..len as i64)
                .map(|i| Num::Int(start.wrapping_add(i.wrapping_mul(step))))
                .collect(),
            _ => (0..len)
                .map(|i| Num::Float(start.to_f64() + i as f64 * step.to_f64()))
                .collect(),
        };
        Self::from_nums::<T>(place, &[len], &numbers)
    }

    fn eye<T: Element>(place: &Place, n: usize, m: usize, k: i64) -> Result<Tensor> {
        let on = |row: usize, column: usize| column as i64 - row as i64 == k;
        let ones: Vec<u8> = (0..n)
            .flat_map(|row| (0..m).map(move |column| u8::from(on(row, column))))
            .collect();
        Tensor::from_vec(ones, (n, m), &place.device)
            .and_then(|eye| eye.to_dtype(chosen::<T>(place)))
            .map_err(failed)
    }

    fn from_f64s<T: Element>(place: &Place, shape: &[usize], data: Vec<f64>) -> Result<Tensor> {
        let dtype = chosen::<T>(place);
        if matches!(dtype, Native::F16 | Native::BF16) {
            let data: Vec<Num> = data.into_iter().map(Num::Float).collect();
            return convert::tensor(&data, dtype, shape, &place.device);
        }
        Tensor::from_vec(data, shape, &Device::Cpu)
            .and_then(|t| t.to_dtype(dtype)?.to_device(&place.device))
            .map_err(failed)
    }

    // ---------------------------------------------------------------- order

    fn sort<E: Element>(x: &Tensor, axis: usize, descending: bool) -> Result<Tensor> {
        let x = plain(x)?;
        (|| {
            let last = x.rank().saturating_sub(1);
            let moved = x.transpose(axis, last)?.contiguous()?;
            let at = order::argsort_last(&moved, descending)?;
            moved.gather(&at, last)?.transpose(axis, last)
        })()
        .map_err(failed)
    }

    fn argsort<E: Element>(x: &Tensor, axis: usize, descending: bool) -> Result<Tensor> {
        let x = plain(x)?;
        (|| {
            let last = x.rank().saturating_sub(1);
            let moved = x.transpose(axis, last)?;
            order::argsort_last(&moved, descending)?.transpose(axis, last)
        })()
        .map_err(failed)
    }
    fn bincount<I: Int, W: Numeric + Element<Sum = W>>(
        x: &Tensor,
        weights: Option<&Tensor>,
        len: usize,
    ) -> Result<Tensor> {
        let places = convert::ints(&*solid(x)?).map_err(failed)?;
        let Some(weights) = weights else {
            let mut counts = vec![0_i64; len];
            for place in places {
                let place = usize::try_from(place).ok();
                if let Some(count) = place.and_then(|place| counts.get_mut(place)) {
                    *count += 1;
                }
            }
            return Tensor::from_vec(counts, len, x.device()).map_err(failed);
        };
        let places = Tensor::new(places, x.device()).map_err(failed)?;
        float_unary(weights, |weights| {
            widened(weights, |weights| {
                let sums = Tensor::zeros(len, weights.dtype(), weights.device())?;
                if weights.elem_count() == 0 {
                    return Ok(sums);
                }
                sums.index_add(&places, &weights.contiguous()?, 0)
            })
        })
    }

    // ---------------------------------------------------------------- scans

    fn cumsum<E: Element>(x: &Tensor, axis: usize) -> Result<Tensor> {
        running(x, axis, scan::Sum, IntScan::Sum)
    }

    fn cumprod<E: Element>(x: &Tensor, axis: usize) -> Result<Tensor> {
        running(x, axis, scan::Product, IntScan::Product)
    }

    fn cummax<E: Element>(x: &Tensor, axis: usize) -> Result<Tensor> {
        let max = scan::Extreme { max: true };
        running(x, axis, max, IntScan::Extreme(max))
    }

    fn cummin<E: Element>(x: &Tensor, axis: usize) -> Result<Tensor> {
        let min = scan::Extreme { max: false };
        running(x, axis, min, IntScan::Extreme(min))
    }

    fn logcumsumexp<E: Float>(x: &Tensor, axis: usize) -> Result<Tensor> {
        float_unary(x, |x| {
            widened(x, |x| scan::floats(scan::LogSumExp, x, axis))
        })
    }
}
