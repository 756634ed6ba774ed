//! [`Backend`] for [`Array`].

use eagerpy::backend::{
    Backend, Boolean, Cut, DType, Dyn, Element, Error, Fallible, Float, Int, Num, Numeric, Operand,
    Rank, Result, Shape, Value, scalar, shape,
};

use eagerpy::backend::scalar::{long, long_pair, wide, wide_pair};

use crate::array::{Array, each, strides};

/// The backend.
#[derive(Clone, Copy, Debug)]
pub enum Plain {}

impl<E: Element> Value<Plain> for Array<E> {
    type Elem = E;
    // The rank is not in the type.
    type Rank = Dyn;

    fn view(&self) -> &Array<E> {
        self
    }

    fn into_tensor(self) -> Result<Array<E>> {
        Ok(self)
    }
}

impl<E: Element> Fallible<Plain> for Array<E> {
    type Value = Self;
    fn fallible(self) -> Result<Self> {
        Ok(self)
    }
}

type Given<'a, E> = Operand<'a, Plain, E>;

/// `f` of every two elements.
fn zip<E: Element, T: Element>(
    x: Given<'_, E>,
    y: Given<'_, E>,
    f: impl Fn(E, E) -> T,
) -> Result<Array<T>> {
    match (x, y) {
        (Operand::Tensor(x), Operand::Num(n)) => {
            let n = E::from_num(n);
            Ok(x.map(|x| f(x, n)))
        }
        (Operand::Num(n), Operand::Tensor(y)) => {
            let n = E::from_num(n);
            Ok(y.map(|y| f(n, y)))
        }
        (Operand::Tensor(x), Operand::Tensor(y)) => {
            let sizes = shape::broadcast(x.sizes(), y.sizes())?;
            let (x, y) = (x.broadcast(&sizes)?, y.broadcast(&sizes)?);
            let pairs = x.data().iter().zip(y.data());
            Array::new(&sizes, pairs.map(|(&x, &y)| f(x, y)).collect::<Vec<T>>())
        }
        (Operand::Num(_), Operand::Num(_)) => Err(Error::dtype("none of the operands is a tensor")),
    }
}

/// Integers have no result for some right operands.
fn refuse<E: Numeric>(
    x: &Given<'_, E>,
    y: &Given<'_, E>,
    bad: impl Fn(E) -> bool,
    why: &str,
) -> Result<()> {
    let float = E::DTYPE.is_some_and(DType::is_float);
    let of_nothing = matches!(x, Operand::Tensor(x) if x.data().is_empty());
    let found = match y {
        _ if float || of_nothing => false,
        Operand::Tensor(y) => y.data().iter().any(|&y| bad(y)),
        Operand::Num(n) => bad(E::from_num(*n)),
    };
    if found {
        Err(Error::value(why))
    } else {
        Ok(())
    }
}

/// `join` over axes, from `start` on: the sizes of the result, and its elements.
fn reduce<E: Element, T: Copy>(
    x: &Array<E>,
    axes: &[usize],
    keepdims: bool,
    start: T,
    join: impl Fn(T, E) -> T,
) -> (Shape, Vec<T>) {
    let kept = shape::reduced(x.sizes(), axes, true);
    let steps = strides(&kept);
    let mut out = vec![start; shape::size(&kept)];
    let mut elements = x.data().iter();
    each(x.sizes(), |place| {
        let own = place.iter().zip(&steps).enumerate();
        let own = own.filter(|(axis, _)| !axes.contains(axis));
        let at: usize = own.map(|(_, (&i, &step))| i * step).sum();
        if let (Some(slot), Some(&element)) = (out.get_mut(at), elements.next()) {
            *slot = join(*slot, element);
        }
    });
    (shape::reduced(x.sizes(), axes, keepdims), out)
}

/// A sum or a product, in the type that totals are made in.
fn total<E: Element>(
    x: &Array<E>,
    axes: &[usize],
    keepdims: bool,
    start: bool,
    join: impl Fn(E::Total, E::Total) -> E::Total,
) -> Result<Array<E::Sum>> {
    let start = E::from_num(Num::Bool(start)).to_total();
    let (sizes, out) = reduce(x, axes, keepdims, start, |all, x| join(all, x.to_total()));
    Array::new(
        &sizes,
        out.into_iter().map(E::from_total).collect::<Vec<E::Sum>>(),
    )
}

