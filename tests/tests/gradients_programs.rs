//! Gradients of whole programs, on every backend: against central differences, and against the frameworks' own
//! gradients of the same functions.

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

// ---------------------------------------------------------------------- a net over time

/// A state that goes through a `for`, and is asked after each step.
#[agnostic(grad(h, w, u))]
fn rnn(
    h: &Tensor<_, N, H>,
    w: &Tensor<_, H, H>,
    u: &Tensor<_, D, H>,
    xs: &Tensor<_, T, N, D>,
) -> Scalar {
    let mut h = h;
    let mut total = zeros(());
    for t in 0..T {
        h = (h.matmul(w) + xs[t].matmul(u)).tanh();
        total += (h * h).mean() * (t + 1) as f64;
    }
    total + h.sum()
}

/// One step of it, as a function.
#[agnostic(grad(h, w, u))]
fn cell(
    h: &Tensor<_, N, H>,
    w: &Tensor<_, H, H>,
    u: &Tensor<_, D, H>,
    x: &Tensor<_, N, D>,
) -> Tensor<_, N, H> {
    (h.matmul(w) + x.matmul(u)).tanh()
}

/// The same net, by a call in each round.
#[agnostic(grad(h, w, u))]
fn rnn_of_cells(
    h: &Tensor<_, N, H>,
    w: &Tensor<_, H, H>,
    u: &Tensor<_, D, H>,
    xs: &Tensor<_, T, N, D>,
) -> Scalar {
    let mut h = h;
    let mut total = zeros(());
    for t in 0..T {
        h = cell(h, w, u, xs[t]);
        total += (h * h).mean() * (t + 1) as f64;
    }
    total + h.sum()
}

// ---------------------------------------------------------------------- control flow

#[agnostic(grad(x))]
fn early(x: &Tensor<_, N>, limit: f64) -> Scalar {
    let size = (x * x).sum();
    if size.item() > limit {
        return size * 3.0;
    }
    let y = x.exp();
    for i in 0..N {
        if y[i].item() > 2.0 {
            return y[i] * size;
        }
    }
    (y * x).sum()
}

/// Out of a `loop` with a value, at one of two places.
#[agnostic(grad)]
fn found(x: &Tensor<_, N>, most: f64) -> Scalar {
    let mut y = x;
    let mut round = 0;
    let last = loop {
        round += 1;
        y = y * x + 0.5;
        if round == 2 {
            continue;
        }
        if y.sum().item() > most {
            break y * round as f64;
        }
        if round == 5 {
            break y.sin();
        }
        y += x;
    };
    (last * last).sum()
}

/// Loops in loops, with jumps out of both.
#[agnostic(grad)]
fn nested(x: &Tensor<_, N, M>, limit: f64) -> Scalar {
    let mut total = zeros(());
    'rows: for i in 0..N {
        let mut row = x[i];
        for j in 0..M {
            if (i + j) % 4 == 3 {
                continue 'rows;
            }
            row = row * x[(i, j)] + 0.5;
            if j == 1 {
                continue;
            }
            total += (row * row).mean();
            if total.item() > limit {
                break 'rows;
            }
        }
        total += row.sum() * i as f64;
    }
    total * total
}

/// As many rounds as the tensor asks for.
#[agnostic(grad)]
fn shrunk(x: &Tensor<_, N>) -> Scalar {
    let mut y = x;
    while (y * y).sum().item() > 1.0 {
        y = y.sin() * 0.8;
    }
    (y * y * y).sum()
}

/// A `match` on the host's value, in a loop.
#[agnostic(grad(x, y))]
fn chosen(x: &Tensor<_, N>, y: &Tensor<_, N>, ways: &[u8]) -> Scalar {
    let mut z = x;
    for way in ways {
        z = match way {
            0 => z * y,
            1 => (z + y).sin(),
            2 => {
                let half = y / 2.0;
                z * half - x
            }
            _ => z,
        };
    }
    z.sum()
}

// ---------------------------------------------------------------------- structs and tuples

