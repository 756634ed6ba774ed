//! Derivatives taken in a body, of closures and of functions, and derivatives of derivatives: on every backend, against
//! central differences.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use eagerpy::agnostic;

mod common;
#[cfg(feature = "candle")]
use common::ca;
#[cfg(feature = "ndarray")]
use common::nd;
#[cfg(feature = "tch")]
use common::tc;
use common::{Framework, Read, gives, number, on_every_backend, slopes};

// ---------------------------------------------------------------------- what is differentiated

/// One step of gradient descent.
#[agnostic]
fn step(
    x: &Tensor<f64, N, D>,
    w: &Tensor<f64, D>,
    y: &Tensor<f64, N>,
    rate: f64,
) -> (Scalar<f64>, Tensor<f64, D>) {
    let (loss, dw) = value_and_grad(|w| (x.matmul(w) - y).square().mean(), w);
    (loss, w - rate * dw)
}

/// Many of them, of two parameters, with what else the function gives.
#[agnostic]
fn trained(
    x: &Tensor<f64, N, D>,
    y: &Tensor<f64, N>,
    steps: usize,
    rate: f64,
) -> (Tensor<f64, D>, Scalar<f64>, f64) {
    let mut w: Tensor<f64, D> = zeros([D], dtype = f64);
    let mut b: Scalar<f64> = zeros((), dtype = f64);
    let mut last = 0.0;
    for k in 0..steps {
        let scale = 1.0 / N as f64;
        let (value, off, (dw, db)) = value_aux_and_grad(
            |w, b| {
                let mut h = x.matmul(w) + b;
                if k > 2 {
                    h *= 1.0;
                }
                let e = h - y;
                (e.square().sum() * scale, e.abs().max())
            },
            w,
            b,
            wrt = (0, 1),
        );
        w -= rate * dw;
        b -= rate * db;
        last = off.item();
        if value.item() < 1e-12 {
            break;
        }
    }
    (w, b, last)
}

/// The third derivative of x⁴.
#[agnostic]
fn third(x: &Tensor<f64, N>) -> Tensor<f64, N> {
    grad(|a| grad(|b| grad(|c| (c * c * c * c).sum())(b).sum())(a).sum())(x)
}

/// The arguments in the other place, as those write it who come from JAX and from EagerPy.
#[agnostic]
fn other_place(x: &Tensor<f64, N>) -> (Tensor<f64, N>, Tensor<f64, N>) {
    let (_, dx) = value_and_grad(|b| b.square().sum())(x);
    let third = grad(
        |a| grad(|b| grad(|c| (c * c * c * c).sum(), b).sum(), a).sum(),
        x,
    );
    (dx, third)
}

#[agnostic]
fn hessian_product(x: &Tensor<f64, N>, v: &Tensor<f64, N>) -> Tensor<f64, N> {
    grad(|x| (grad(|x| (x.exp() * x.sum()).sum())(x) * v).sum())(x)
}

/// The gradient of a step of gradient descent.
#[agnostic(grad)]
fn learned(w: &Tensor<f64, N>, x: &Tensor<f64, N>) -> Scalar<f64> {
    let dw = grad(|w| (w * x).tanh().square().sum())(w);
    let w = w - 0.1 * dw;
    (w * x).softmax().square().sum()
}

/// Derivatives in expressions, and in a loop.
#[agnostic]
fn descended(x: &Tensor<f64, N>) -> Tensor<f64, N> {
    let mut z = x;
    for i in 0..3 {
        z = z - 0.1
            * grad(|z| {
                if i == 1 {
                    z.exp().sum()
                } else {
                    z.square().sum()
                }
            })(z);
    }
    z + value_and_grad(|x| x.square().sum(), z).1
}

/// Loops in the closure, and host names that mean one thing first and then another.
#[agnostic]
fn of_loops(x: &Tensor<f64, N>, n: usize) -> Tensor<f64, N> {
    grad(|x| {
        let mut h = x;
        let mut k = 0;
        while k < n {
            let scale = 1.0 + k as f64;
            h = (h * x * scale).sin();
            let scale = 0.5;
            h = h * scale;
            k += 1;
        }
        h.sum()
    })(x)
}