/// The element that is before all others, in an order in which NaN is before all; the first of equal ones.
fn first<E: Element>(best: Option<E>, x: E, before: impl Fn(E, E) -> bool) -> E {
    match best {
        Some(best) if best.is_nan() || !(x.is_nan() || before(x, best)) => best,
        _ => x,
    }
}

fn extreme<E: Element>(
    x: &Array<E>,
    axes: &[usize],
    keepdims: bool,
    before: impl Fn(E, E) -> bool,
) -> Result<Array<E>> {
    let (sizes, best) = reduce(x, axes, keepdims, None, |best, x| {
        Some(first(best, x, &before))
    });
    Array::new(&sizes, best.into_iter().flatten().collect::<Vec<E>>())
}

fn position<E: Element>(
    x: &Array<E>,
    axis: usize,
    before: impl Fn(E, E) -> bool,
) -> Result<Array<i64>> {
    let places = x.lanes(axis).map(|lane| {
        let best = lane
            .iter()
            .fold(None, |best, &x| Some(first(best, x, &before)));
        let found = lane
            .iter()
            .position(|x| best.is_some_and(|best| *x == best || x.is_nan() && best.is_nan()));
        found.map_or(0, |at| i64::try_from(at).unwrap_or(i64::MAX))
    });
    Array::new(
        &shape::reduced(x.sizes(), &[axis], false),
        places.collect::<Vec<i64>>(),
    )
}

/// A position of an index tensor, which must be in 0..n.
fn checked<I: Int>(at: I, n: usize) -> Result<usize> {
    let at = at.to_i64();
    match usize::try_from(at) {
        Ok(place) if place < n => Ok(place),
        _ => Err(Error::index(format!(
            "index {at} is out of range for {n} positions"
        ))),
    }
}

/// Kernels of one tensor, an element at a time.
macro_rules! unary {
    ($($name:ident: $class:ident => $out:ty, |$x:ident| $body:expr;)*) => {$(
        fn $name<E: $class>(x: &Array<E>) -> Result<Array<$out>> {
            Ok(x.map(|$x: E| $body))
        }
    )*};
}

/// Kernels of two operands, an element of each at a time.
macro_rules! binary {
    ($($name:ident: $class:ident => $out:ty, |$x:ident, $y:ident| $body:expr $(, refuse |$bad:ident| $test:expr, $why:literal)?;)*) => {$(
        fn $name<E: $class>(x: Given<'_, E>, y: Given<'_, E>) -> Result<Array<$out>> {
            $(refuse(&x, &y, |$bad: E| $test, $why)?;)?
            zip(x, y, |$x: E, $y: E| $body)
        }
    )*};
}

impl Backend for Plain {
    const NAME: &'static str = "plain";
    type Elem<E: Element> = E;
    type Tensor<'a, E: Element> = Array<E>;
    type View<'a, E: Element> = &'a Array<E>;
    type Array<E: Element, R: Rank> = Array<E>;
    type Float = f32;
    type Arg<'a, E: Element, R: Rank> = Array<E>;
    type Place = ();