#[agnostic]
#[derive(Clone, Debug)]
pub struct Layer<D, C> {
    pub w: Tensor<_, D, C>,
    pub b: Tensor<_, C>,
    pub scale: f64,
}

#[agnostic]
#[derive(Clone, Debug)]
pub struct Net<D, H> {
    pub first: Layer<_, D, H>,
    pub head: (Tensor<_, H>, Tensor<_, 1>),
    pub name: &'static str,
}

#[agnostic(grad(layer))]
fn dense(layer: &Layer<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
    (x.matmul(layer.w) + layer.b) * layer.scale
}

#[agnostic(grad(net))]
fn net_loss(net: &Net<_, D, H>, x: &Tensor<_, N, D>) -> Scalar {
    let hidden = ((x.matmul(net.first.w) + net.first.b) * net.first.scale).tanh();
    let (weight, bias) = net.head;
    (hidden.matmul(weight) + bias).exp().sum()
}

/// The same, by a call that takes the struct in the struct.
#[agnostic(grad(net))]
fn net_loss_of_layers(net: &Net<_, D, H>, x: &Tensor<_, N, D>) -> Scalar {
    let first: Layer<_, D, H> = net.first;
    let hidden: Tensor<_, N, H> = dense(first, x);
    let (weight, bias) = net.head;
    (hidden.tanh().matmul(weight) + bias).exp().sum()
}

#[agnostic(grad)]
fn tuple_loss(p: (&Tensor<_, N>, (&Tensor<_, N>, f64)), y: &Tensor<_, N>) -> Scalar {
    let (a, (b, k)) = p;
    (a * b * k + y * y).sum()
}

/// A value, and what else the caller asks.
#[agnostic(grad(w))]
fn with_more(w: &Tensor<_, N>, x: &Tensor<_, N>) -> (Scalar, Tensor<_, N>) {
    let y = w * x;
    ((y * y).sum(), y)
}

// ---------------------------------------------------------------------- second derivatives

/// Logistic regression; its labels are -1 and 1.
#[agnostic(grad(w), order = 2)]
fn logistic(w: &Tensor<_, D>, x: &Tensor<_, N, D>, y: &Tensor<_, N>) -> Scalar {
    let margins = x.matmul(w) * y;
    softplus(-margins).mean() + (w * w).sum() * 0.05
}

#[agnostic]
fn plus(x: &Tensor<_, D>, y: &Tensor<_, D>, k: f64) -> Tensor<_, D> {
    x + y * k
}

#[agnostic]
fn inner(x: &Tensor<_, D>, y: &Tensor<_, D>) -> Scalar {
    x.dot(y)
}

// ---------------------------------------------------------------------- a gradient of one's own

/// log(1 + eˣ), as it stands in books.
#[agnostic(grad)]
fn log1pexp(x: &Tensor) -> Tensor {
    (x.exp() + 1.0).log()
}

#[agnostic]
fn log1pexp_rule(x: &Tensor, dy: &Tensor) -> Tensor {
    dy * (1.0 - 1.0 / (x.exp() + 1.0))
}

#[agnostic(grad, vjp = log1pexp_rule)]
fn log1pexp_careful(x: &Tensor) -> Tensor {
    (x.exp() + 1.0).log()
}

#[agnostic(grad)]
fn careless(x: &Tensor) -> Scalar {
    log1pexp(x * 2.0).sum()
}

#[agnostic(grad)]
fn cubes(x: &Tensor<_, N>) -> Scalar {
    (x * x * x).sum()
}

#[agnostic(grad)]
fn careful(x: &Tensor) -> Scalar {
    log1pexp_careful(x * 2.0).sum()
}

// ---------------------------------------------------------------------- the figures

const STATE: [f64; 6] = [0.1, -0.2, 0.3, 0.0, 0.5, -0.4];
const TURN: [f64; 9] = [0.5, -0.3, 0.2, 0.1, 0.4, -0.6, -0.2, 0.7, 0.3];
const INTAKE: [f64; 6] = [0.3, 0.2, -0.5, 0.8, -0.1, 0.4];
const INPUTS: [f64; 16] = [
    1.0, -0.5, 0.3, 0.8, -1.2, 0.4, 0.6, -0.9, 0.2, 1.1, -0.7, 0.5, 0.9, -0.3, 0.4, -0.6,
];

