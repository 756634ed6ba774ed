//! Gradients through functions that the caller brings: networks of the framework, and functions with a derivative of
//! their own.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::*;
use eagerpy::{agnostic, with_vjp};

// ---------------------------------------------------------------------- functions of a model

/// What an attack makes large.
#[agnostic(grad(x))]
fn attack_loss(
    model: impl Fn(&Tensor<_, N, D>) -> Tensor<_, N, C>,
    x: &Tensor<_, N, D>,
    labels: &Tensor<i64, N>,
) -> Scalar {
    model(x).crossentropy(labels).mean()
}

/// Five steps of gradient ascent by a model that gives the step, in a loop.
#[agnostic(grad(x))]
fn steps(
    model: impl Fn(&Tensor<_, N, D>) -> Tensor<_, N, D>,
    x: &Tensor<_, N, D>,
    count: usize,
) -> Scalar {
    let mut y = x;
    for k in 0..count {
        let moved = model(y);
        if k % 2 == 0 {
            y = y + 0.1 * moved.tanh();
        } else {
            y = moved * 0.5;
        }
    }
    y.square().sum()
}

/// Two models, one of them twice on the same argument.
#[agnostic(grad(x))]
fn of_two(
    first: impl Fn(&Tensor<_, N, D>) -> Tensor<_, N, C>,
    second: impl Fn(&Tensor<_, N, D>) -> Tensor<_, N, C>,
    x: &Tensor<_, N, D>,
) -> Scalar {
    (first(x) * second(x) + first(x)).square().sum()
}

/// Two tensors and a number go in; a tensor and a number come out.
#[agnostic(grad(x, t))]
fn of_pairs(
    model: impl Fn(&Tensor<_, N, D>, &Tensor<_, N, D>, f64) -> (Tensor<_, N, D>, Tensor<_, N>, usize),
    x: &Tensor<_, N, D>,
    t: &Tensor<_, N, D>,
) -> Scalar {
    let (y, z, count) = model(x, t, 2.0);
    (y.square().sum(axis = 1) * z).sum() * count as f64 + (x * t).sum()
}

/// Only one of its results is used.
#[agnostic(grad(x))]
fn of_one_result(
    model: impl Fn(&Tensor<_, N, D>) -> (Tensor<_, N, D>, Tensor<_, N>),
    x: &Tensor<_, N, D>,
) -> Scalar {
    let (y, _) = model(x);
    y.sum()
}

/// No scalar: by its `vjp`.
#[agnostic(grad)]
fn scores(
    model: impl Fn(&Tensor<_, N, D>) -> Tensor<_, N, C>,
    x: &Tensor<_, N, D>,
    scale: f64,
) -> Tensor<_, N, C> {
    model(x * scale).exp()
}

/// Handed on, with what it gives taken without a gradient, too.
#[agnostic(grad(x))]
fn handed_on(
    model: impl Fn(&Tensor<_, N, D>) -> Tensor<_, N, C>,
    x: &Tensor<_, N, D>,
    labels: &Tensor<i64, N>,
) -> Scalar {
    let baseline = model(stop_gradient(x)).mean();
    attack_loss(model, x, labels) + 2.0 * scores(model, x, 0.5).sum() * baseline
}

/// The model, as an agnostic function.
#[agnostic(grad(x))]
fn mlp(x: &Tensor<_, N, D>, w: &Tensor<_, D, H>, u: &Tensor<_, H, C>) -> Tensor<_, N, C> {
    x.matmul(w).tanh().matmul(u)
}

/// A function of it, twice.
#[agnostic(grad(x))]
fn twice(f: impl Fn(&Tensor<_, N, D>) -> Tensor<_, N, D>, x: &Tensor<_, N, D>) -> Tensor<_, N, D> {
    f(f(x))
}

/// A closure over weights, in the place of the model.
#[agnostic(grad(x))]
fn of_closure(
    x: &Tensor<_, N, D>,
    w: &Tensor<_, D, H>,
    u: &Tensor<_, H, C>,
    labels: &Tensor<i64, N>,
) -> Scalar {
    attack_loss(|v| mlp(v, w, u) * 2.0, x * 0.5, labels)
}