#[agnostic(grad)]
fn renamed(x: &Tensor<f64, N>) -> Scalar<f64> {
    let k = 2.0;
    let y = x * k;
    let k = 3.0;
    let z = y * y * k;
    let k = 0.5;
    (z * k).sum()
}

/// Any rank and either float type.
#[agnostic]
fn of_any_rank(x: &Tensor) -> (Scalar, Tensor) {
    value_and_grad(|x| x.square().sum().sqrt(), x)
}

// ---------------------------------------------------------------------- structs and tuples

#[agnostic]
#[derive(Clone, Debug)]
struct Layer<D, H> {
    w: Tensor<f64, D, H>,
    b: Tensor<f64, H>,
    act: bool,
}

#[agnostic]
#[derive(Clone, Debug)]
struct Net<D, H, C> {
    first: Layer<_, D, H>,
    second: Layer<_, H, C>,
}

#[agnostic(grad)]
fn dense(layer: &Layer<_, D, H>, x: &Tensor<f64, N, D>) -> Tensor<f64, N, H> {
    let y = x.matmul(layer.w) + layer.b;
    if layer.act { y.tanh() } else { y }
}

#[agnostic]
fn cost(net: &Net<_, D, H, C>, x: &Tensor<f64, N, D>, y: &Tensor<i64, N>) -> Scalar<f64> {
    dense(net.second, dense(net.first, x))
        .crossentropy(y)
        .mean()
}

/// The gradient of a struct, by calls, through a struct that is made there.
#[agnostic]
fn slopes_of(
    net: &Net<_, D, H, C>,
    x: &Tensor<f64, N, D>,
    y: &Tensor<i64, N>,
) -> (Scalar<f64>, Net<_, D, H, C>) {
    value_and_grad(
        |net| {
            let h = dense(net.first, x);
            dense(net.second, h).crossentropy(y).mean()
        },
        net,
    )
}

/// Of a tuple, with tuples and host values around, and a host argument.
#[agnostic]
fn of_tuples(a: &Tensor<f64, N>, b: &Tensor<f64, N>, k: i64) -> (Tensor<f64, N>, Tensor<f64, N>) {
    let p = (a, b * 2.0);
    let q = (a * 3.0, k + 1);
    let (da, db) = grad(|t, n| {
        let (u, v) = t;
        let s = q.0 * u * v;
        s.pow(2.0).sum() * n as f64 * q.1 as f64
    })(p, k);
    (da, db)
}

// ---------------------------------------------------------------------- functions

#[agnostic(grad, order = 2)]
fn sines(x: &Tensor<f64, N>, w: &Tensor<f64, N>) -> Scalar<f64> {
    (x * w).sin().sum()
}

#[agnostic(grad, order = 2)]
fn bent(x: &Tensor<f64, N>) -> Tensor<f64, N> {
    x.exp() * x
}

/// Second order through calls.
#[agnostic(grad, order = 2)]
fn whole(x: &Tensor<f64, N>, w: &Tensor<f64, N>) -> Scalar<f64> {
    let a = bent(x);
    sines(a, w * w) + a.square().sum()
}

/// `sines::grad` is a function like any other, and is differentiated itself.
#[agnostic(grad(x))]
fn penalty(x: &Tensor<f64, N>, w: &Tensor<f64, N>) -> Scalar<f64> {
    let (dx, dw) = sines::grad(x, w);
    let (value, (ex, _)) = sines::value_and_grad(x, w);
    dx.square().sum() + dw.sum() * value + (ex * w).sum()
}

/// And `vjp` and `jvp`.
#[agnostic(grad(x))]
fn products(x: &Tensor<f64, N>, t: &Tensor<f64, N>) -> Scalar<f64> {
    bent::jvp(x, t).square().sum() + bent::vjp(x, t.sin()).sum()
}

#[agnostic]
fn by_name(x: &Tensor<f64, N>, w: &Tensor<f64, N>) -> (Tensor<f64, N>, Tensor<f64, N>) {
    let (dx, dw) = grad(sines, wrt = (0, 1))(x, w);
    let again = grad(sines, wrt = 1)(x, w);
    (dx, dw * 0.5 + again * 0.5)
}