on_every_backend! {
    fn a_net_over_time() {
        let (h, w) = (F::f64(&STATE, &[2, 3]), F::f64(&TURN, &[3, 3]));
        let (u, xs) = (F::f64(&INTAKE, &[2, 3]), F::f64(&INPUTS, &[4, 2, 2]));
        let (value, (dh, dw, du)) = rnn::value_and_grad(&h, &w, &u, &xs).unwrap();
        gives(&value, &[], &[number(&rnn(&h, &w, &u, &xs).unwrap())]);
        let by_h = |h: &[f64]| number(&rnn(&F::f64(h, &[2, 3]), &w, &u, &xs).unwrap());
        let by_w = |w: &[f64]| number(&rnn(&h, &F::f64(w, &[3, 3]), &u, &xs).unwrap());
        let by_u = |u: &[f64]| number(&rnn(&h, &w, &F::f64(u, &[2, 3]), &xs).unwrap());
        gives(&dh, &[2, 3], &slopes(by_h, &STATE));
        gives(&dw, &[3, 3], &slopes(by_w, &TURN));
        gives(&du, &[2, 3], &slopes(by_u, &INTAKE));

        // Along a direction, the slope is the product with it.
        let (th, tw) = (F::f64(&[1.0, 0.5, -1.0, 2.0, 0.0, 1.0], &[2, 3]), F::f64(&[0.0; 9], &[3, 3]));
        let tu = F::f64(&[0.0; 6], &[2, 3]);
        let along = rnn::jvp(&h, &w, &u, &xs, &th, &tw, &tu).unwrap();
        let dot: f64 = dh.read().1.iter().zip(th.read().1).map(|(d, t)| d * t).sum();
        gives(&along, &[], &[dot]);

        // A call in each round makes no difference.
        let (again, (eh, ew, eu)) = rnn_of_cells::value_and_grad(&h, &w, &u, &xs).unwrap();
        gives(&again, &[], &value.read().1);
        gives(&eh, &[2, 3], &dh.read().1);
        gives(&ew, &[3, 3], &dw.read().1);
        gives(&eu, &[2, 3], &du.read().1);

        // No round at all.
        let none = F::f64(&[], &[0, 2, 2]);
        let (value, (dh, dw, _)) = rnn_of_cells::value_and_grad(&h, &w, &u, &none).unwrap();
        gives(&value, &[], &[0.3]);
        gives(&dh, &[2, 3], &[1.0; 6]);
        gives(&dw, &[3, 3], &[0.0; 9]);
    }

    fn early_returns() {
        for at in [[3.0, 4.0, -1.0], [0.1, 0.9, 0.2], [0.1, -0.4, 0.2]] {
            let f = |x: &[f64]| number(&early(&F::f64(x, &[3]), 9.0).unwrap());
            let (value, grad) = early::value_and_grad(&F::f64(&at, &[3]), 9.0).unwrap();
            gives(&value, &[], &[f(&at)]);
            gives(&grad, &[3], &slopes(f, &at));
        }
    }

    fn values_out_of_loops() {
        for (at, most) in [([0.9, 1.1], 2.5), ([0.4, 0.8], 3.0), ([0.1, -0.2], 1e9), ([1.2, 0.7], -1e9)] {
            let f = |x: &[f64]| number(&found(&F::f64(x, &[2]), most).unwrap());
            let (value, grad) = found::value_and_grad(&F::f64(&at, &[2]), most).unwrap();
            gives(&value, &[], &[f(&at)]);
            gives(&grad, &[2], &slopes(f, &at));
        }
    }

    fn loops_in_loops() {
        let at = [0.5, -0.4, 0.9, 0.3, 0.8, -0.7, 1.1, 0.2, 0.6, 0.1, -0.9, 0.4];
        for limit in [1e9, 3.0, 0.5, -1.0] {
            let f = |x: &[f64]| number(&nested(&F::f64(x, &[4, 3]), limit).unwrap());
            let (value, grad) = nested::value_and_grad(&F::f64(&at, &[4, 3]), limit).unwrap();
            gives(&value, &[], &[f(&at)]);
            gives(&grad, &[4, 3], &slopes(f, &at));
        }
    }

    fn rounds_that_a_tensor_asks_for() {
        for at in [[0.3, 0.4], [2.0, -1.3], [1.5, 1.5]] {
            let f = |x: &[f64]| number(&shrunk(&F::f64(x, &[2])).unwrap());
            let (value, grad) = shrunk::value_and_grad(&F::f64(&at, &[2])).unwrap();
            gives(&value, &[], &[f(&at)]);
            gives(&grad, &[2], &slopes(f, &at));
        }
    }

    fn ways_that_the_host_chooses() {
        let (x, y) = ([0.5, -0.3], [0.9, 0.4]);
        for ways in [&[][..], &[0], &[0, 1, 2, 3], &[2, 2, 1, 0, 0], &[7, 7]] {
            let (_, (dx, dy)) = chosen::value_and_grad(&F::f64(&x, &[2]), &F::f64(&y, &[2]), ways).unwrap();
            let by_x = |at: &[f64]| number(&chosen(&F::f64(at, &[2]), &F::f64(&y, &[2]), ways).unwrap());
            let by_y = |at: &[f64]| number(&chosen(&F::f64(&x, &[2]), &F::f64(at, &[2]), ways).unwrap());
            gives(&dx, &[2], &slopes(by_x, &x));
            gives(&dy, &[2], &slopes(by_y, &y));
        }
    }

    fn tuples_have_gradients_of_their_form() {
        let (a, b, y) = (F::f64(&[1.0, 2.0], &[2]), F::f64(&[3.0, -4.0], &[2]), F::f64(&[0.5, 1.5], &[2]));
        let (value, ((da, (db, k)), dy)) = tuple_loss::value_and_grad((&a, (&b, 2.0)), &y).unwrap();
        gives(&value, &[], &[6.0 - 16.0 + 2.5]);
        gives(&da, &[2], &[6.0, -8.0]);
        gives(&db, &[2], &[2.0, 4.0]);
        gives(&dy, &[2], &[1.0, 3.0]);
        // What is no tensor stays as it is.
        assert_eq!(k, 2.0);
    }

    fn a_value_with_more_beside_it() {
        let (w, x) = (F::f64(&[1.0, 2.0], &[2]), F::f64(&[3.0, -1.0], &[2]));
        let (value, more, grad) = with_more::value_aux_and_grad(&w, &x).unwrap();
        gives(&value, &[], &[13.0]);
        gives(&more, &[2], &[3.0, -2.0]);
        gives(&grad, &[2], &[18.0, 4.0]);
    }

    /// Newton's method: each step by conjugate gradients, which ask for products with the Hessian alone.
    fn newton_by_products_with_the_hessian() {
        let x = [
            1.0, 0.5, -0.2, 1.0, -1.5, 0.3, 1.0, 2.0, 0.8, 1.0, -0.4, -1.1, 1.0, 0.9, 1.7, 1.0, -0.8, 0.6,
        ];
        let (x, y) = (F::f64(&x, &[6, 3]), F::f64(&[1.0, -1.0, 1.0, -1.0, -1.0, 1.0], &[6]));
        let start = F::f64(&[0.0; 3], &[3]);
        let mut w = plus(&start, &start, 0.0).unwrap();
        let mut lengths = Vec::new();
        for _ in 0..6 {
            let gradient = logistic::grad(&w, &x, &y).unwrap();
            lengths.push(number(&inner(&gradient, &gradient).unwrap()).sqrt());
            let mut way = plus(&gradient, &gradient, -1.0).unwrap();
            let mut rest = plus(&way, &gradient, -1.0).unwrap();
            let mut to = plus(&rest, &way, 0.0).unwrap();
            let mut size = number(&inner(&rest, &rest).unwrap());
            for _ in 0..3 {
                if size < 1e-30 {
                    break;
                }
                let turned = logistic::hessian_vector_product(&w, &x, &y, &to).unwrap();
                let far = size / number(&inner(&to, &turned).unwrap());
                way = plus(&way, &to, far).unwrap();
                rest = plus(&rest, &turned, -far).unwrap();
                let next = number(&inner(&rest, &rest).unwrap());
                to = plus(&rest, &to, next / size).unwrap();
                size = next;
            }
            w = plus(&w, &way, 1.0).unwrap();
        }
        assert!(lengths[0] > 0.1, "{lengths:?}");
        assert!(lengths[5] < 1e-12, "{lengths:?}");
    }

    fn a_gradient_of_ones_own() {
        let x = F::f32(&[100.0, 0.0], &[2]);
        let ones = F::f32(&[1.0, 1.0], &[2]);
        let plain = log1pexp::vjp(&x, &ones).unwrap().read().1;
        assert!(plain[0].is_nan() && plain[1] == 0.5, "{plain:?}");
        gives(&log1pexp_careful::vjp(&x, &ones).unwrap(), &[2], &[1.0, 0.5]);
        // Also where other functions call it.
        let plain = careless::grad(&x).unwrap().read().1;
        assert!(plain[0].is_nan() && plain[1] == 1.0, "{plain:?}");
        gives(&careful::grad(&x).unwrap(), &[2], &[2.0, 1.0]);
    }
}

