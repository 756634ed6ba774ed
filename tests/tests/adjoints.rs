//! Adjoints: what a framework's own autograd makes of an operation is what the operation that takes it back gives, and
//! the other way round. And the same of programs, on every backend.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use eagerpy::{ErrorKind, agnostic};

mod common;
#[cfg(feature = "candle")]
use common::ca;
#[cfg(feature = "ndarray")]
use common::nd;
#[cfg(feature = "tch")]
use common::tc;
use common::{Framework, Read, gives, on_every_backend};

#[agnostic]
fn accumulated(
    x: &Tensor<_, 3, 4>,
    rows: &Tensor<i64, K>,
    v: &Tensor<_, K, 4>,
) -> (Tensor<_, 3, 4>, Tensor<_, 3, 4>, Tensor<_, 3, 4>) {
    (
        x.index_accumulate(rows, v),
        x.index_accumulate(s![..;-2, 1..3], v[(..2, ..2)]),
        index_accumulate(x, (rows, 1), value = 100.0),
    )
}

/// A centred matrix, with what is behind it known by its sizes.
#[agnostic]
fn taken_back(x: &Tensor<_, N, M>) -> (Tensor<_, N, M>, Tensor<_, M>, Tensor<_, M, N>) {
    let centred = x - x.mean(axis = -1).unreduce(x, axis = -1);
    let flat = x.flatten_axes(axis = (0,));
    (
        centred.stop_gradient() + 0.0,
        x.sum_to(x[0]),
        flat.shift(1) * 1.0,
    )
}

/// A running mean with weights that the tensor itself says.
#[agnostic]
fn smoothed(a: &Tensor<_, N>, x: &Tensor<_, N>, back: bool) -> Tensor<_, N> {
    let mut y = linear_scan(a, x);
    if back {
        y = a.detach().linear_scan(x, reverse = true);
    }
    y
}

on_every_backend! {
    fn values_are_added_at_an_index() {
        let x: Vec<f32> = (0..12).map(|n| n as f32).collect();
        let x = F::f32(&x, &[3, 4]);
        let v = F::f32(&[1.0, 2.0, 3.0, 4.0, 10.0, 20.0, 30.0, 40.0], &[2, 4]);
        let (rows, part, column) = accumulated(&x, &F::i64(&[2, 2], &[2]), &v).unwrap();
        gives(&rows, &[3, 4], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 19.0, 31.0, 43.0, 55.0]);
        gives(&part, &[3, 4], &[0.0, 11.0, 22.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 12.0, 11.0]);
        gives(&column, &[3, 4], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 209.0, 10.0, 11.0]);
        let error = accumulated(&x, &F::i64(&[0, 3], &[2]), &v).err().unwrap();
        assert_eq!((error.kind(), error.op()), (ErrorKind::Index, Some("index_accumulate")));
    }

    fn shapes_are_those_of_the_argument() {
        let x = F::f64(&[1.0, 3.0, 5.0, 2.0, 2.0, 2.0], &[2, 3]);
        let (centred, sums, moved) = taken_back(&x).unwrap();
        gives(&centred, &[2, 3], &[-2.0, 0.0, 2.0, 0.0, 0.0, 0.0]);
        gives(&sums, &[3], &[3.0, 5.0, 7.0]);
        gives(&moved, &[3, 2], &[0.0, 1.0, 0.0, 3.0, 0.0, 5.0]);
    }

    fn a_recurrence_from_either_end() {
        let (a, x) = (F::f32(&[f32::NAN, 0.5, 2.0], &[3]), F::f32(&[2.0, 1.0, 0.0], &[3]));
        gives(&smoothed(&a, &x, false).unwrap(), &[3], &[2.0, 2.0, 4.0]);
        let a = F::f32(&[3.0, 0.5, f32::NAN], &[3]);
        gives(&smoothed(&a, &x, true).unwrap(), &[3], &[5.0, 1.0, 0.0]);
    }
}

/// An operation that is linear in a tensor, its adjoint, and the sizes of the tensor. The adjoint has the tensor, too.
#[cfg(any(feature = "candle", feature = "tch"))]
type Pair<T> = (&'static str, &'static [usize], fn(&T) -> T, fn(&T, &T) -> T);