#[agnostic]
fn twice_by_name(x: &Tensor<f64, N>, w: &Tensor<f64, N>) -> Tensor<f64, N> {
    grad(|x| (grad(whole)(x, w) * w).sum())(x)
}

#[agnostic]
fn of_a_gradient(x: &Tensor<f64>) -> Scalar<f64> {
    grad(grad(|x| x * x * x))(x.sum())
}

/// As often as it says.
#[agnostic(grad, order = 3)]
fn fifth_power(x: &Tensor<f64>) -> Scalar<f64> {
    x.square().square() * x
}

#[agnostic(grad, order = 3)]
fn grown(x: &Tensor<f64>) -> Scalar<f64> {
    fifth_power(x) * x.exp()
}

#[agnostic]
fn three_times(x: &Tensor<f64>) -> (Scalar<f64>, Scalar<f64>) {
    let through_a_call = grad(grad(grad(grown)))(x);
    (grad(grad(grad(fifth_power)))(x), through_a_call)
}

// ---------------------------------------------------------------------- rules of one's own

#[agnostic(grad, order = 2)]
fn log1p_exp_rule(x: &Tensor<f64, N>, dy: &Tensor<f64, N>) -> Tensor<f64, N> {
    dy * (1.0 - 1.0 / (1.0 + x.exp()))
}

/// A rule that has a gradient takes tangents along, and goes on to the second order.
#[agnostic(vjp = log1p_exp_rule, order = 2)]
fn log1p_exp(x: &Tensor<f64, N>) -> Tensor<f64, N> {
    (1.0 + x.exp()).log()
}

#[agnostic(grad, order = 2)]
fn ruled(x: &Tensor<f64, N>) -> Scalar<f64> {
    (log1p_exp(x) * x).sum()
}

/// Of the name of an operation.
#[agnostic(vjp = square_rule)]
fn square(x: &Tensor<f64, N>) -> Scalar<f64> {
    (x * x).sum()
}

#[agnostic(grad)]
fn square_rule(x: &Tensor<f64, N>, dy: &Scalar<f64>) -> Tensor<f64, N> {
    2.0 * x * dy
}

// ---------------------------------------------------------------------- tests

const X: [f64; 3] = [0.3, -0.2, 0.7];
const W: [f64; 3] = [0.5, 1.2, -0.4];
const V: [f64; 3] = [1.0, 2.0, -1.0];

fn dot(x: &impl Read, y: &[f64]) -> f64 {
    x.read().1.iter().zip(y).map(|(a, b)| a * b).sum()
}

/// A net of these weights, one after the other. The framework's own tensors of one rank stand in structs.
macro_rules! net {
    ($w:expr, $matrix:expr, $vector:expr) => {{
        let w = $w;
        Net {
            first: Layer {
                w: $matrix(&w[..6], [2, 3]),
                b: $vector(&w[6..9]),
                act: true,
            },
            second: Layer {
                w: $matrix(&w[9..15], [3, 2]),
                b: $vector(&w[15..]),
                act: false,
            },
        }
    }};
}

/// The gradient of a struct is one, whatever the framework.
macro_rules! of_structs {
    ($name:ident, $f:ty, $matrix:expr, $vector:expr) => {
        #[test]
        fn $name() {
            let at: Vec<f64> = (0..17).map(|i| (f64::from(i) * 0.7).sin() * 0.5).collect();
            let x = <$f>::f64(&[1.0, 2.0, 3.0, -1.0, 0.5, 0.2], &[3, 2]);
            let y = <$f>::i64(&[1, 0, 1], &[3]);
            let (loss, slope) = slopes_of(&net!(&at, $matrix, $vector), &x, &y).unwrap();
            let f = |w: &[f64]| number(&cost(&net!(w, $matrix, $vector), &x, &y).unwrap());
            gives(&loss, &[], &[f(&at)]);
            let want = slopes(f, &at);
            gives(&slope.first.w, &[2, 3], &want[..6]);
            gives(&slope.first.b, &[3], &want[6..9]);
            gives(&slope.second.w, &[3, 2], &want[9..15]);
            gives(&slope.second.b, &[2], &want[15..]);
            assert!(slope.first.act && !slope.second.act);
        }
    };
}