// ---------------------------------------------------------------------- structs, and the frameworks' own gradients

/// A struct's gradient is a struct: for each framework by its name, since a struct names its backend.
macro_rules! of_a_struct {
    ($test:ident, $F:ty, $Own:ty, $tensor:expr) => {
        #[test]
        fn $test() {
            type Own = $Own;
            const WEIGHT: [f64; 6] = [0.2, -0.1, 0.4, 0.3, 0.6, -0.5];
            let net = |w: &[f64], b: &[f64], head: &[f64]| -> Own {
                Net {
                    first: Layer {
                        w: $tensor(w, [2, 3]),
                        b: $tensor(b, [3]),
                        scale: 0.7,
                    },
                    head: ($tensor(head, [3]), $tensor(&[0.1], [1])),
                    name: "a net",
                }
            };
            let x = <$F>::f64(&[1.0, -0.5, 0.3, 0.8], &[2, 2]);
            let (b, head) = ([0.1, 0.0, -0.2], [0.5, -0.7, 0.9]);
            let own = net(&WEIGHT, &b, &head);
            let (value, grad): (_, Own) = net_loss::value_and_grad(&own, &x).unwrap();
            gives(&value, &[], &[number(&net_loss(&own, &x).unwrap())]);
            let f = |net: &Own| number(&net_loss(net, &x).unwrap());
            gives(
                &grad.first.w,
                &[2, 3],
                &slopes(|w| f(&net(w, &b, &head)), &WEIGHT),
            );
            gives(
                &grad.first.b,
                &[3],
                &slopes(|b| f(&net(&WEIGHT, b, &head)), &b),
            );
            gives(
                &grad.head.0,
                &[3],
                &slopes(|head| f(&net(&WEIGHT, &b, head)), &head),
            );
            assert_eq!(grad.head.1.read().0, [1]);
            assert_eq!((grad.first.scale, grad.name), (0.7, "a net"));

            let (_, again): (_, Own) = net_loss_of_layers::value_and_grad(&own, &x).unwrap();
            gives(&again.first.w, &[2, 3], &grad.first.w.read().1);
            gives(&again.head.1, &[1], &grad.head.1.read().1);
            // What stands beside the tensors is that of the parameter.
            assert_eq!((again.first.scale, again.name), (0.7, "a net"));

            let dy = <$F>::f64(&[1.0; 6], &[2, 3]);
            let layer = dense::vjp(&own.first, &x, &dy).unwrap();
            gives(&layer.b, &[3], &[1.4; 3]);
        }
    };
}