/// Closures with statements, in a loop, over what is made in it and over a function that the caller brings.
#[agnostic(grad(x))]
fn of_closures(
    model: impl Fn(&Tensor<_, N, D>) -> Tensor<_, N, D>,
    x: &Tensor<_, N, D>,
    w: &Tensor<_, D, D>,
    count: usize,
) -> Scalar {
    let mut y = x;
    for k in 0..count {
        let scale = w * (k as f64 + 0.5);
        let moved = twice(
            |v| {
                let mut z = v;
                for _ in 0..2 {
                    z = z.matmul(scale).tanh();
                }
                if k == 1 { z + model(v) } else { z * v }
            },
            y,
        );
        y = y + 0.5 * moved;
    }
    y.square().sum()
}

#[agnostic(grad)]
fn bent(x: &Tensor<_, N, D>) -> Tensor<_, N, D> {
    x.sin() + x.sum(axis = 0)
}

#[agnostic(grad)]
fn by_name(x: &Tensor<_, N, D>) -> Scalar {
    twice(bent, x).square().sum()
}

// ---------------------------------------------------------------------- derivatives in a body

/// Projected gradient ascent, by the gradient of a function that comes with its derivative.
#[agnostic]
fn pgd(
    model: impl Fn(&Tensor<_, N, D>) -> Tensor<_, N, C> + Differentiable,
    x: &Tensor<_, N, D>,
    labels: &Tensor<i64, N>,
    epsilon: f64,
    count: usize,
) -> Tensor<_, N, D> {
    let mut moved = x;
    for _ in 0..count {
        let up = grad(|x| model(x).crossentropy(labels).mean())(moved);
        moved = x + (moved + 0.5 * epsilon * up.sign() - x).clip(-epsilon, epsilon);
    }
    moved
}

/// The same by another function's gradient.
#[agnostic]
fn pgd_by_function(
    model: impl Fn(&Tensor<_, N, D>) -> Tensor<_, N, C> + Differentiable,
    x: &Tensor<_, N, D>,
    labels: &Tensor<i64, N>,
    epsilon: f64,
    count: usize,
) -> Tensor<_, N, D> {
    let mut moved = x;
    for _ in 0..count {
        let up = attack_loss::grad(model, moved, labels);
        moved = x + (moved + 0.5 * epsilon * up.sign() - x).clip(-epsilon, epsilon);
    }
    moved
}

/// Of a closure over what stands around it, whose names stand for something else in it.
#[agnostic]
fn pgd_of_closure(
    x: &Tensor<_, N, D>,
    w: &Tensor<_, D, H>,
    u: &Tensor<_, H, C>,
    labels: &Tensor<i64, N>,
) -> Tensor<_, N, D> {
    let scaled = u * 2.0;
    pgd(
        |x| {
            let w = mlp(x, w, scaled);
            let scaled = w * 0.5;
            scaled.tanh() + w
        },
        x,
        labels,
        0.1,
        3,
    )
}

/// What that closure gives.
#[agnostic(grad(x))]
fn doubled(x: &Tensor<_, N, D>, w: &Tensor<_, D, H>, u: &Tensor<_, H, C>) -> Tensor<_, N, C> {
    let all = mlp(x, w, u * 2.0);
    (all * 0.5).tanh() + all
}

/// A function of a function with its derivative, which has a gradient itself.
#[agnostic(grad(x))]
fn square_of(
    f: impl Fn(&Tensor<_, N, D>) -> Tensor<_, N, D> + Differentiable,
    x: &Tensor<_, N, D>,
) -> Scalar {
    f(f(x)).square().sum()
}

#[agnostic(grad(x))]
fn of_known(x: &Tensor<_, N, D>, w: &Tensor<_, D, D>) -> Scalar {
    square_of(|v| v.matmul(w).softmax(axis = -1), x * 2.0) + square_of(bent, x)
}

// ---------------------------------------------------------------------- differences

const X: [f64; 6] = [0.3, -0.2, 0.5, 0.1, 0.7, -0.4];
const W: [f64; 12] = [
    0.2, -0.5, 0.3, 0.8, 0.1, 0.4, -0.7, 0.6, -0.3, 0.9, 0.5, -0.2,
];
const U: [f64; 12] = [
    0.5, -0.1, 0.2, 0.3, 0.7, -0.6, -0.4, 0.1, 0.8, 0.2, -0.9, 0.4,
];
const LABELS: [i64; 2] = [2, 0];