#[cfg(any(feature = "candle", feature = "tch"))]
macro_rules! pairs {
    ($B:ty, $T:ty) => {{
        use eagerpy_runtime::{Absent, Axes, IndexItem, Num, Ops};
        let pairs: &[Pair<$T>] = &[
            (
                "sum_to",
                &[3, 1],
                |x| <$B>::broadcast_to(x, [2, 3, 4]).unwrap(),
                |y, x| <$B>::sum_to(y, x).unwrap(),
            ),
            (
                "unreduce",
                &[2, 3, 2],
                |x| <$B>::sum(x, Axes::from([0, 2].as_slice()), false).unwrap(),
                |y, x| <$B>::unreduce(y, x, Axes::from([2, 0].as_slice()), false).unwrap(),
            ),
            (
                "unflatten_axes",
                &[2, 3, 2],
                |x| <$B>::flatten_axes(x, Axes::from([0, 2].as_slice())).unwrap(),
                |y, x| <$B>::unflatten_axes(y, x, Axes::from([0, 2].as_slice())).unwrap(),
            ),
            (
                "shift",
                &[2, 5],
                |x| <$B>::shift(x, 2, -1, Num::Int(0)).unwrap(),
                |y, _| <$B>::shift(y, -2, -1, Num::Int(0)).unwrap(),
            ),
            (
                "linear_scan",
                &[4],
                |x| {
                    let a = <$B>::cumsum(&<$B>::ones_like(x).unwrap(), None).unwrap();
                    <$B>::linear_scan(&a, x, 0, false).unwrap()
                },
                |y, x| {
                    let a = <$B>::cumsum(&<$B>::ones_like(x).unwrap(), None).unwrap();
                    let a = <$B>::shift(&a, -1, 0, Num::Int(0)).unwrap();
                    <$B>::linear_scan(&a, y, 0, true).unwrap()
                },
            ),
            (
                "overlap_add",
                &[2, 7],
                |x| <$B>::sliding_window(x, 3, 2, 1).unwrap(),
                |y, x| <$B>::overlap_add(y, x, 2, 1).unwrap(),
            ),
            (
                "pool_scatter",
                &[1, 2, 5, 4],
                |x| <$B>::pool_windows(x, [2, 3], Some(2.into()), 1, 1, true, Num::Int(0)).unwrap(),
                |y, x| <$B>::pool_scatter(y, x, [2, 3], Some(2.into()), 1, 1, true).unwrap(),
            ),
            (
                "conv_input_grad",
                &[2, 4, 6, 5],
                |x| {
                    let w = <$B>::reshape(x, [6, 2, 4, 5]).unwrap();
                    let w = <$B>::slice(&w, &[IndexItem::Ellipsis, part(3), part(2)]).unwrap();
                    let w = <$B>::stop_gradient(&w).unwrap();
                    <$B>::conv2d(x, &w, Absent, 2, 1, [1, 2], 2).unwrap()
                },
                |y, x| {
                    let w = <$B>::reshape(x, [6, 2, 4, 5]).unwrap();
                    let w = <$B>::slice(&w, &[IndexItem::Ellipsis, part(3), part(2)]).unwrap();
                    <$B>::conv_input_grad(y, &w, x, 2, 1, [1, 2], 2).unwrap()
                },
            ),
            (
                "conv_weight_grad",
                &[4, 2, 3],
                |w| {
                    let x = <$B>::stop_gradient(w).unwrap();
                    let x = <$B>::reshape(&x, [1, 4, 6]).unwrap();
                    <$B>::conv1d(&x, w, Absent, 2, 1, 1, 2).unwrap()
                },
                |y, w| {
                    let x = <$B>::reshape(w, [1, 4, 6]).unwrap();
                    <$B>::conv_weight_grad(&x, y, w, 2, 1, 1, 2).unwrap()
                },
            ),
            (
                "untile",
                &[2, 3],
                |x| <$B>::tile(x, [2, 3]).unwrap(),
                |y, x| <$B>::untile(y, x, [2, 3]).unwrap(),
            ),
            (
                "unpad, constant",
                &[2, 3],
                |x| <$B>::pad(x, &[(1, 0), (2, 1)], "constant", Num::Int(0)).unwrap(),
                |y, x| <$B>::unpad(y, x, &[(1, 0), (2, 1)], "constant").unwrap(),
            ),
            (
                "unpad, reflect",
                &[2, 3],
                |x| <$B>::pad(x, &[(1, 0), (2, 1)], "reflect", Num::Int(0)).unwrap(),
                |y, x| <$B>::unpad(y, x, &[(1, 0), (2, 1)], "reflect").unwrap(),
            ),
            (
                "unpad, edge",
                &[1, 3],
                |x| <$B>::pad(x, &[(1, 2), (2, 1)], "edge", Num::Int(0)).unwrap(),
                |y, x| <$B>::unpad(y, x, &[(1, 2), (2, 1)], "edge").unwrap(),
            ),
            (
                "unpad, wrap",
                &[2, 3],
                |x| <$B>::pad(x, &[(3, 0), (2, 7)], "wrap", Num::Int(0)).unwrap(),
                |y, x| <$B>::unpad(y, x, &[(3, 0), (2, 7)], "wrap").unwrap(),
            ),
            (
                "undiagonal",
                &[3, 2, 4],
                |x| <$B>::diagonal(x, 1, 0, 2).unwrap(),
                |y, x| <$B>::undiagonal(y, x, 1, 0, 2).unwrap(),
            ),
            (
                "getitem",
                &[2, 3],
                |x| {
                    let at = <$B>::astype::<i64, _>(&<$B>::zeros_like(x).unwrap()).unwrap();
                    <$B>::getitem(x, &[IndexItem::Tensor(&at)]).unwrap()
                },
                |y, x| {
                    let at = <$B>::astype::<i64, _>(&<$B>::zeros_like(x).unwrap()).unwrap();
                    let zeros = <$B>::zeros_like(x).unwrap();
                    <$B>::index_accumulate(&zeros, &[IndexItem::Tensor(&at)], y).unwrap()
                },
            ),
        ];
        /// The first entries of an axis.
        fn part<B: eagerpy_runtime::Backend>(n: i64) -> IndexItem<'static, B> {
            IndexItem::Range {
                start: Some(0),
                end: Some(n),
                step: 1,
            }
        }
        pairs
    }};
}