#[cfg(feature = "ndarray")]
fn nd_tensor<S: eagerpy::frameworks::ndarray::IntoDimension>(
    data: &[f64],
    shape: S,
) -> eagerpy::frameworks::ndarray::Array<f64, S::Dim> {
    let shape = shape.into_dimension();
    eagerpy::frameworks::ndarray::Array::from_shape_vec(shape, data.to_vec()).unwrap()
}
#[cfg(feature = "ndarray")]
of_a_struct!(structs_on_ndarray, nd::Nd, Net<eagerpy::backends::Ndarray, f64>, nd_tensor);

#[cfg(feature = "candle")]
fn ca_tensor<const R: usize>(data: &[f64], shape: [usize; R]) -> ca::Tensor {
    ca::Ca::f64(data, &shape)
}
#[cfg(feature = "candle")]
of_a_struct!(
    structs_on_candle,
    ca::Ca,
    Net<eagerpy::backends::Candle>,
    ca_tensor
);

#[cfg(feature = "tch")]
fn tc_tensor<const R: usize>(data: &[f64], shape: [usize; R]) -> tc::Tensor {
    tc::Tc::f64(data, &shape)
}
#[cfg(feature = "tch")]
of_a_struct!(
    structs_on_tch,
    tc::Tc,
    Net<eagerpy::backends::Tch>,
    tc_tensor
);