/// Three steps of projected gradient ascent.
fn ascent(up: impl Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
    let mut moved = X.to_vec();
    for _ in 0..3 {
        let up = up(&moved);
        for ((moved, up), x) in moved.iter_mut().zip(up).zip(X) {
            *moved = x + (*moved + 0.05 * up.signum() - x).clamp(-0.1, 0.1);
        }
    }
    moved
}

/// A matrix as a function of the caller's gets it.
trait Given {
    type Matrix<'a>;
    type Rows<'a>;
}

#[cfg(feature = "ndarray")]
impl Given for nd::Nd {
    type Matrix<'a> = eagerpy::frameworks::ndarray::ArrayView2<'a, f64>;
    type Rows<'a> = eagerpy::frameworks::ndarray::ArrayView1<'a, f64>;
}
#[cfg(feature = "candle")]
impl Given for ca::Ca {
    type Matrix<'a> = ca::Tensor;
    type Rows<'a> = ca::Tensor;
}
#[cfg(feature = "tch")]
impl Given for tc::Tc {
    type Matrix<'a> = tc::Tensor;
    type Rows<'a> = tc::Tensor;
}

on_every_backend! {
    fn with_its_own_derivative() {
        let (w, u) = (F::f64(&W, &[3, 4]), F::f64(&U, &[4, 3]));
        let labels = F::i64(&LABELS, &[2]);
        let model = with_vjp(
            |x: &<F as Given>::Matrix<'_>| mlp(x, &w, &u),
            |x: &<F as Given>::Matrix<'_>, dy: &<F as Given>::Matrix<'_>| mlp::vjp(x, &w, &u, dy),
        );
        let x = F::f64(&X, &[2, 3]);
        let (value, dx) = attack_loss::value_and_grad(&model, &x, &labels).unwrap();
        let plain = |at: &[f64]| {
            number(&attack_loss(model.function(), &F::f64(at, &[2, 3]), &labels).unwrap())
        };
        assert!((number(&value) - plain(&X)).abs() < 1e-12);
        gives(&dx, &[2, 3], &slopes(plain, &X));
        gives(&attack_loss::grad(&model, &x, &labels).unwrap(), &[2, 3], &dx.read().1);
        // Moved, and by reference no more.
        let handed = |at: &[f64]| {
            number(&handed_on(model.function(), &F::f64(at, &[2, 3]), &labels).unwrap())
        };
        let dx = handed_on::grad(model, &x, &labels).unwrap();
        // What is taken without a gradient is a constant of the differences, too.
        let baseline = {
            let (n, y) = mlp(&x, &w, &u).unwrap().read();
            y.iter().sum::<f64>() / (n[0] * n[1]) as f64
        };
        let held = |at: &[f64]| {
            let y = mlp(&F::f64(at, &[2, 3]), &w, &u).unwrap().read().1;
            let now = y.iter().sum::<f64>() / 6.0;
            let loss = plain_loss(at);
            loss + (handed(at) - loss) * baseline / now
        };
        fn plain_loss(at: &[f64]) -> f64 {
            let (w, u) = (F::f64(&W, &[3, 4]), F::f64(&U, &[4, 3]));
            let model = |x: &<F as Given>::Matrix<'_>| mlp(x, &w, &u);
            number(&attack_loss(model, &F::f64(at, &[2, 3]), &F::i64(&LABELS, &[2])).unwrap())
        }
        gives(&dx, &[2, 3], &slopes(held, &X));
    }

    fn ascents() {
        let (w, u) = (F::f64(&W, &[3, 4]), F::f64(&U, &[4, 3]));
        let (x, labels) = (F::f64(&X, &[2, 3]), F::i64(&LABELS, &[2]));
        let model = with_vjp(
            |x: &<F as Given>::Matrix<'_>| doubled(x, &w, &u),
            |x: &<F as Given>::Matrix<'_>, dy: &<F as Given>::Matrix<'_>| doubled::vjp(x, &w, &u, dy),
        );
        let up = |at: &[f64]| {
            attack_loss::grad(&model, &F::f64(at, &[2, 3]), &labels).unwrap().read().1
        };
        let right = ascent(up);
        gives(&pgd(&model, &x, &labels, 0.1, 3).unwrap(), &[2, 3], &right);
        gives(&pgd_by_function(&model, &x, &labels, 0.1, 3).unwrap(), &[2, 3], &right);
        gives(&pgd_of_closure(&x, &w, &u, &labels).unwrap(), &[2, 3], &right);
        let square = F::f64(&W[..9], &[3, 3]);
        let plain = |at: &[f64]| number(&of_known(&F::f64(at, &[2, 3]), &square).unwrap());
        let dx = of_known::grad(&x, &square).unwrap();
        gives(&dx, &[2, 3], &slopes(plain, &X));
    }

    fn closures_of_agnostic_functions() {
        let (w, u) = (F::f64(&W, &[3, 4]), F::f64(&U, &[4, 3]));
        let (x, labels) = (F::f64(&X, &[2, 3]), F::i64(&LABELS, &[2]));
        let plain = |at: &[f64]| number(&of_closure(&F::f64(at, &[2, 3]), &w, &u, &labels).unwrap());
        let (value, dx) = of_closure::value_and_grad(&x, &w, &u, &labels).unwrap();
        assert!((number(&value) - plain(&X)).abs() < 1e-12);
        gives(&dx, &[2, 3], &slopes(plain, &X));
        let named = |at: &[f64]| number(&by_name(&F::f64(at, &[2, 3])).unwrap());
        gives(&by_name::grad(&x).unwrap(), &[2, 3], &slopes(named, &X));
        let square = F::f64(&W[..9], &[3, 3]);
        let model = with_vjp(
            |x: &<F as Given>::Matrix<'_>| bent(x),
            |x: &<F as Given>::Matrix<'_>, dy: &<F as Given>::Matrix<'_>| bent::vjp(x, dy),
        );
        for count in 0..4 {
            let plain = |at: &[f64]| {
                number(&of_closures(model.function(), &F::f64(at, &[2, 3]), &square, count).unwrap())
            };
            let dx = of_closures::grad(&model, &x, &square, count).unwrap();
            gives(&dx, &[2, 3], &slopes(plain, &X));
        }
    }
}