    fn borrow<E: Element>(tensor: &Array<E>) -> &Array<E> {
        tensor
    }
    fn share<'a, E: Element>(x: Self::View<'a, E>) -> Result<Self::Tensor<'a, E>> {
        Ok(x.clone())
    }
    fn copy<E: Element>(x: &Array<E>) -> Result<Array<E>> {
        Ok(x.clone())
    }
    fn finish<E: Element, R: Rank>(tensor: Array<E>) -> Result<Array<E>> {
        Ok(tensor)
    }
    fn arg<'a, E: Element, R: Rank>(x: Self::View<'a, E>) -> Result<Self::Arg<'a, E, R>> {
        Ok(x.clone())
    }
    fn shape<E: Element>(x: &&Array<E>) -> Shape {
        x.sizes().clone()
    }
    fn dtype<E: Element>(_: &&Array<E>) -> Option<DType> {
        E::DTYPE
    }
    fn place<E: Element>(_: &&Array<E>) {}
    fn default_place() {}
    fn item<E: Element>(x: &Array<E>) -> Result<Num> {
        let only = x.data().first().map(|x| x.to_num());
        only.ok_or_else(|| Error::shape("there is no element"))
    }
    fn to_nums<E: Element>(x: &Array<E>) -> Result<Vec<Num>> {
        Ok(x.data().iter().map(|x| x.to_num()).collect())
    }
    fn from_nums<T: Element>((): &(), sizes: &[usize], data: &[Num]) -> Result<Array<T>> {
        Array::new(
            sizes,
            data.iter().map(|&n| T::from_num(n)).collect::<Vec<T>>(),
        )
    }

    binary! {
        add: Numeric => E, |x, y| x.wrapping_add(y);
        subtract: Numeric => E, |x, y| x.wrapping_sub(y);
        multiply: Numeric => E, |x, y| x.wrapping_mul(y);
        divide: Float => E, |x, y| x / y;
        floor_divide: Numeric => E, |x, y| x.floor_divide(y), refuse |y| y.is_zero(), "an int divided by 0";
        remainder: Numeric => E, |x, y| x.remainder(y), refuse |y| y.is_zero(), "an int modulo 0";
        pow: Numeric => E, |x, y| x.power(y), refuse |y| y < E::zero(), "an int to a negative power";
        fmod: Numeric => E, |x, y| x % y.absolute(), refuse |y| y.is_zero(), "an int divided by 0";
        atan2: Float => E, |x, y| wide_pair(x, y, f64::atan2);
        logaddexp: Float => E, |x, y| scalar::logaddexp(x, y);
        logaddexp2: Float => E, |x, y| scalar::logaddexp2(x, y);
        copysign: Float => E, |x, y| wide_pair(x, y, f64::copysign);
        nextafter: Float => E, |x, y| scalar::nextafter(x, y);
        xlogy: Float => E, |x, y| wide_pair(x, y, scalar::xlogy);
        gcd: Int => E, |x, y| long_pair(x, y, scalar::gcd);
        lcm: Int => E, |x, y| long_pair(x, y, scalar::lcm);
        bitwise_and: Int => E, |x, y| long_pair(x, y, |x, y| x & y);
        bitwise_or: Int => E, |x, y| long_pair(x, y, |x, y| x | y);
        bitwise_xor: Int => E, |x, y| long_pair(x, y, |x, y| x ^ y);
        bitwise_left_shift: Int => E, |x, y| long_pair(x, y, scalar::left_shift), refuse |y| y < E::zero(), "a negative shift";
        bitwise_right_shift: Int => E, |x, y| long_pair(x, y, scalar::right_shift), refuse |y| y < E::zero(), "a negative shift";
        minimum: Element => E, |x, y| if y.is_nan() || y < x { y } else { x };
        maximum: Element => E, |x, y| if y.is_nan() || y > x { y } else { x };
        equal: Element => bool, |x, y| x == y;
        less: Element => bool, |x, y| x < y;
        logical_and: Boolean => bool, |x, y| x.is_true() & y.is_true();
        logical_or: Boolean => bool, |x, y| x.is_true() | y.is_true();
    }

    unary! {
        logical_not: Boolean => bool, |x| !x.is_true();
        negative: Numeric => E, |x| x.wrapping_neg();
        abs: Numeric => E, |x| x.absolute();
        sqrt: Float => E, |x| x.sqrt();
        exp: Float => E, |x| x.exp();
        expm1: Float => E, |x| x.exp_m1();
        log: Float => E, |x| x.ln();
        log1p: Float => E, |x| x.ln_1p();
        sin: Float => E, |x| x.sin();
        cos: Float => E, |x| x.cos();
        tan: Float => E, |x| x.tan();
        sinh: Float => E, |x| x.sinh();
        cosh: Float => E, |x| x.cosh();
        tanh: Float => E, |x| x.tanh();
        bitwise_invert: Int => E, |x| long(x, |x| !x);
        signbit: Float => bool, |x| x.to_f64().is_sign_negative();
        cbrt: Float => E, |x| wide(x, f64::cbrt);
        exp2: Float => E, |x| wide(x, f64::exp2);
        log2: Float => E, |x| wide(x, f64::log2);
        log10: Float => E, |x| wide(x, f64::log10);
        logit: Float => E, |x| wide(x, scalar::logit);
        sinc: Float => E, |x| wide(x, scalar::sinc);
        asin: Float => E, |x| wide(x, f64::asin);
        acos: Float => E, |x| wide(x, f64::acos);
        atan: Float => E, |x| wide(x, f64::atan);
        asinh: Float => E, |x| wide(x, scalar::asinh);
        acosh: Float => E, |x| wide(x, scalar::acosh);
        atanh: Float => E, |x| wide(x, scalar::atanh);
        erf: Float => E, |x| wide(x, scalar::erf);
        erfc: Float => E, |x| wide(x, scalar::erfc);
        trunc: Numeric => E, |x| if x < E::zero() { x.round_up() } else { x.round_down() };
        isposinf: Numeric => bool, |x| x.is_infinite() && x > E::zero();
        isneginf: Numeric => bool, |x| x.is_infinite() && x < E::zero();
        floor: Numeric => E, |x| x.round_down();
        ceil: Numeric => E, |x| x.round_up();
        round: Numeric => E, |x| x.round_even();
    }

    fn where_<M: Boolean, E: Element>(
        mask: &Array<M>,
        x: Given<'_, E>,
        y: Given<'_, E>,
    ) -> Result<Array<E>> {
        let sizes = shape::broadcast(mask.sizes(), &shape::broadcast(&x.shape(), &y.shape())?)?;
        let side = |side: Given<'_, E>| match side {
            Operand::Tensor(x) => x.broadcast(&sizes),
            Operand::Num(n) => Array::new(&[], [E::from_num(n)])?.broadcast(&sizes),
        };
        let (mask, x, y) = (mask.broadcast(&sizes)?, side(x)?, side(y)?);
        let both = x.data().iter().zip(y.data());
        let chosen = mask.data().iter().zip(both);
        let chosen = chosen.map(|(m, (&x, &y))| if m.is_true() { x } else { y });
        Array::new(&sizes, chosen.collect::<Vec<E>>())
    }

    fn astype<E: Element, T: Element>(x: &Array<E>) -> Result<Array<T>> {
        Ok(x.map(E::cast::<T>))
    }

    fn sum<E: Element>(x: &Array<E>, axes: &[usize], keepdims: bool) -> Result<Array<E::Sum>> {
        total(x, axes, keepdims, false, Numeric::wrapping_add)
    }
    fn prod<E: Element>(x: &Array<E>, axes: &[usize], keepdims: bool) -> Result<Array<E::Sum>> {
        total(x, axes, keepdims, true, Numeric::wrapping_mul)
    }
    fn min<E: Element>(x: &Array<E>, axes: &[usize], keepdims: bool) -> Result<Array<E>> {
        extreme(x, axes, keepdims, |a, b| a < b)
    }
    fn max<E: Element>(x: &Array<E>, axes: &[usize], keepdims: bool) -> Result<Array<E>> {
        extreme(x, axes, keepdims, |a, b| a > b)
    }
    fn any<E: Element>(x: &Array<E>, axes: &[usize], keepdims: bool) -> Result<Array<bool>> {
        let (sizes, out) = reduce(x, axes, keepdims, false, |any, x| any | x.is_true());
        Array::new(&sizes, out)
    }
    fn argmin<E: Element>(x: &Array<E>, axis: usize) -> Result<Array<i64>> {
        position(x, axis, |a, b| a < b)
    }
    fn argmax<E: Element>(x: &Array<E>, axis: usize) -> Result<Array<i64>> {
        position(x, axis, |a, b| a > b)
    }

    fn reshape<'a, E: Element>(
        x: Self::View<'a, E>,
        sizes: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        Array::new(sizes, x.shared())
    }
    fn transpose<'a, E: Element>(
        x: Self::View<'a, E>,
        axes: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        let own = strides(x.sizes());
        let of = |list: &Shape| -> Shape {
            axes.iter()
                .filter_map(|&axis| list.get(axis).copied())
                .collect()
        };
        let (sizes, steps) = (of(x.sizes()), of(&own));
        x.pick(&sizes, |place| {
            place.iter().zip(&steps).map(|(&i, &step)| i * step).sum()
        })
    }
    fn broadcast_to<'a, E: Element>(
        x: Self::View<'a, E>,
        sizes: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        x.broadcast(sizes)
    }
    fn concatenate<E: Element>(tensors: &[&Array<E>], axis: usize) -> Result<Array<E>> {
        let mut sizes = tensors
            .first()
            .map(|x| x.sizes().clone())
            .unwrap_or_default();
        let rows: usize = sizes.iter().take(axis).product();
        if let Some(size) = sizes.get_mut(axis) {
            *size = tensors.iter().filter_map(|x| x.sizes().get(axis)).sum();
        }
        let mut data = Vec::with_capacity(shape::size(&sizes));
        for row in 0..rows {
            for x in tensors {
                let len: usize = x.sizes().iter().skip(axis).product();
                data.extend(x.data().iter().skip(row * len).take(len));
            }
        }
        Array::new(&sizes, data)
    }
    fn slice<'a, E: Element>(
        x: Self::View<'a, E>,
        cuts: &[Cut],
        gone: &[usize],
        new: &[usize],
    ) -> Result<Self::Tensor<'a, E>> {
        let steps = strides(x.sizes());
        let sizes: Shape = cuts.iter().map(|cut| cut.len).collect();
        let taken = x.pick(&sizes, |place| {
            let along = place.iter().zip(cuts).zip(&steps);
            along
                .map(|((&i, cut), &step)| {
                    cut.start.wrapping_add_signed(i.cast_signed() * cut.step) * step
                })
                .sum()
        })?;
        let mut sizes = shape::reduced(&sizes, gone, false);
        for &axis in new {
            sizes.insert(axis.min(sizes.len()), 1);
        }
        Array::new(&sizes, taken.shared())
    }

    fn nonzero<M: Boolean>(mask: &Array<M>) -> Result<Array<i64>> {
        let places = (0i64..).zip(mask.data()).filter(|(_, m)| m.is_true());
        let places: Vec<i64> = places.map(|(place, _)| place).collect();
        Array::new(&[places.len()], places)
    }
    fn put<E: Element>(
        x: &Array<E>,
        positions: &Array<i64>,
        value: Given<'_, E>,
    ) -> Result<Array<E>> {
        let row: usize = x.sizes().iter().skip(1).product();
        let mut data = x.data().to_vec();
        for (number, &at) in positions.data().iter().enumerate() {
            let at = checked(at, x.sizes().first().copied().unwrap_or(1))?;
            for i in 0..row {
                let new = match value {
                    Operand::Num(n) => Some(E::from_num(n)),
                    Operand::Tensor(value) => value.data().get(number * row + i).copied(),
                };
                if let (Some(slot), Some(new)) = (data.get_mut(at * row + i), new) {
                    *slot = new;
                }
            }
        }
        Array::new(x.sizes(), data)
    }
    fn add_at<E: Numeric>(
        x: &Array<E>,
        positions: &[usize],
        source: &Array<E>,
    ) -> Result<Array<E>> {
        let mut data = x.data().to_vec();
        for (&at, &more) in positions.iter().zip(source.data()) {
            if let Some(slot) = data.get_mut(at) {
                *slot = slot.wrapping_add(more);
            }
        }
        Array::new(x.sizes(), data)
    }
    fn gather<E: Element, I: Int>(
        x: &Array<E>,
        indices: &Array<I>,
        axis: usize,
    ) -> Result<Array<E>> {
        let n = x.sizes().get(axis).copied().unwrap_or(1);
        let lanes = x.lanes(axis).zip(indices.lanes(axis)).map(|(lane, at)| {
            at.into_iter()
                .map(|at| {
                    let at = checked(at, n)?;
                    lane.get(at)
                        .copied()
                        .ok_or_else(|| Error::index(format!("no position {at}")))
                })
                .collect::<Result<Vec<E>>>()
        });
        let lanes = lanes.collect::<Result<Vec<_>>>()?;
        Array::<E>::of_lanes(indices.sizes(), axis, lanes)
    }
    fn argsort<E: Element>(x: &Array<E>, axis: usize, descending: bool) -> Result<Array<i64>> {
        let lanes = x.lanes(axis).map(|lane| {
            let mut order: Vec<(i64, E)> = (0i64..).zip(lane).collect();
            order.sort_by(|(_, a), (_, b)| if descending { b.order(a) } else { a.order(b) });
            order.into_iter().map(|(at, _)| at).collect()
        });
        Array::<E>::of_lanes(x.sizes(), axis, lanes.collect())
    }

    fn matmul<E: Numeric>(x: &Array<E>, y: &Array<E>) -> Result<Array<E>> {
        let ([batch @ .., m, k], Some(&n)) = (x.sizes().as_slice(), y.sizes().last()) else {
            return Err(Error::shape("a matrix product needs matrices"));
        };
        let mut data = Vec::with_capacity(shape::size(batch) * m * n);
        for (number, row) in x
            .data()
            .chunks((*k).max(1))
            .enumerate()
            .take(shape::size(batch) * m)
        {
            let start = number / m * k * n;
            for column in 0..n {
                let cells = (0..*k)
                    .filter_map(|i| Some((*row.get(i)?, *y.data().get(start + i * n + column)?)));
                data.push(cells.fold(E::zero(), |sum, (x, y)| sum.wrapping_add(x.wrapping_mul(y))));
            }
        }
        data.resize(shape::size(batch) * m * n, E::zero());
        Array::new(&[batch, &[*m, n]].concat(), data)
    }
}