/// A classifier as users of a framework write it: scores from their own layers, the loss from here.
#[agnostic]
fn score_loss(scores: &Tensor<f32, N, C>, labels: &Tensor<i64, N>) -> Scalar<f32> {
    scores.crossentropy(labels).mean()
}

#[agnostic]
pub struct Mlp<D, H, C> {
    pub w1: Tensor<f32, H, D>,
    pub b1: Tensor<f32, H>,
    pub w2: Tensor<f32, C, H>,
    pub b2: Tensor<f32, C>,
}

/// The same classifier, here all of it.
#[agnostic(grad(net))]
fn mlp_loss(net: &Mlp<_, D, H, C>, x: &Tensor<f32, N, D>, labels: &Tensor<i64, N>) -> Scalar<f32> {
    let hidden = (x.matmul(net.w1.transpose()) + net.b1).relu();
    let scores = hidden.matmul(net.w2.transpose()) + net.b2;
    scores.crossentropy(labels).mean()
}

#[agnostic]
fn mlp_step(net: &Mlp<_, D, H, C>, grad: &Mlp<_, D, H, C>, rate: f64) -> Mlp<_, D, H, C> {
    Mlp {
        w1: net.w1 - grad.w1 * rate,
        b1: net.b1 - grad.b1 * rate,
        w2: net.w2 - grad.w2 * rate,
        b2: net.b2 - grad.b2 * rate,
    }
}

/// Points in the plane, of two kinds: inside of a circle, and outside.
fn points() -> (Vec<f32>, Vec<i64>) {
    let at = |n: i32| {
        let (angle, radius) = (n as f32 * 2.4, (n as f32 / 40.0).sqrt() * 2.0);
        [angle.cos() * radius, angle.sin() * radius]
    };
    (0..40).map(|n| (at(n), i64::from(n > 20))).fold(
        (Vec::new(), Vec::new()),
        |(mut x, mut labels), (at, label)| {
            x.extend(at);
            labels.push(label);
            (x, labels)
        },
    )
}

/// The loss of every step, by the framework's gradients and by the compiler's.
#[track_caller]
fn learned_alike(theirs: &[f64], ours: &[f64]) {
    assert_eq!(theirs.len(), ours.len());
    for (step, (theirs, ours)) in theirs.iter().zip(ours).enumerate() {
        assert!(
            (theirs - ours).abs() < 1e-4,
            "step {step}: {theirs} and {ours}"
        );
    }
    let (first, last) = (theirs[0], theirs[theirs.len() - 1]);
    assert!(last < 0.5 * first, "the loss is {first}, then {last}");
}