/// The elements of a tensor, to the last bit.
fn bits(x: &impl Read) -> Vec<u64> {
    x.read().1.into_iter().map(f64::to_bits).collect()
}

fn close(have: &impl Read, want: &[f64]) {
    let have = have.read().1;
    assert_eq!(have.len(), want.len());
    for (h, w) in have.iter().zip(want) {
        assert!(
            (h - w).abs() < 1e-9 * w.abs().max(1.0),
            "{have:?} is not {want:?}"
        );
    }
}

// ---------------------------------------------------------------------- tch's own

#[cfg(feature = "tch")]
mod of_tch {
    use super::*;
    use eagerpy::frameworks::tch::nn::{self, Module};
    use eagerpy::frameworks::tch::{self, Device, Kind, Tensor};
    use tc::Tc as F;

    fn network(store: &nn::VarStore, from: i64, to: i64) -> nn::Sequential {
        let root = store.root();
        let first = nn::linear(
            &root / format!("first{from}{to}"),
            from,
            4,
            Default::default(),
        );
        let second = nn::linear(
            &root / format!("second{from}{to}"),
            4,
            to,
            Default::default(),
        );
        nn::seq().add(first).add_fn(|x| x.tanh()).add(second)
    }

    fn own_gradient(x: &Tensor, of: impl Fn(&Tensor) -> Tensor) -> Vec<f64> {
        let leaf = x.copy().set_requires_grad(true);
        let found = Tensor::run_backward(&[of(&leaf)], &[&leaf], false, false);
        found[0].read().1
    }

    fn untouched(store: &nn::VarStore, before: &[Vec<u64>]) {
        for (weight, before) in store.trainable_variables().iter().zip(before) {
            assert!(!weight.grad().defined());
            assert!(weight.requires_grad());
            assert_eq!(&bits(weight), before);
        }
    }