/// `slope(f, x, w)` is the derivative of Σ f(x)·w by x, `filled(sizes)` a tensor with elements that differ.
#[cfg(any(feature = "candle", feature = "tch"))]
macro_rules! adjoints {
    ($B:ty, $T:ty, $slope:expr, $filled:expr) => {{
        let same = |name: &str, have: &$T, want: &$T| {
            let ((shape, have), (sizes, want)) = (have.read(), want.read());
            assert_eq!(shape, sizes, "{name}");
            for (h, w) in have.iter().zip(&want) {
                assert!((h - w).abs() < 1e-9, "{name}: {have:?} is not {want:?}");
            }
        };
        for (name, sizes, forward, back) in pairs!($B, $T) {
            let x: $T = $filled(*sizes);
            let w: $T = $filled(&forward(&x).read().0);
            same(name, &back(&w, &x), &$slope(&|x: &$T| forward(x), &x, &w));
            same(name, &forward(&x), &$slope(&|y: &$T| back(y, &x), &w, &x));
        }
        // x² is x·x, of which one is a constant.
        let x: $T = $filled(&[3]);
        let squared = |x: &$T| {
            use eagerpy_runtime::Ops;
            <$B>::multiply(x, &<$B>::stop_gradient(x).unwrap()).unwrap()
        };
        let w: $T = $filled(&[3]);
        same("stop_gradient", &squared(&x), &$slope(&squared, &x, &w));
    }};
}

#[cfg(any(feature = "candle", feature = "tch"))]
fn numbers(sizes: &[usize]) -> Vec<f64> {
    let count = sizes.iter().product::<usize>();
    (0..count).map(|n| ((n * 7) % 11) as f64 - 4.5).collect()
}

#[cfg(feature = "candle")]
#[test]
fn adjoints_on_candle() {
    use ca::{Ca, Tensor};
    use eagerpy::frameworks::candle_core::Var;
    use eagerpy_backends::Candle;

    fn slope(f: &dyn Fn(&Tensor) -> Tensor, x: &Tensor, w: &Tensor) -> Tensor {
        let x = Var::from_tensor(x).unwrap();
        let loss = (f(x.as_tensor()) * w).unwrap().sum_all().unwrap();
        let grads = loss.backward().unwrap();
        grads.get(x.as_tensor()).expect("a gradient").clone()
    }
    adjoints!(Candle, Tensor, slope, |sizes: &[usize]| Ca::f64(
        &numbers(sizes),
        sizes
    ));
}

#[cfg(feature = "tch")]
#[test]
fn adjoints_on_tch() {
    use eagerpy_backends::Tch;
    use tc::{Kind, Tc, Tensor};

    fn slope(f: &dyn Fn(&Tensor) -> Tensor, x: &Tensor, w: &Tensor) -> Tensor {
        let x = x.detach().copy().set_requires_grad(true);
        (f(&x) * w).sum(Kind::Double).backward();
        x.grad()
    }
    adjoints!(Tch, Tensor, slope, |sizes: &[usize]| Tc::f64(
        &numbers(sizes),
        sizes
    ));
}