/// A net of tch's learns by tch's gradients, which go through a loss of ours.
#[test]
#[cfg(feature = "tch")]
fn a_module_of_tch_learns_by_our_loss() {
    use eagerpy::frameworks::tch::nn::{self, Module as _, OptimizerConfig as _};
    let (x, labels) = points();
    let (x, labels) = (tc::Tc::f32(&x, &[40, 2]), tc::Tc::i64(&labels, &[40]));
    eagerpy::frameworks::tch::manual_seed(3);
    let store = nn::VarStore::new(eagerpy::frameworks::tch::Device::Cpu);
    let first = nn::linear(store.root() / "first", 2, 16, nn::LinearConfig::default());
    let second = nn::linear(store.root() / "second", 16, 2, nn::LinearConfig::default());
    let copied = |tensor: &tc::Tensor| tensor.detach().copy();
    let mut net = Mlp::<eagerpy::backends::Tch> {
        w1: copied(&first.ws),
        b1: copied(first.bs.as_ref().unwrap()),
        w2: copied(&second.ws),
        b2: copied(second.bs.as_ref().unwrap()),
    };

    let module = nn::seq().add(first).add_fn(|x| x.relu()).add(second);
    let mut descent = nn::Sgd::default().build(&store, 0.5).unwrap();
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..100 {
        let loss = score_loss(&module.forward(&x), &labels).unwrap();
        theirs.push(number(&loss));
        descent.backward_step(&loss);

        let (loss, grad) = mlp_loss::value_and_grad(&net, &x, &labels).unwrap();
        ours.push(number(&loss));
        net = mlp_step(&net, &grad, 0.5).unwrap();
    }
    learned_alike(&theirs, &ours);
}

/// The same with candle's variables.
#[test]
#[cfg(feature = "candle")]
fn variables_of_candle_learn_by_our_loss() {
    use eagerpy::frameworks::candle_core::Var;
    let (x, labels) = points();
    let (x, labels) = (ca::Ca::f32(&x, &[40, 2]), ca::Ca::i64(&labels, &[40]));
    let var = |count: usize, shape: &[usize]| {
        let numbers: Vec<f32> = (0..count).map(|n| (n as f32 * 1.7 + 0.3).sin()).collect();
        Var::from_tensor(&ca::Ca::f32(&numbers, shape)).unwrap()
    };
    let vars = [
        var(32, &[16, 2]),
        var(16, &[16]),
        var(32, &[2, 16]),
        var(2, &[2]),
    ];
    let mut net = Mlp::<eagerpy::backends::Candle> {
        w1: vars[0].as_detached_tensor().copy().unwrap(),
        b1: vars[1].as_detached_tensor().copy().unwrap(),
        w2: vars[2].as_detached_tensor().copy().unwrap(),
        b2: vars[3].as_detached_tensor().copy().unwrap(),
    };

    let layer = |x: &ca::Tensor, w: &Var, b: &Var| {
        x.matmul(&w.t().unwrap()).unwrap().broadcast_add(b).unwrap()
    };
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..100 {
        let hidden = layer(&x, &vars[0], &vars[1]).relu().unwrap();
        let loss = score_loss(&layer(&hidden, &vars[2], &vars[3]), &labels).unwrap();
        theirs.push(number(&loss));
        let grads = loss.backward().unwrap();
        for var in &vars {
            let step = (grads.get(var).unwrap() * 0.5).unwrap();
            var.set(&(var.as_tensor() - step).unwrap()).unwrap();
        }

        let (loss, grad) = mlp_loss::value_and_grad(&net, &x, &labels).unwrap();
        ours.push(number(&loss));
        net = mlp_step(&net, &grad, 0.5).unwrap();
    }
    learned_alike(&theirs, &ours);
}