    #[test]
    fn a_network() {
        let mut store = nn::VarStore::new(Device::Cpu);
        let net = network(&store, 3, 3);
        store.double();
        let before: Vec<_> = store.trainable_variables().iter().map(bits).collect();
        let (x, labels) = (F::f64(&X, &[2, 3]), F::i64(&LABELS, &[2]));
        let model = |x: &Tensor| net.forward(x);
        let (value, dx) = attack_loss::value_and_grad(model, &x, &labels).unwrap();
        let loss = |x: &Tensor| {
            let scores = net.forward(x).log_softmax(-1, Kind::Double);
            scores.nll_loss(&labels)
        };
        close(&dx, &own_gradient(&x, loss));
        let plain = |at: &[f64]| loss(&F::f64(at, &[2, 3])).double_value(&[]);
        gives(&dx, &[2, 3], &slopes(plain, &X));
        assert!((number(&value) - plain(&X)).abs() < 1e-12);
        assert!(!value.requires_grad() && !dx.requires_grad());
        assert!(!x.requires_grad() && !x.grad().defined());
        // A view with strides of its own, and nothing of the caller's tracked.
        let turned = F::f64(&X, &[3, 2])
            .transpose(0, 1)
            .copy()
            .transpose(0, 1)
            .transpose(0, 1);
        let again = attack_loss::grad(model, &turned, &labels).unwrap();
        close(&again, &own_gradient(&turned, loss));
        let up = |at: &[f64]| own_gradient(&F::f64(at, &[2, 3]), loss);
        close(&pgd(model, &x, &labels, 0.1, 3).unwrap(), &ascent(up));
        close(
            &pgd_by_function(model, &x, &labels, 0.1, 3).unwrap(),
            &ascent(up),
        );
        untouched(&store, &before);
        // It tracks where the caller does not, and leaves that as it was.
        tch::no_grad(|| {
            let there = attack_loss::grad(model, &x, &labels).unwrap();
            assert_eq!(bits(&there), bits(&dx));
            assert!(!net.forward(&x).requires_grad());
        });
        assert!(net.forward(&x).requires_grad());
        untouched(&store, &before);
    }

    #[test]
    fn tracked_by_the_caller() {
        let mut store = nn::VarStore::new(Device::Cpu);
        let net = network(&store, 3, 3);
        store.double();
        let before: Vec<_> = store.trainable_variables().iter().map(bits).collect();
        let labels = F::i64(&LABELS, &[2]);
        let x = F::f64(&X, &[2, 3]).set_requires_grad(true);
        let model = |x: &Tensor| net.forward(x);
        let (value, dx) = attack_loss::value_and_grad(model, &x, &labels).unwrap();
        assert!(x.requires_grad() && !x.grad().defined());
        untouched(&store, &before);
        // What comes out is differentiable as everything is, the gradient included.
        let found = Tensor::run_backward(&[&value], &[&x], true, false);
        close(&found[0], &dx.read().1);
        let second = Tensor::run_backward(&[dx.square().sum(Kind::Double)], &[&x], false, false);
        let squared = |at: &[f64]| {
            let dx = attack_loss::grad(model, &F::f64(at, &[2, 3]), &labels).unwrap();
            dx.read().1.iter().map(|d| d * d).sum()
        };
        gives(&second[0], &[2, 3], &slopes(squared, &X));
        let here = tch::no_grad(|| attack_loss::grad(model, &x, &labels).unwrap());
        assert!(!here.requires_grad());
    }