#[cfg(feature = "ndarray")]
of_structs!(
    of_structs_on_ndarray,
    nd::Nd,
    |w: &[f64], shape| eagerpy::frameworks::ndarray::Array2::from_shape_vec(shape, w.to_vec())
        .unwrap(),
    |w: &[f64]| eagerpy::frameworks::ndarray::Array1::from_vec(w.to_vec())
);
#[cfg(feature = "candle")]
of_structs!(
    of_structs_on_candle,
    ca::Ca,
    |w: &[f64], shape: [usize; 2]| ca::Ca::f64(w, &shape),
    |w: &[f64]| ca::Ca::f64(w, &[w.len()])
);
#[cfg(feature = "tch")]
of_structs!(
    of_structs_on_tch,
    tc::Tc,
    |w: &[f64], shape: [usize; 2]| tc::Tc::f64(w, &shape),
    |w: &[f64]| tc::Tc::f64(w, &[w.len()])
);

on_every_backend! {
    fn steps() {
        let rows = [1.0, 2.0, 3.0, -1.0, 0.5, 0.2];
        let (x, y) = (F::f64(&rows, &[3, 2]), F::f64(&[1.0, 2.0, 3.0], &[3]));
        let at = [0.3, -0.2];
        let (loss, next) = step(&x, &F::f64(&at, &[2]), &y, 0.1).unwrap();
        let f = |w: &[f64]| number(&step(&x, &F::f64(w, &[2]), &y, 0.1).unwrap().0);
        gives(&loss, &[], &[f(&at)]);
        let slope = slopes(f, &at);
        gives(&next, &[2], &[at[0] - 0.1 * slope[0], at[1] - 0.1 * slope[1]]);

        // The line 2x₀ - x₁ + 0.5 is found.
        let y: Vec<f64> = rows.chunks(2).map(|r| 2.0 * r[0] - r[1] + 0.5).collect();
        let (w, b, off) = trained(&x, &F::f64(&y, &[3]), 4000, 0.1).unwrap();
        gives(&w, &[2], &[2.0, -1.0]);
        gives(&b, &[], &[0.5]);
        assert!(off < 1e-5, "{off}");
    }

    fn derivatives_of_derivatives() {
        let x = F::f64(&X, &[3]);
        let v = F::f64(&V, &[3]);
        gives(&third(&x).unwrap(), &[3], &X.map(|x| 24.0 * x));
        let (first, third) = other_place(&x).unwrap();
        gives(&first, &[3], &X.map(|x| 2.0 * x));
        gives(&third, &[3], &X.map(|x| 24.0 * x));
        let at = F::f64(&[0.7], &[]);
        let (plain, grown) = three_times(&at).unwrap();
        gives(&plain, &[], &[60.0 * 0.49]);
        let z: f64 = 0.7;
        let right = z.powi(5) + 15.0 * z.powi(4) + 60.0 * z.powi(3) + 60.0 * z.powi(2);
        gives(&grown, &[], &[z.exp() * right]);
        let slope = |x: &[f64]| {
            let sum: f64 = x.iter().sum();
            let grown: f64 = x.iter().map(|x| x.exp()).sum();
            x.iter().zip(V).map(|(x, v)| (x.exp() * sum + grown) * v).sum()
        };
        gives(&hessian_product(&x, &v).unwrap(), &[3], &slopes(slope, &X));
        let w = F::f64(&W, &[3]);
        let (value, (dw, dx)) = learned::value_and_grad(&w, &x).unwrap();
        gives(&value, &[], &[number(&learned(&w, &x).unwrap())]);
        let by_w = |w: &[f64]| number(&learned(&F::f64(w, &[3]), &x).unwrap());
        let by_x = |x: &[f64]| number(&learned(&w, &F::f64(x, &[3])).unwrap());
        gives(&dw, &[3], &slopes(by_w, &W));
        gives(&dx, &[3], &slopes(by_x, &X));
        gives(&of_a_gradient(&x).unwrap(), &[], &[6.0 * X.iter().sum::<f64>()]);
    }

    fn in_expressions_and_loops() {
        let mut z = X;
        for i in 0..3 {
            z = z.map(|z| z - 0.1 * if i == 1 { z.exp() } else { 2.0 * z });
        }
        gives(&descended(&F::f64(&X, &[3])).unwrap(), &[3], &z.map(|z| 3.0 * z));
        let f = |x: &[f64]| {
            let mut h = x.to_vec();
            for k in 0..4 {
                for (h, x) in h.iter_mut().zip(x) {
                    *h = 0.5 * (*h * x * (1.0 + f64::from(k))).sin();
                }
            }
            h.iter().sum()
        };
        gives(&of_loops(&F::f64(&X, &[3]), 4).unwrap(), &[3], &slopes(f, &X));
        // z = 12 x² · 0.5
        gives(&renamed::grad(&F::f64(&X, &[3])).unwrap(), &[3], &X.map(|x| 12.0 * x));
        let (norm, unit) = of_any_rank(&F::f64(&[3.0, 4.0], &[2, 1])).unwrap();
        gives(&norm, &[], &[5.0]);
        gives(&unit, &[2, 1], &[0.6, 0.8]);
        let (norm, unit) = of_any_rank(&F::f32(&[3.0, 4.0], &[1, 1, 2])).unwrap();
        gives(&norm, &[], &[5.0]);
        gives(&unit, &[1, 1, 2], &[0.6, 0.8]);
    }

    fn of_tuples_and_host_values() {
        let (a, b) = (F::f64(&X, &[3]), F::f64(&W, &[3]));
        let (da, db) = of_tuples(&a, &b, 2).unwrap();
        let scaled = |u: &[f64], v: &[f64]| -> f64 {
            let parts = X.iter().zip(u).zip(v);
            parts.map(|((a, u), v)| (3.0 * a * u * v).powi(2) * 6.0).sum()
        };
        let twice = W.map(|w| 2.0 * w);
        gives(&da, &[3], &slopes(|u| scaled(u, &twice), &X));
        gives(&db, &[3], &slopes(|v| scaled(&X, v), &twice));
    }

    fn of_functions() {
        let (x, w) = (F::f64(&X, &[3]), F::f64(&W, &[3]));
        let v = F::f64(&V, &[3]);
        let (hx, hw) = whole::hessian_vector_product(&x, &w, &v, &v).unwrap();
        let along = |x: &[f64], w: &[f64]| {
            let (dx, dw) = whole::grad(&F::f64(x, &[3]), &F::f64(w, &[3])).unwrap();
            dot(&dx, &V) + dot(&dw, &V)
        };
        gives(&hx, &[3], &slopes(|x| along(x, &W), &X));
        gives(&hw, &[3], &slopes(|w| along(&X, w), &W));
        let f = |x: &[f64]| number(&penalty(&F::f64(x, &[3]), &w).unwrap());
        gives(&penalty::grad(&x, &w).unwrap(), &[3], &slopes(f, &X));
        let f = |x: &[f64]| number(&products(&F::f64(x, &[3]), &w).unwrap());
        gives(&products::grad(&x, &w).unwrap(), &[3], &slopes(f, &X));
        let (dx, dw) = by_name(&x, &w).unwrap();
        let (ex, ew) = sines::grad(&x, &w).unwrap();
        gives(&dx, &[3], &ex.read().1);
        gives(&dw, &[3], &ew.read().1);
        let f = |x: &[f64]| dot(&whole::grad(&F::f64(x, &[3]), &w).unwrap().0, &W);
        gives(&twice_by_name(&x, &w).unwrap(), &[3], &slopes(f, &X));
    }

    fn rules_of_ones_own() {
        let (x, v) = (F::f64(&X, &[3]), F::f64(&V, &[3]));
        let f = |x: &[f64]| number(&ruled(&F::f64(x, &[3])).unwrap());
        gives(&ruled::grad(&x).unwrap(), &[3], &slopes(f, &X));
        let along = |x: &[f64]| dot(&ruled::grad(&F::f64(x, &[3])).unwrap(), &V);
        gives(&ruled::hessian_vector_product(&x, &v).unwrap(), &[3], &slopes(along, &X));
        // Element by element: the Jacobian is its own transpose.
        let there = log1p_exp::jvp(&x, &v).unwrap();
        gives(&there, &[3], &log1p_exp::vjp(&x, &v).unwrap().read().1);
        let slope = dot(&square::grad(&x).unwrap(), &V);
        gives(&square::jvp(&x, &v).unwrap(), &[], &[slope]);
    }
}
