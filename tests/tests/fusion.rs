//! Chains of elementwise operations as one pass, against the same operations one by one: every operation that can stand
//! in one, shapes that broadcast, views of every layout, folds over axes, and what is not fused.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use eagerpy::agnostic;

mod common;
#[cfg(feature = "candle")]
use common::ca;
#[cfg(feature = "ndarray")]
use common::nd;
#[cfg(feature = "tch")]
use common::tc;
use common::{Framework, Read, gives, on_every_backend};

/// The same functions twice: with chains in one pass, and without.
macro_rules! twice {
    ($($(#[$attr:meta])* fn $name:ident $args:tt -> [$($out:tt)*] $body:tt)*) => {
        mod fused {
            use super::*;
            $(#[agnostic] $(#[$attr])* pub fn $name $args -> $($out)* $body)*
        }
        mod apart {
            use super::*;
            $(#[agnostic(fuse = false)] $(#[$attr])* pub fn $name $args -> $($out)* $body)*
        }
    };
}

twice! {
    fn exponentials(x: &Tensor<_, N, D>) -> [(Tensor<_, N, D>, Tensor<_, N, D>)] {
        let low = (x * 0.25).exp2() + (x * 0.5).expm1() - (x - 4.0).exp();
        let high = x.sinh() / x.cosh() + x.tanh() * 2.0;
        (low, high)
    }

    fn logarithms(x: &Tensor<_, N, D>) -> [Tensor<_, N, D>] {
        let y = x.abs() + 0.01;
        y.log() + y.log2() * y.log10() - y.log1p().square() + y.sqrt() * y.rsqrt() / y.reciprocal()
    }

    fn gates(x: &Tensor<_, N, D>, y: &Tensor<_, N, D>) -> [Tensor<_, N, D>] {
        let a = x.sigmoid() * y.silu() + x.softplus() * y.log_sigmoid();
        a.softsign() + (x - 1.0).relu() - y.relu() * -0.5
    }

    fn arcs(x: &Tensor<_, N, D>) -> [Tensor<_, N, D>] {
        let y = x.tanh() * 0.9;
        y.asin() + y.acos() * 2.0 + (x * 3.0).atan() + x.erf()
    }

    fn steps(x: &Tensor<_, N, D>) -> [Tensor<_, N, D>] {
        let y = x * 2.0;
        y.floor() + y.ceil() * 10.0 + y.trunc() * 100.0 + y.round() * 1000.0 + y.sign() * 0.5 - (-y)
    }

    fn powers(x: &Tensor<_, N, D>, y: &Tensor<_, D>) -> [Tensor<_, N, D>] {
        (x.abs() + 0.5).pow(y) + x.pow(3.0) - x.minimum(y).maximum(-1.0)
    }

    fn choices(x: &Tensor<_, N, D>, y: &Tensor<_, N, 1>, bound: f64) -> [Tensor<_, N, D>] {
        let near = (x > y) & (x <= bound) | (x == 0.0);
        let far = (x < -bound) ^ !(x >= y) & (x != y);
        where_(near, x * y, where_(far, x - bound, 7.0)) + 1.0
    }

    /// Sums and the like of what never stands in memory.
    fn folds(x: &Tensor<_, N, M, D>, w: &Tensor<_, D>) -> [(Tensor<_, N>, Tensor<_, M, D>, Tensor<_, N, M, 1>, Scalar<_>)] {
        let y = (x * w).square() - 1.0;
        (y.sum(axis = (1, 2)), y.max(axis = 0), y.mean(axis = -1, keepdims = true), y.min() * 2.0)
    }

    fn negated(x: &Tensor<_, N, M, D>) -> [(Tensor<_, N>, Tensor<_, M, D>, Tensor<_, N, M, 1>, Scalar<_>)] {
        let y = (x * 2.0).abs() * -1.0;
        (y.sum(axis = (1, 2)), y.max(axis = 0), y.mean(axis = -1, keepdims = true), y.min())
    }

    /// A fold over an axis in the middle, which is no pass.
    fn middle(x: &Tensor<_, N, M, D>, w: &Tensor<_, D>) -> [(Tensor<_, N, D>, Tensor<_, N, M, D>)] {
        let y = (x + w).abs() * 0.5;
        (y.sum(axis = 1), y)
    }

    /// What a fold gives goes on in a chain of its own.
    fn standardised(x: &Tensor<_, N, D>) -> [Tensor<_, N, D>] {
        let centred = x - x.mean(axis = 1, keepdims = true);
        let spread = (centred.square().mean(axis = 1, keepdims = true) + 1e-5).sqrt();
        centred / spread
    }

    /// The shapes are not known, and are those of `y` in the end.
    fn unknown(x: &Tensor, y: &Tensor) -> [Tensor] {
        let z = (x * 2.0).tanh();
        ((z + y).exp() * z - y).relu()
    }

    /// A mask, and what its own chain is folded to, in one operation.
    fn capped(x: &Tensor<_, N, D>) -> [Tensor<_, N, D>] {
        let y = x * 2.0 + 1.0;
        let high = y > 0.5;
        where_(high, y.max(), y - y.mean(axis = 0))
    }

    /// Masks compared with masks, chosen by masks, and next to truth values.
    fn masks(x: &Tensor<_, N, D>, flag: bool) -> [Tensor<_, N, D>] {
        let same = where_((x > 0.0) == (x < 1.0), x, 0.5);
        let flagged = where_((x > 0.0) & flag, x * 2.0, 0.0) + where_((x < 1.0) & true, x, 1.0);
        let chosen = where_(where_(x > 0.0, x < 1.0, x < -1.0), x, 0.25);
        let most = where_((x > 0.0).maximum(x < -1.0), x, -0.5);
        same + flagged * chosen - most
    }

    /// Host code that changes what a chain reads.
    fn bumped(x: &Tensor<_, N, D>, w: &Tensor<_, D>) -> [Tensor<_, N, D>] {
        let mut n = 1.0;
        let y = x * n;
        let z = w * bump(&mut n);
        let mut i = 0;
        let first = (x + i as f64) * 0.5;
        let v = x[{ i += 1; i - 1 }];
        (y + 1.0) * z + first * v * (n - 0.5 * i as f64)
    }

    /// More tensors than a pass reads, and more results than it gives.
    fn many(x: &Tensor<_, N, D>, y: &Tensor<_, N, D>, a: &Tensor<_, D>, b: &Tensor<_, D>) -> [(Tensor<_, N, D>, Tensor<_, N, D>, Tensor<_, N, D>, Tensor<_, N, D>, Tensor<_, N, D>)] {
        let (p, q, r) = (x[0], y[0], x[-1]);
        let (s, t, u) = (y[-1], a * 2.0, b * 3.0);
        let sum = (x + y) * a + b - p * q + r * s - t * u;
        let mask = sum > x;
        let wide = where_(mask, sum * s, x - y + p) + where_(mask & (y > q), r, t - u);
        let first = x * 0.5 + 1.0;
        let second = first.square() - y;
        let third = second.abs() + x;
        let fourth = third.sigmoid() * first;
        (first, second, third, fourth, wide)
    }

    /// A mask that goes out, and a loop with chains.
    fn masked(x: &Tensor<_, N, D>, rounds: usize) -> [(Tensor<bool, N, D>, Tensor<_, N, D>)] {
        let mut y = x * 0.5 + 1.0;
        for k in 0..rounds {
            let step = k as f64 * 0.1;
            y = (y * step + x).tanh();
        }
        let mask = y > 0.25;
        (mask, where_(mask, y * 2.0, -y))
    }
}

fn bump(n: &mut f64) -> f64 {
    *n += 1.0;
    *n
}

/// Elements with zeros and negative ones.
fn elements(len: usize) -> Vec<f64> {
    (0..len)
        .map(|i| ((i * 37 + 11) % 101) as f64 * 0.05 - 2.0)
        .collect()
}

#[track_caller]
fn agree<T: Read>(fused: &T, apart: &T) {
    let (shape, data) = apart.read();
    gives(fused, &shape, &data);
}

on_every_backend! {
    fn as_one_by_one() {
        // Less than a block, one to the element, and some with a rest.
        for (n, d) in [(1, 1), (2, 3), (32, 32), (41, 77), (0, 4)] {
            let x = F::f64(&elements(n * d), &[n, d]);
            let other: Vec<f64> = elements(n * d).iter().map(|v| 1.5 - v).collect();
            let y = F::f64(&other, &[n, d]);
            let (row, column) = (F::f64(&elements(d), &[d]), F::f64(&elements(n), &[n, 1]));
            let ((a, b), (c, e)) = (fused::exponentials(&x).unwrap(), apart::exponentials(&x).unwrap());
            agree(&a, &c);
            agree(&b, &e);
            agree(&fused::logarithms(&x).unwrap(), &apart::logarithms(&x).unwrap());
            agree(&fused::gates(&x, &y).unwrap(), &apart::gates(&x, &y).unwrap());
            agree(&fused::arcs(&x).unwrap(), &apart::arcs(&x).unwrap());
            agree(&fused::steps(&x).unwrap(), &apart::steps(&x).unwrap());
            agree(&fused::powers(&x, &row).unwrap(), &apart::powers(&x, &row).unwrap());
            agree(&fused::choices(&x, &column, 0.7).unwrap(), &apart::choices(&x, &column, 0.7).unwrap());
            agree(&fused::unknown(&row, &x).unwrap(), &apart::unknown(&row, &x).unwrap());
            let (masks, values) = fused::masked(&x, 3).unwrap();
            let (right, numbers) = apart::masked(&x, 3).unwrap();
            agree(&masks, &right);
            agree(&values, &numbers);
            if n > 0 {
                agree(&fused::bumped(&x, &row).unwrap(), &apart::bumped(&x, &row).unwrap());
                agree(&fused::masks(&x, true).unwrap(), &apart::masks(&x, true).unwrap());
                agree(&fused::masks(&x, false).unwrap(), &apart::masks(&x, false).unwrap());
                agree(&fused::capped(&x).unwrap(), &apart::capped(&x).unwrap());
                let (a, b) = (fused::many(&x, &y, &row, &row).unwrap(), apart::many(&x, &y, &row, &row).unwrap());
                agree(&a.0, &b.0);
                agree(&a.1, &b.1);
                agree(&a.2, &b.2);
                agree(&a.3, &b.3);
                agree(&a.4, &b.4);
                agree(&fused::standardised(&x).unwrap(), &apart::standardised(&x).unwrap());
            }
        }
    }

    fn folds() {
        for sizes in [[1, 1, 1], [2, 3, 4], [5, 40, 33], [3, 1, 1500], [1, 2500, 1]] {
            let [_, _, d] = sizes;
            let x = F::f64(&elements(sizes.iter().product()), &sizes);
            let w = F::f64(&elements(d), &[d]);
            let (a, b) = (fused::folds(&x, &w).unwrap(), apart::folds(&x, &w).unwrap());
            agree(&a.0, &b.0);
            agree(&a.1, &b.1);
            agree(&a.2, &b.2);
            agree(&a.3, &b.3);
            let (a, b) = (fused::middle(&x, &w).unwrap(), apart::middle(&x, &w).unwrap());
            agree(&a.0, &b.0);
            agree(&a.1, &b.1);
        }
        // NaN comes through.
        let x = F::f64(&[1.0, f64::NAN, 3.0, 0.5, 2.0, 1.0], &[1, 2, 3]);
        let w = F::f64(&[1.0, 1.0, 1.0], &[3]);
        let (_, most, mean, least) = fused::folds(&x, &w).unwrap();
        let nans = |t: &dyn Read| t.read().1.iter().map(|v| v.is_nan()).collect::<Vec<_>>();
        assert_eq!(nans(&most), [false, true, false, false, false, false]);
        assert_eq!(nans(&mean), [true, false]);
        assert_eq!(nans(&least), [true]);
    }

    fn mistakes_are_told_as_ever() {
        let (x, y) = (F::f64(&[1.0, 2.0], &[2]), F::f64(&[1.0, 2.0, 3.0], &[3]));
        let (a, b) = (fused::unknown(&x, &y).unwrap_err(), apart::unknown(&x, &y).unwrap_err());
        assert_eq!(a.kind(), b.kind());
        assert_eq!(a.op(), b.op());
        let nothing = F::f64(&[], &[0, 2, 2]);
        let w = F::f64(&[1.0, 1.0], &[2]);
        let (a, b) = (fused::folds(&nothing, &w).unwrap_err(), apart::folds(&nothing, &w).unwrap_err());
        assert_eq!(a.to_string().lines().count(), b.to_string().lines().count());
        assert_eq!(a.op(), b.op());
    }
}

/// Transposed, sliced, reversed and broadcast views give what their copies give.
#[cfg(feature = "ndarray")]
#[test]
fn views_of_every_layout() {
    use eagerpy::frameworks::ndarray::{Array2, Array3, s};
    let wide = Array2::from_shape_fn((60, 90), |(i, j)| {
        ((i * 31 + j * 7) % 19) as f64 * 0.3 - 2.0
    });
    let (row, other) = (wide.slice(s![..1, ..20]), wide.slice(s![7..8, ..20]));
    let views = [
        wide.slice(s![..40, ..20]),
        wide.slice(s![..;2, ..]).reversed_axes(),
        wide.slice(s![..40;-1, 3..83;4]),
        row.broadcast((40, 20)).unwrap(),
        other.broadcast((40, 20)).unwrap(),
    ];
    for x in &views {
        for y in &views {
            let (n, d) = x.dim();
            let y = match y.dim() == (n, d) {
                true => y.view(),
                false => x.view(),
            };
            let copied = apart::gates(&x.to_owned(), &y.to_owned()).unwrap();
            agree(&fused::gates(x, &y).unwrap(), &copied);
        }
    }
    let cube = Array3::from_shape_fn((6, 7, 50), |(i, j, k)| (i * 3 + j * 5 + k) as f64 % 11.0);
    let turned = cube.view().permuted_axes([2, 0, 1]);
    let w = wide.slice(s![0, ..21;3]);
    let (a, b) = (
        fused::folds(&turned, &w).unwrap(),
        apart::folds(&turned.to_owned(), &w.to_owned()).unwrap(),
    );
    agree(&a.0, &b.0);
    agree(&a.1, &b.1);
    agree(&a.2, &b.2);
    agree(&a.3, &b.3);
}

/// The same of candle's views; a variable, and what comes of it, stays tracked.
#[cfg(feature = "candle")]
#[test]
fn views_and_variables_of_candle() {
    use eagerpy::frameworks::candle_core::{Device, Tensor, Var};
    let wide = Tensor::new(elements(60 * 90), &Device::Cpu).unwrap();
    let wide = wide.reshape((60, 90)).unwrap();
    let row = wide.narrow(0, 7, 1).unwrap().narrow(1, 5, 20).unwrap();
    let views = [
        wide.narrow(0, 3, 40).unwrap().narrow(1, 2, 20).unwrap(),
        wide.t()
            .unwrap()
            .narrow(0, 50, 40)
            .unwrap()
            .narrow(1, 1, 20)
            .unwrap(),
        row.broadcast_as((40, 20)).unwrap(),
    ];
    for x in &views {
        for y in &views {
            let copied = apart::gates(&x.contiguous().unwrap(), &y.contiguous().unwrap()).unwrap();
            let ours = fused::gates(x, y).unwrap();
            agree(&ours, &copied);
            assert!(ours.is_contiguous());
        }
        let empty = x.narrow(0, 40, 0).unwrap();
        assert_eq!(fused::gates(&empty, &empty).unwrap().dims(), [0, 20]);
        let variable = Var::from_tensor(x).unwrap();
        let slopes = |y: Tensor| {
            let grads = y.sum_all().unwrap().backward().unwrap();
            grads.get(&variable).expect("it is tracked").clone()
        };
        let ours = slopes(fused::gates(variable.as_tensor(), x).unwrap());
        agree(
            &ours,
            &slopes(apart::gates(variable.as_tensor(), x).unwrap()),
        );
    }
    let cube = wide.narrow(1, 0, 42).unwrap().reshape((60, 6, 7)).unwrap();
    let turned = cube.permute((2, 0, 1)).unwrap();
    let w = wide
        .narrow(1, 3, 1)
        .unwrap()
        .narrow(0, 9, 6)
        .unwrap()
        .squeeze(1)
        .unwrap();
    let a = fused::folds(&turned, &w).unwrap();
    let b = apart::folds(&turned.contiguous().unwrap(), &w.contiguous().unwrap()).unwrap();
    agree(&a.0, &b.0);
    agree(&a.1, &b.1);
    agree(&a.2, &b.2);
    agree(&a.3, &b.3);
}

/// The same of tch's. A tensor without strides ends no program, and a view of other signs than memory has is read right.
#[cfg(feature = "tch")]
#[test]
fn views_and_gradients_of_tch() {
    use eagerpy::frameworks::tch::{Device, Kind, Tensor};
    let wide = Tensor::from_slice(&elements(60 * 90)).reshape([60, 90]);
    let row = wide.narrow(0, 7, 1).narrow(1, 5, 20);
    let views = [
        wide.narrow(0, 3, 40).narrow(1, 2, 20),
        wide.tr().narrow(0, 50, 40).narrow(1, 1, 20),
        wide.slice(0, 10, 50, 1).slice(1, 3, 83, 4),
        row.expand([40, 20], true),
        wide.narrow(0, 3, 40)
            .narrow(1, 2, 20)
            .f_internal_neg_view()
            .unwrap(),
    ];
    for x in &views {
        for y in &views {
            let copied = apart::gates(&x.copy(), &y.copy()).unwrap();
            agree(&fused::gates(x, y).unwrap(), &copied);
        }
        let empty = x.narrow(0, 40, 0);
        assert_eq!(fused::gates(&empty, &empty).unwrap().size(), [0, 20]);
        let slopes = |of: fn(&Tensor, &Tensor) -> eagerpy::Result<Tensor>| {
            let variable = x.copy().set_requires_grad(true);
            of(&variable, x).unwrap().sum(Kind::Double).backward();
            variable.grad()
        };
        agree(&slopes(fused::gates::tch), &slopes(apart::gates::tch));
    }
    let zeros = Tensor::f_internal_efficientzerotensor([40, 20], (Kind::Double, Device::Cpu));
    let (zeros, plain) = (
        zeros.unwrap(),
        Tensor::zeros([40, 20], (Kind::Double, Device::Cpu)),
    );
    let ours = fused::gates(&zeros, &views[0]).unwrap();
    agree(&ours, &fused::gates(&plain, &views[0]).unwrap());
    let sparse = views[0].f_to_sparse_csr(None).unwrap();
    let ends = fused::gates(&sparse, &sparse).map(|_| ());
    assert_eq!(ends.is_ok(), apart::gates(&sparse, &sparse).is_ok());
    let cube = wide.narrow(1, 0, 42).reshape([60, 6, 7]);
    let turned = cube.permute([2, 0, 1]);
    let w = wide.narrow(1, 3, 1).narrow(0, 9, 6).squeeze_dim(1);
    let a = fused::folds(&turned, &w).unwrap();
    let b = apart::folds(&turned.copy(), &w.copy()).unwrap();
    agree(&a.0, &b.0);
    agree(&a.1, &b.1);
    agree(&a.2, &b.2);
    agree(&a.3, &b.3);
}

/// A sum of nothing but negative zeros is one.
#[cfg(feature = "ndarray")]
#[test]
fn signs_of_zeros() {
    use eagerpy::frameworks::ndarray::array;
    let x = array![[[-0.0, -0.0]]];
    let (sums, _, means, _) = fused::negated(&x).unwrap();
    assert_eq!(sums, apart::negated(&x).unwrap().0);
    assert!(
        sums.iter()
            .chain(&means)
            .all(|v: &f64| *v == 0.0 && v.is_sign_negative())
    );
}

/// Floats of 32 bits have passes of their own; those of 16 go operation by operation, to the same bits.
#[cfg(feature = "ndarray")]
#[test]
fn floats_of_other_widths() {
    use eagerpy::f16;
    use eagerpy::frameworks::ndarray::Array2;
    let x = Array2::from_shape_fn((30, 50), |(i, j)| {
        ((i * 31 + j * 7) % 19) as f32 * 0.3 - 2.0
    });
    agree(
        &fused::gates(&x, &x).unwrap(),
        &apart::gates(&x, &x).unwrap(),
    );
    agree(&fused::steps(&x).unwrap(), &apart::steps(&x).unwrap());
    let x = x.mapv(f16::from_f32);
    assert_eq!(fused::gates(&x, &x).unwrap(), apart::gates(&x, &x).unwrap());
}

/// Large passes, and rows of softmax and the like, come to the same bits on any number of threads.
#[cfg(feature = "rayon")]
mod threads {
    use super::*;

    #[agnostic]
    fn rows(
        x: &Tensor<_, N, D>,
        at: &Tensor<i64, N>,
    ) -> (Tensor<_, N, D>, Tensor<_, N, D>, Tensor<_, N>, Tensor<_, N>) {
        (
            x.softmax(axis = 1),
            x.log_softmax(axis = 1),
            x.logsumexp(axis = 1),
            x.crossentropy(at, reduction = "none"),
        )
    }

    /// What a test comes to, as bits, in a pool of so many threads.
    fn on(threads: usize, run: impl Fn() -> Vec<f64> + Send + Sync) -> Vec<u64> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let all = pool.build().unwrap().install(run);
        all.into_iter().map(f64::to_bits).collect()
    }

    on_every_backend! {
        fn the_same_bits() {
            let run = || {
                let (n, d) = (600, 1001);
                let x = F::f64(&elements(n * d), &[n, d]);
                let row = F::f64(&elements(d), &[d]);
                let cube = F::f64(&elements(n * d), &[n / 2, 2, d]);
                let at = F::i64(&(0..n as i64).collect::<Vec<_>>(), &[n]);
                let mut all = fused::gates(&x, &x).unwrap().read().1;
                all.extend(fused::powers(&x, &row).unwrap().read().1);
                all.extend(fused::standardised(&x).unwrap().read().1);
                let (a, b, c, e) = fused::folds(&cube, &row).unwrap();
                all.extend([a.read(), b.read(), c.read(), e.read()].into_iter().flat_map(|out| out.1));
                let (a, b, c, e) = rows(&x, &at).unwrap();
                all.extend([a.read(), b.read(), c.read(), e.read()].into_iter().flat_map(|out| out.1));
                all
            };
            let alone = on(1, run);
            for threads in [2, 3, 8] {
                assert!(alone == on(threads, run), "{threads} threads");
            }
        }
    }
}

/// The program says what is one pass.
#[test]
fn explained() {
    let program = fused::standardised::EXPLAIN;
    assert_eq!(program.matches("= fused").count(), 2, "{program}");
    assert!(!apart::standardised::EXPLAIN.contains("fused"));
}

/// Gradients go through the same pass.
mod gradients {
    use super::*;

    #[agnostic(grad(x))]
    fn distance(x: &Tensor<_, N>, y: &Tensor<_, N>) -> Scalar {
        ((x - y).square() * 0.5).mean()
    }

    #[agnostic(grad(x), fuse = false)]
    fn distance_apart(x: &Tensor<_, N>, y: &Tensor<_, N>) -> Scalar {
        ((x - y).square() * 0.5).mean()
    }

    on_every_backend! {
        /// A loss and its gradient are one pass: what a mean hands back is a number.
        fn a_loss_and_its_gradient() {
            let program = distance::value_and_grad::EXPLAIN;
            assert_eq!(program.matches("= fused").count(), 1, "{program}");
            assert!(!program.contains("unreduce") && !program.contains("ones_like"), "{program}");
            let apart = distance_apart::value_and_grad::EXPLAIN;
            assert!(apart.contains("unreduce"), "{apart}");
            let (x, y) = (F::f64(&[1.0, 4.0, -2.0], &[3]), F::f64(&[0.0, 1.0, 1.0], &[3]));
            let (loss, slope) = distance::value_and_grad(&x, &y).unwrap();
            gives(&loss, &[], &[19.0 / 6.0]);
            gives(&slope, &[3], &[1.0 / 3.0, 1.0, -1.0]);
            let (loss, slope) = distance_apart::value_and_grad(&x, &y).unwrap();
            gives(&loss, &[], &[19.0 / 6.0]);
            gives(&slope, &[3], &[1.0 / 3.0, 1.0, -1.0]);
            // Of nothing there is no mean, and the gradient has no elements.
            let none = F::f64(&[], &[0]);
            let (loss, slope) = distance::value_and_grad(&none, &none).unwrap();
            assert!(loss.read().1.iter().all(|loss| loss.is_nan()));
            gives(&slope, &[0], &[]);
        }
    }
}