    #[test]
    fn in_loops_twice_and_in_pairs() {
        let mut store = nn::VarStore::new(Device::Cpu);
        let (net, other) = (network(&store, 3, 3), network(&store, 3, 2));
        store.double();
        let x = F::f64(&X, &[2, 3]);
        for count in [0, 1, 5] {
            let dx = steps::grad(|x: &Tensor| net.forward(x), &x, count).unwrap();
            let own = own_gradient(&x, |x| {
                let mut y = x.shallow_clone();
                for k in 0..count {
                    let moved = net.forward(&y);
                    y = match k % 2 {
                        0 => y + moved.tanh() * 0.1,
                        _ => moved * 0.5,
                    };
                }
                y.square().sum(Kind::Double)
            });
            close(&dx, &own);
        }
        let second = |x: &Tensor| other.forward(x).sigmoid();
        let dx = of_two::grad(|x: &Tensor| other.forward(x), second, &x).unwrap();
        let own = own_gradient(&x, |x| {
            let y = other.forward(x);
            (&y * second(x) + &y).square().sum(Kind::Double)
        });
        close(&dx, &own);

        let pairs = |x: &Tensor, t: &Tensor, k: f64| {
            (
                (x * t).sin() * k,
                (x + t.square()).sum_dim_intlist([1].as_slice(), false, Kind::Double),
                3_usize,
            )
        };
        let t = F::f64(&[0.5, -0.3, 0.2, 0.9, 0.4, -0.8], &[2, 3]);
        let (dx, dt) = of_pairs::grad(pairs, &x, &t).unwrap();
        let whole = |x: &Tensor, t: &Tensor| {
            let (y, z, count) = pairs(x, t, 2.0);
            let rows = y
                .square()
                .sum_dim_intlist([1].as_slice(), false, Kind::Double);
            (rows * z).sum(Kind::Double) * count as f64 + (x * t).sum(Kind::Double)
        };
        close(&dx, &own_gradient(&x, |x| whole(x, &t)));
        close(&dt, &own_gradient(&t, |t| whole(&x, t)));

        let dy = F::f64(&[1.0, -2.0, 0.5, 3.0], &[2, 2]);
        let dx = scores::vjp(|x: &Tensor| other.forward(x), &x, 0.5, &dy).unwrap();
        close(
            &dx,
            &own_gradient(&x, |x| {
                (other.forward(&(x * 0.5)).exp() * &dy).sum(Kind::Double)
            }),
        );
    }

    #[test]
    fn what_goes_wrong_is_told() {
        let (x, labels) = (F::f64(&X, &[2, 3]), F::i64(&LABELS, &[2]));
        let weight = F::f64(&W[..9], &[3, 3]).set_requires_grad(true);
        let cut = attack_loss::grad(|x: &Tensor| x.detach().matmul(&weight), &x, &labels);
        let told = cut.unwrap_err().to_string();
        assert!(
            told.contains("does not hang on its argument") && told.contains("tch"),
            "{told}"
        );
        let quiet = |x: &Tensor| tch::no_grad(|| x.matmul(&weight));
        let told = attack_loss::grad(quiet, &x, &labels)
            .unwrap_err()
            .to_string();
        assert!(told.contains("does not hang on its argument"), "{told}");
        // A result that is not asked for may be anything.
        let half = |x: &Tensor| (x * 2.0, Tensor::zeros([2], (Kind::Double, Device::Cpu)));
        gives(&of_one_result::grad(half, &x).unwrap(), &[2, 3], &[2.0; 6]);
        let failing = |x: &Tensor| x.f_matmul(&F::f64(&X, &[2, 3]));
        let error = attack_loss::grad(failing, &x, &labels).unwrap_err();
        assert!(std::error::Error::source(&error).is_some());
        assert!(error.to_string().contains("attack_loss"), "{error}");
        // A panic leaves the caller's settings as they were.
        tch::no_grad(|| {
            let fails = |_: &Tensor| -> Tensor { panic!("the caller's own") };
            let caught = std::panic::catch_unwind(|| attack_loss::grad(fails, &x, &labels));
            assert!(caught.is_err());
            assert!(!(&weight * 1.0).requires_grad());
        });
    }

    #[test]
    fn in_other_types() {
        for kind in [Kind::Float, Kind::BFloat16] {
            let x = F::f64(&X, &[2, 3]).to_kind(kind);
            let dx = of_one_result::grad(
                |x: &Tensor| (x * x, x.sum_dim_intlist([1].as_slice(), false, kind)),
                &x,
            )
            .unwrap();
            assert_eq!(dx.kind(), kind);
            gives(&dx, &[2, 3], &(&x * 2.0).read().1);
        }
    }

    /// The fast gradient sign method, from Rust.
    #[test]
    fn an_attack() {
        let mut store = nn::VarStore::new(Device::Cpu);
        let net = network(&store, 3, 3);
        store.double();
        let (x, labels) = (F::f64(&X, &[2, 3]), F::i64(&LABELS, &[2]));
        let model = |x: &Tensor| net.forward(x);
        let moved = &x + attack_loss::grad(model, &x, &labels).unwrap().sign() * 0.05;
        let loss = |x: &Tensor| number(&attack_loss(model, x, &labels).unwrap());
        assert!(loss(&moved) > loss(&x));
    }
}