/// What tch makes of the net over time by itself.
#[test]
#[cfg(feature = "tch")]
fn tch_has_the_same_gradients() {
    use tc::Tc;
    let tracked = |data, shape| Tc::f64(data, shape).set_requires_grad(true);
    let (h, w) = (tracked(&STATE, &[2, 3]), tracked(&TURN, &[3, 3]));
    let (u, xs) = (tracked(&INTAKE, &[2, 3]), Tc::f64(&INPUTS, &[4, 2, 2]));
    rnn(&h, &w, &u, &xs).unwrap().backward();
    let (dh, dw, du) = rnn::grad(&h, &w, &u, &xs).unwrap();
    gives(&dh, &[2, 3], &h.grad().read().1);
    gives(&dw, &[3, 3], &w.grad().read().1);
    gives(&du, &[2, 3], &u.grad().read().1);
}

/// And candle.
#[test]
#[cfg(feature = "candle")]
fn candle_has_the_same_gradients() {
    use ca::Ca;
    use eagerpy::frameworks::candle_core::Var;
    let var = |data, shape| Var::from_tensor(&Ca::f64(data, shape)).unwrap();
    let (h, w) = (var(&STATE, &[2, 3]), var(&TURN, &[3, 3]));
    let (u, xs) = (var(&INTAKE, &[2, 3]), Ca::f64(&INPUTS, &[4, 2, 2]));
    let grads = rnn(&h, &w, &u, &xs).unwrap().backward().unwrap();
    let (dh, dw, du) = rnn::grad(&h, &w, &u, &xs).unwrap();
    gives(&dh, &[2, 3], &grads.get(&h).unwrap().read().1);
    gives(&dw, &[3, 3], &grads.get(&w).unwrap().read().1);
    gives(&du, &[2, 3], &grads.get(&u).unwrap().read().1);
}

/// Nothing is left in tensors that tch tracks. Gradients of such tensors are tracked as any result is, so that tch has
/// the second derivatives of them.
#[test]
#[cfg(feature = "tch")]
fn nothing_is_left_in_tensors_of_tch() {
    let x = tc::Tc::f64(&[0.3, -0.6], &[2]).set_requires_grad(true);
    let (value, grad) = cubes::value_and_grad(&x).unwrap();
    assert!(!x.grad().defined() && x.requires_grad() && x.is_leaf());
    gives(&grad, &[2], &[3.0 * 0.3 * 0.3, 3.0 * 0.6 * 0.6]);
    assert!(value.requires_grad() && grad.requires_grad());
    grad.sum(tc::Kind::Double).backward();
    gives(&x.grad(), &[2], &[6.0 * 0.3, -6.0 * 0.6]);

    let x = tc::Tc::f64(&[0.3, -0.6], &[2]).set_requires_grad(true);
    let (value, grad) = eagerpy::frameworks::tch::no_grad(|| cubes::value_and_grad(&x)).unwrap();
    assert!(!x.grad().defined() && x.requires_grad());
    assert!(!value.requires_grad() && !grad.requires_grad());
    gives(&grad, &[2], &[3.0 * 0.3 * 0.3, 3.0 * 0.6 * 0.6]);

    // Tensors that are not tracked give some that are not.
    let x = tc::Tc::f64(&[0.3, -0.6], &[2]);
    let (value, grad) = cubes::value_and_grad(&x).unwrap();
    assert!(!value.requires_grad() && !grad.requires_grad() && !x.requires_grad());
}

/// The same of candle's variables.
#[test]
#[cfg(feature = "candle")]
fn nothing_is_left_in_variables_of_candle() {
    use eagerpy::frameworks::candle_core::Var;
    let x = Var::from_tensor(&ca::Ca::f64(&[0.3, -0.6], &[2])).unwrap();
    let (_, grad) = cubes::value_and_grad(&x).unwrap();
    gives(x.as_tensor(), &[2], &[0.3, -0.6]);
    assert!(x.is_variable());
    gives(&grad, &[2], &[3.0 * 0.3 * 0.3, 3.0 * 0.6 * 0.6]);
    let second = grad.sum_all().unwrap().backward().unwrap();
    gives(second.get(&x).unwrap(), &[2], &[6.0 * 0.3, -6.0 * 0.6]);
}