// ---------------------------------------------------------------------- candle's own

#[cfg(feature = "candle")]
mod of_candle {
    use super::*;
    use ca::{Ca as F, Tensor};
    use eagerpy::frameworks::candle_core::{DType, Result, Var};

    /// Two layers, whose weights are variables.
    struct Network(Var, Var);

    impl Network {
        fn new(to: usize) -> Network {
            let w = Var::from_tensor(&F::f64(&W, &[3, 4])).unwrap();
            let u = Var::from_tensor(&F::f64(&U[..4 * to], &[4, to])).unwrap();
            Network(w, u)
        }
        fn forward(&self, x: &Tensor) -> Result<Tensor> {
            x.matmul(&self.0)?.tanh()?.matmul(&self.1)
        }
    }

    fn own_gradient(x: &Tensor, of: impl Fn(&Tensor) -> Result<Tensor>) -> Vec<f64> {
        let leaf = Var::from_tensor(&x.copy().unwrap()).unwrap();
        let grads = of(&leaf).unwrap().backward().unwrap();
        grads.get(&leaf).unwrap().read().1
    }

    /// Mean cross-entropy, in candle's words.
    fn loss(scores: &Tensor) -> Result<Tensor> {
        let least = scores.max_keepdim(1)?;
        let exps = scores.broadcast_sub(&least)?.exp()?;
        let total = (exps.sum_keepdim(1)?.log()? + least)?;
        let right = scores.gather(&F::i64(&LABELS, &[2, 1]), 1)?;
        (total - right)?.mean_all()
    }

    #[test]
    fn a_network() {
        let net = Network::new(3);
        let before = (bits(net.0.as_tensor()), bits(net.1.as_tensor()));
        let (x, labels) = (F::f64(&X, &[2, 3]), F::i64(&LABELS, &[2]));
        let model = |x: &Tensor| net.forward(x);
        let (value, dx) = attack_loss::value_and_grad(model, &x, &labels).unwrap();
        close(&dx, &own_gradient(&x, |x| loss(&net.forward(x)?)));
        let plain =
            |at: &[f64]| number(&loss(&net.forward(&F::f64(at, &[2, 3])).unwrap()).unwrap());
        gives(&dx, &[2, 3], &slopes(plain, &X));
        assert!((number(&value) - plain(&X)).abs() < 1e-12);
        assert!(!value.track_op() && !dx.track_op() && !x.track_op());
        let up = |at: &[f64]| own_gradient(&F::f64(at, &[2, 3]), |x| loss(&net.forward(x)?));
        close(&pgd(model, &x, &labels, 0.1, 3).unwrap(), &ascent(up));
        close(
            &pgd_by_function(model, &x, &labels, 0.1, 3).unwrap(),
            &ascent(up),
        );
        assert_eq!(before, (bits(net.0.as_tensor()), bits(net.1.as_tensor())));
        // A view, and one of the caller's variables: the value is then of the caller's graph.
        let turned = F::f64(&X, &[3, 2]).t().unwrap();
        let d = attack_loss::grad(model, &turned, &labels).unwrap();
        let at = turned.contiguous().unwrap();
        close(&d, &own_gradient(&at, |x| loss(&net.forward(x)?)));
        let tracked = Var::from_tensor(&x).unwrap();
        let (value, d) = attack_loss::value_and_grad(model, &tracked, &labels).unwrap();
        // candle's operations, where untracked tensors go through passes that round in another order.
        close(&d, &dx.read().1);
        let grads = value.backward().unwrap();
        close(grads.get(&tracked).unwrap(), &dx.read().1);
    }

    #[test]
    fn in_loops_twice_and_in_pairs() {
        let (net, other) = (Network::new(3), Network::new(2));
        let x = F::f64(&X, &[2, 3]);
        for count in [0, 1, 5] {
            let dx = steps::grad(|x: &Tensor| net.forward(x), &x, count).unwrap();
            let own = own_gradient(&x, |x| {
                let mut y = (x * 1.0)?;
                for k in 0..count {
                    let moved = net.forward(&y)?;
                    y = match k % 2 {
                        0 => (y + (moved.tanh()? * 0.1)?)?,
                        _ => (moved * 0.5)?,
                    };
                }
                y.sqr()?.sum_all()
            });
            close(&dx, &own);
        }
        let second = |x: &Tensor| other.forward(x)?.sin();
        let dx = of_two::grad(|x: &Tensor| other.forward(x), second, &x).unwrap();
        let own = own_gradient(&x, |x| {
            let y = other.forward(x)?;
            ((&y * second(x)?)? + &y)?.sqr()?.sum_all()
        });
        close(&dx, &own);
        let pairs = |x: &Tensor, t: &Tensor, k: f64| -> Result<_> {
            Ok((((x * t)?.sin()? * k)?, (x + t.sqr()?)?.sum(1)?, 3_usize))
        };
        let t = F::f64(&[0.5, -0.3, 0.2, 0.9, 0.4, -0.8], &[2, 3]);
        let (dx, dt) = of_pairs::grad(pairs, &x, &t).unwrap();
        let whole = |x: &Tensor, t: &Tensor| {
            let (y, z, count) = pairs(x, t, 2.0)?;
            let rows = (y.sqr()?.sum(1)? * z)?.sum_all()?;
            (rows * count as f64)? + (x * t)?.sum_all()?
        };
        close(&dx, &own_gradient(&x, |x| whole(x, &t)));
        close(&dt, &own_gradient(&t, |t| whole(&x, t)));
        let dy = F::f64(&[1.0, -2.0, 0.5, 3.0], &[2, 2]);
        let dx = scores::vjp(|x: &Tensor| other.forward(x), &x, 0.5, &dy).unwrap();
        let own = own_gradient(&x, |x| {
            (other.forward(&(x * 0.5)?)?.exp()? * &dy)?.sum_all()
        });
        close(&dx, &own);
    }

    #[test]
    fn what_goes_wrong_is_told() {
        let (x, labels) = (F::f64(&X, &[2, 3]), F::i64(&LABELS, &[2]));
        let weight = Var::from_tensor(&F::f64(&W[..9], &[3, 3])).unwrap();
        let cut = attack_loss::grad(|x: &Tensor| x.detach().matmul(&weight), &x, &labels);
        let told = cut.unwrap_err().to_string();
        assert!(
            told.contains("does not hang on its argument") && told.contains("candle"),
            "{told}"
        );
        let constant = |_: &Tensor| F::f64(&W[..6], &[2, 3]);
        let told = attack_loss::grad(constant, &x, &labels)
            .unwrap_err()
            .to_string();
        assert!(told.contains("does not hang on its argument"), "{told}");
        // Of two results each must hang on it that the program uses.
        let half = |x: &Tensor, t: &Tensor, _: f64| -> Result<_> {
            Ok(((x * t)?, weight.sum(1)?.narrow(0, 0, 2)?, 1_usize))
        };
        let told = of_pairs::grad(half, &x, &x).unwrap_err().to_string();
        assert!(told.contains("does not hang on its argument"), "{told}");
        let one = |x: &Tensor| -> Result<_> { Ok(((x * 2.0)?, weight.sum(1)?.narrow(0, 0, 2)?)) };
        gives(&of_one_result::grad(one, &x).unwrap(), &[2, 3], &[2.0; 6]);
        let error = attack_loss::grad(|x: &Tensor| x.matmul(&F::f64(&X, &[2, 3])), &x, &labels)
            .unwrap_err();
        assert!(std::error::Error::source(&error).is_some());
        assert!(error.to_string().contains("attack_loss"), "{error}");
    }

    #[test]
    fn in_other_types() {
        for dtype in [DType::F32, DType::F16, DType::BF16] {
            let x = F::f64(&X, &[2, 3]).to_dtype(dtype).unwrap();
            let dx =
                of_one_result::grad(|x: &Tensor| -> Result<_> { Ok(((x * x)?, x.sum(1)?)) }, &x)
                    .unwrap();
            assert_eq!(dx.dtype(), dtype);
            gives(&dx, &[2, 3], &(&x * 2.0).unwrap().read().1);
        }
    }
}
