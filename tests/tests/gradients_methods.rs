//! Gradients of methods, and through calls of them; gradients of functions in the bodies of others. On every backend,
//! against central differences, or against those of plain functions.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use eagerpy::agnostic;

mod common;
#[cfg(feature = "candle")]
use common::ca;
#[cfg(feature = "ndarray")]
use common::nd;
#[cfg(feature = "tch")]
use common::tc;
use common::{Framework, Read, number, on_every_backend, slopes};

// ---------------------------------------------------------------------- structs with methods

#[agnostic(methods)]
#[derive(Clone, Debug)]
pub struct Linear<D, C> {
    pub w: Tensor<_, D, C>,
    pub b: Tensor<_, C>,
    pub scale: f64,
}

#[agnostic]
impl Linear<D, C> {
    /// A function of the struct: its gradient is that of what it takes.
    #[agnostic(grad)]
    pub fn of(w: &Tensor<_, D, C>, b: &Tensor<_, C>, scale: f64) -> Linear<_, D, C> {
        Linear {
            w: w * 1.0,
            b: b.sin(),
            scale,
        }
    }

    #[agnostic(grad(self, x), order = 2)]
    pub fn forward(&self, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
        (x.matmul(self.w) + self.b) * self.scale
    }

    /// Calls another one.
    #[agnostic(grad, order = 2)]
    pub fn energy(&self, x: &Tensor<_, N, D>) -> Scalar {
        self.forward(x).tanh().square().sum() + self.penalty()
    }

    #[agnostic(grad(self), order = 2)]
    fn penalty(&self) -> Scalar {
        self.w.square().sum() * self.scale
    }

    /// The loss, and how sure it is.
    #[agnostic(grad(self))]
    pub fn measured(&self, x: &Tensor<_, N, D>, y: &Tensor<i64, N>) -> (Scalar, Tensor<_, N>) {
        let scores = self.forward(x);
        (scores.crossentropy(y).mean(), scores.max(axis = 1))
    }

    /// It may fail, and says so.
    #[agnostic(grad(x))]
    pub fn checked(&self, x: &Tensor<_, N, D>, most: f64) -> eagerpy::Result<Scalar> {
        let size = self.forward(x).abs().max();
        if size.item() > most {
            return Ok((x * most).sum());
        }
        Ok(size)
    }

    /// Its gradient is a function of the user's: here ten times what it would be.
    #[agnostic(vjp = tenfold)]
    pub fn ruled(&self, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
        self.forward(x)
    }
}

#[agnostic(grad)]
fn tenfold(
    this: &Linear<_, D, C>,
    x: &Tensor<_, N, D>,
    dy: &Tensor<_, N, C>,
) -> (Linear<_, D, C>, Tensor<_, N, D>) {
    let up = dy * (10.0 * this.scale);
    let grads = Linear {
        w: x.transpose().matmul(up),
        b: up.sum(axis = 0),
        scale: this.scale,
    };
    (grads, up.matmul(this.w.transpose()))
}

/// Structs with methods in a struct with methods.
#[agnostic(methods)]
#[derive(Clone, Debug)]
pub struct Net<D, H, C> {
    pub first: Linear<_, D, H>,
    pub second: Linear<_, H, C>,
}

#[agnostic]
impl Net<D, H, C> {
    #[agnostic(grad)]
    pub fn of(
        w: &Tensor<_, D, H>,
        b: &Tensor<_, H>,
        u: &Tensor<_, H, C>,
        c: &Tensor<_, C>,
    ) -> Net<_, D, H, C> {
        Net {
            first: Linear::of(w, b, 0.5),
            second: Linear::of(u, c, 1.5),
        }
    }

    #[agnostic(grad(self, x))]
    pub fn forward(&self, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
        self.second.forward(self.first.forward(x).tanh())
    }

    #[agnostic(grad(self, x))]
    pub fn loss(&self, x: &Tensor<_, N, D>, y: &Tensor<i64, N>) -> Scalar {
        self.forward(x).crossentropy(y).mean()
    }
}

/// An enum with a method.
#[agnostic(methods)]
#[derive(Clone, Debug)]
pub enum Act<C> {
    Tanh,
    Scaled(Tensor<_, C>),
}

#[agnostic]
impl Act<C> {
    #[agnostic(grad)]
    pub fn apply(&self, x: &Tensor<_, N, C>) -> Tensor<_, N, C> {
        match self {
            Act::Tanh => x.tanh(),
            Act::Scaled(by) => x * by,
        }
    }
}

/// Of numbers alone, without tensors in it.
#[agnostic(methods)]
#[derive(Clone, Copy, Debug)]
pub struct Huber {
    pub delta: f64,
}

#[agnostic]
impl Huber {
    #[agnostic(grad(x))]
    pub fn loss(&self, x: &Tensor<_, N>) -> Scalar {
        let size = x.abs();
        let inside = 0.5 * x * x;
        let outside = self.delta * (size - 0.5 * self.delta);
        where_(size.less(self.delta), inside, outside).sum()
    }
}

/// A model of the caller's goes into a method.
#[agnostic(methods)]
#[derive(Clone, Debug)]
pub struct Attack<D> {
    pub center: Tensor<_, D>,
}

#[agnostic]
impl Attack<D> {
    #[agnostic(grad(x))]
    pub fn loss(
        &self,
        model: impl Fn(&Tensor<_, N, D>) -> Tensor<_, N, D>,
        x: &Tensor<_, N, D>,
    ) -> Scalar {
        (model(x) - self.center).square().sum()
    }

    pub fn step(
        &self,
        model: impl Fn(&Tensor<_, N, D>) -> Tensor<_, N, D> + Differentiable,
        x: &Tensor<_, N, D>,
    ) -> Tensor<_, N, D> {
        x - 0.1 * grad(|x| (model(x) - self.center).square().sum())(x)
    }
}

// ---------------------------------------------------------------------- functions that call them

#[agnostic(grad)]
fn by_net(
    w: &Tensor<_, D, H>,
    b: &Tensor<_, H>,
    u: &Tensor<_, H, C>,
    c: &Tensor<_, C>,
    x: &Tensor<_, N, D>,
    y: &Tensor<i64, N>,
) -> Scalar {
    let net = Net::of(w, b, u, c);
    net.loss(x, y) + net.first.energy(x) * 0.1
}

/// In a loop, with the struct carried.
#[agnostic(grad)]
fn in_a_loop(w: &Tensor<_, D, D>, b: &Tensor<_, D>, x: &Tensor<_, N, D>, n: usize) -> Scalar {
    let mut layer = Linear::of(w, b, 0.5);
    let mut h = x;
    for k in 0..n {
        h = layer.forward(h).tanh() + x * k as f64;
        if k == 1 {
            layer = Linear::of(w * 0.5, layer.b, 0.25);
        }
    }
    h.square().sum()
}

#[agnostic(grad)]
fn by_enum(by: &Tensor<_, C>, x: &Tensor<_, N, C>, scaled: bool) -> Scalar {
    let act = if scaled {
        Act::Scaled(by * 2.0)
    } else {
        Act::Tanh
    };
    act.apply(x).square().sum() + by.sum()
}

#[agnostic(grad)]
fn by_checked(w: &Tensor<_, D, C>, b: &Tensor<_, C>, x: &Tensor<_, N, D>, most: f64) -> Scalar {
    let layer = Linear::of(stop_gradient(w), stop_gradient(b), 1.0);
    layer.checked(x, most) * 2.0 + w.sum() + b.sum()
}

#[agnostic(grad, order = 2)]
fn twice(w: &Tensor<_, D, C>, x: &Tensor<_, N, D>) -> Scalar {
    let layer = Linear {
        w,
        b: zeros_like(w[0]),
        scale: 0.5,
    };
    layer.energy(x)
}

#[agnostic(grad)]
fn by_rule(w: &Tensor<_, D, C>, b: &Tensor<_, C>, x: &Tensor<_, N, D>) -> Scalar {
    let layer = Linear { w, b, scale: 0.5 };
    layer.ruled(x).sin().sum()
}

/// The same without the rule.
#[agnostic(grad)]
fn without_rule(w: &Tensor<_, D, C>, b: &Tensor<_, C>, x: &Tensor<_, N, D>) -> Scalar {
    let layer = Linear { w, b, scale: 0.5 };
    layer.forward(x).sin().sum()
}

/// The derivative of a method, as a method in a body: called by its name, and written there.
#[agnostic]
fn steps(
    net: &Net<_, D, H, C>,
    x: &Tensor<_, N, D>,
    y: &Tensor<i64, N>,
) -> (Scalar, Net<_, D, H, C>, Tensor<_, N, D>) {
    let (loss, (up, _)) = net.loss_value_and_grad(x, y);
    let dx = grad(|x| net.forward(x).crossentropy(y).mean())(x);
    (loss, up, dx)
}

/// A gradient of a gradient's method.
#[agnostic(grad)]
fn of_derivative(w: &Tensor<_, D, C>, x: &Tensor<_, N, D>) -> Scalar {
    let layer = Linear {
        w,
        b: zeros_like(w[0]),
        scale: 0.5,
    };
    let (dlayer, dx) = layer.energy_grad(x);
    dlayer.w.square().sum() + dx.sin().sum()
}

/// A closure for a method that takes a model.
#[agnostic(grad(x))]
fn attacked(center: &Tensor<_, D>, x: &Tensor<_, N, D>) -> Scalar {
    let attack = Attack { center };
    attack.loss(|v| v.tanh() * 2.0, x)
}

#[agnostic]
fn stepped(center: &Tensor<_, D>, x: &Tensor<_, N, D>) -> Tensor<_, N, D> {
    let attack = Attack { center };
    attack.step(|v| v.tanh() * 2.0, x)
}

// ---------------------------------------------------------------------- the tests

const WS: [f64; 6] = [0.1, -0.2, 0.3, 0.4, 0.5, -0.6];
const BS: [f64; 3] = [0.1, -0.3, 0.2];
const US: [f64; 6] = [0.7, -0.1, 0.2, 0.6, -0.5, 0.3];
const CS: [f64; 2] = [0.05, -0.15];
const XS: [f64; 4] = [1.0, 2.0, 0.5, -1.0];
const YS: [i64; 2] = [0, 1];

fn close(ours: &impl Read, right: &[f64]) {
    let (_, ours) = ours.read();
    assert_eq!(ours.len(), right.len());
    for (a, b) in ours.iter().zip(right) {
        assert!((a - b).abs() < 1e-6, "{ours:?} against {right:?}");
    }
}

on_every_backend! {
    fn a_function_of_structs() {
        let t = |data: &[f64], shape: &[usize]| F::f64(data, shape);
        let y = F::i64(&YS, &[2]);
        let value = |w: &[f64], b: &[f64], u: &[f64], c: &[f64], x: &[f64]| {
            number(&by_net(
                &t(w, &[2, 3]), &t(b, &[3]), &t(u, &[3, 2]), &t(c, &[2]), &t(x, &[2, 2]), &y,
            ).unwrap())
        };
        let (dw, db, du, dc, dx) = by_net::grad(
            &t(&WS, &[2, 3]), &t(&BS, &[3]), &t(&US, &[3, 2]), &t(&CS, &[2]), &t(&XS, &[2, 2]), &y,
        ).unwrap();
        close(&dw, &slopes(|w| value(w, &BS, &US, &CS, &XS), &WS));
        close(&db, &slopes(|b| value(&WS, b, &US, &CS, &XS), &BS));
        close(&du, &slopes(|u| value(&WS, &BS, u, &CS, &XS), &US));
        close(&dc, &slopes(|c| value(&WS, &BS, &US, c, &XS), &CS));
        close(&dx, &slopes(|x| value(&WS, &BS, &US, &CS, x), &XS));
    }

    fn methods_of_their_own() {
        let (w, b) = (F::f64(&WS, &[2, 3]), F::f64(&BS, &[3]));
        let (u, c) = (F::f64(&US, &[3, 2]), F::f64(&CS, &[2]));
        let (x, y) = (F::f64(&XS, &[2, 2]), F::i64(&YS, &[2]));
        let net = Net::of(&w, &b, &u, &c).unwrap();
        let (loss, (up, _)) = net.loss_value_and_grad(&x, &y).unwrap();
        assert_eq!(number(&loss), number(&net.loss(&x, &y).unwrap()));
        // Back to what the struct was made of.
        let (dw, db, du, dc) = Net::of_vjp(&w, &b, &u, &c, &up).unwrap();
        let value = |w: &[f64], b: &[f64], u: &[f64], c: &[f64]| {
            let net = Net::of(
                &F::f64(w, &[2, 3]), &F::f64(b, &[3]), &F::f64(u, &[3, 2]), &F::f64(c, &[2]),
            ).unwrap();
            number(&net.loss(&x, &y).unwrap())
        };
        close(&dw, &slopes(|w| value(w, &BS, &US, &CS), &WS));
        close(&db, &slopes(|b| value(&WS, b, &US, &CS), &BS));
        close(&du, &slopes(|u| value(&WS, &BS, u, &CS), &US));
        close(&dc, &slopes(|c| value(&WS, &BS, &US, c), &CS));
        assert_eq!(up.first.scale, 0.5);
        // The same from inside of a function.
        let (inside, dnet, dx) = steps(&net, &x, &y).unwrap();
        assert_eq!(number(&inside), number(&loss));
        assert_eq!(dnet.first.w.read(), up.first.w.read());
        let value = |x: &[f64]| number(&net.loss(&F::f64(x, &[2, 2]), &y).unwrap());
        close(&dx, &slopes(value, &XS));
        // Both ways agree.
        let layer = Linear::of(&w, &b, 0.5).unwrap();
        let dy = F::f64(&[0.3, -0.1, 0.2, 0.5, 0.7, -0.4], &[2, 3]);
        let (dlayer, dx) = layer.forward_vjp(&x, &dy).unwrap();
        let t = layer.forward_jvp(&x, &layer, &x).unwrap();
        let dot = |a: &(Vec<usize>, Vec<f64>), b: &(Vec<usize>, Vec<f64>)| -> f64 {
            a.1.iter().zip(&b.1).map(|(a, b)| a * b).sum()
        };
        let back = dot(&dlayer.w.read(), &layer.w.read())
            + dot(&dlayer.b.read(), &layer.b.read())
            + dot(&dx.read(), &x.read());
        assert!((back - dot(&dy.read(), &t.read())).abs() < 1e-12);
        // With what else it gives.
        let layer = Linear::of(&u, &c, 1.0).unwrap();
        let z = F::f64(&WS, &[2, 3]);
        let (loss, sure) = layer.measured(&z, &y).unwrap();
        let (loss_2, sure_2, dlayer) = layer.measured_value_aux_and_grad(&z, &y).unwrap();
        assert_eq!((loss.read(), sure.read()), (loss_2.read(), sure_2.read()));
        let only = layer.measured_grad(&z, &y).unwrap();
        assert_eq!(only.w.read(), dlayer.w.read());
    }

    fn in_loops() {
        let at = [0.3, -0.2, 0.1, 0.4];
        let value = |w: &[f64], b: &[f64], x: &[f64]| number(&in_a_loop(
            &F::f64(w, &[2, 2]), &F::f64(b, &[2]), &F::f64(x, &[2, 2]), 4,
        ).unwrap());
        let (dw, db, dx) = in_a_loop::grad(
            &F::f64(&at, &[2, 2]), &F::f64(&CS, &[2]), &F::f64(&XS, &[2, 2]), 4,
        ).unwrap();
        close(&dw, &slopes(|w| value(w, &CS, &XS), &at));
        close(&db, &slopes(|b| value(&at, b, &XS), &CS));
        close(&dx, &slopes(|x| value(&at, &CS, x), &XS));
    }

    fn of_enums_and_of_numbers() {
        for scaled in [true, false] {
            let value = |by: &[f64], x: &[f64]| number(&by_enum(
                &F::f64(by, &[2]), &F::f64(x, &[2, 2]), scaled,
            ).unwrap());
            let (dby, dx) =
                by_enum::grad(&F::f64(&CS, &[2]), &F::f64(&XS, &[2, 2]), scaled).unwrap();
            close(&dby, &slopes(|by| value(by, &XS), &CS));
            close(&dx, &slopes(|x| value(&CS, x), &XS));
        }
        let huber = Huber { delta: 1.5 };
        let dx = huber.loss_grad(&F::f64(&XS, &[4])).unwrap();
        close(&dx, &slopes(|x| number(&huber.loss(&F::f64(x, &[4])).unwrap()), &XS));
    }

    fn of_methods_that_may_fail() {
        for most in [0.5, 100.0] {
            let value = |x: &[f64]| number(&by_checked(
                &F::f64(&WS, &[2, 3]), &F::f64(&BS, &[3]), &F::f64(x, &[2, 2]), most,
            ).unwrap());
            let (dw, _, dx) = by_checked::grad(
                &F::f64(&WS, &[2, 3]), &F::f64(&BS, &[3]), &F::f64(&XS, &[2, 2]), most,
            ).unwrap();
            close(&dx, &slopes(value, &XS));
            close(&dw, &[1.0; 6]);
        }
    }

    fn of_order_two() {
        let (w, x) = (F::f64(&WS, &[2, 3]), F::f64(&XS, &[2, 2]));
        let (vw, vx) = ([0.3, -0.2, 0.5, 0.1, 0.9, -0.7], [0.2, 0.4, -0.6, 0.1]);
        let (hw, hx) = twice::hessian_vector_product(
            &w, &x, &F::f64(&vw, &[2, 3]), &F::f64(&vx, &[2, 2]),
        ).unwrap();
        // The slope of the gradient along the vector.
        let along = |w: &[f64], x: &[f64]| {
            let (dw, dx) = twice::grad(&F::f64(w, &[2, 3]), &F::f64(x, &[2, 2])).unwrap();
            let dot = |a: &(Vec<usize>, Vec<f64>), b: &[f64]| -> f64 {
                a.1.iter().zip(b).map(|(a, b)| a * b).sum()
            };
            dot(&dw.read(), &vw) + dot(&dx.read(), &vx)
        };
        close(&hw, &slopes(|w| along(w, &XS), &WS));
        close(&hx, &slopes(|x| along(&WS, x), &XS));
        // The methods have it, too.
        let layer = Linear::of(&w, &F::f64(&[0.0; 3], &[3]), 0.5).unwrap();
        let v = Linear::of(&F::f64(&vw, &[2, 3]), &F::f64(&[0.0; 3], &[3]), 0.5).unwrap();
        let (hlayer, hx_2) = layer
            .energy_hessian_vector_product(&x, &v, &F::f64(&vx, &[2, 2]))
            .unwrap();
        close(&hlayer.w, &hw.read().1);
        close(&hx_2, &hx.read().1);
        // And what calls a derivative.
        let value = |w: &[f64], x: &[f64]| {
            number(&of_derivative(&F::f64(w, &[2, 3]), &F::f64(x, &[2, 2])).unwrap())
        };
        let (dw, dx) = of_derivative::grad(&w, &x).unwrap();
        close(&dw, &slopes(|w| value(w, &XS), &WS));
        close(&dx, &slopes(|x| value(&WS, x), &XS));
    }

    fn by_rules() {
        let (w, b, x) = (F::f64(&WS, &[2, 3]), F::f64(&BS, &[3]), F::f64(&XS, &[2, 2]));
        let (dw, db, dx) = by_rule::grad(&w, &b, &x).unwrap();
        let (pw, pb, px) = without_rule::grad(&w, &b, &x).unwrap();
        let tenfold = |plain: (Vec<usize>, Vec<f64>)| -> Vec<f64> {
            plain.1.iter().map(|v| v * 10.0).collect()
        };
        close(&dw, &tenfold(pw.read()));
        close(&db, &tenfold(pb.read()));
        close(&dx, &tenfold(px.read()));
        // A rule is linear in the cotangent: so it says what goes along, too.
        let layer = Linear::of(&w, &b, 0.5).unwrap();
        let along = layer.ruled_jvp(&x, &layer, &x).unwrap();
        close(&along, &tenfold(layer.forward_jvp(&x, &layer, &x).unwrap().read()));
    }

    fn with_models() {
        let (center, x) = (F::f64(&CS, &[2]), F::f64(&XS, &[2, 2]));
        let value = |x: &[f64]| number(&attacked(&center, &F::f64(x, &[2, 2])).unwrap());
        let dx = attacked::grad(&center, &x).unwrap();
        let right = slopes(value, &XS);
        close(&dx, &right);
        let moved: Vec<f64> = XS.iter().zip(&right).map(|(x, d)| x - 0.1 * d).collect();
        close(&stepped(&center, &x).unwrap(), &moved);
    }

    fn of_functions_in_a_function() {
        const STEEP: f64 = 3.0;

        #[agnostic(local, grad, order = 2)]
        fn cubic(x: &Tensor<_, N>) -> Scalar {
            (x * x * x * STEEP).sum()
        }

        #[agnostic(local, grad)]
        fn pair(x: &Tensor<_, N>, k: f64) -> (Tensor<_, N>, Tensor<_, N>) {
            (x.sin() * k, x.cos())
        }

        #[agnostic(local)]
        fn halved_rule(x: &Tensor<_, N>, dy: &Tensor<_, N>) -> Tensor<_, N> {
            zeros_like(x) + dy * 0.5
        }

        #[agnostic(local, vjp = halved_rule)]
        fn halved(x: &Tensor<_, N>) -> Tensor<_, N> {
            x
        }

        /// Calls the others, also by their derivatives.
        #[agnostic(local, grad)]
        fn all(x: &Tensor<_, N>) -> Scalar {
            let (s, c) = pair(x, 2.0);
            let slope = grad(cubic)(x);
            cubic(s) + (c * slope).sum()
        }

        #[agnostic(local, grad)]
        fn by_halves(x: &Tensor<_, N>) -> Scalar {
            halved(x.sin()).sum()
        }

        let x = F::f64(&XS, &[4]);
        let dx = cubic::grad(&x).unwrap();
        close(&dx, &XS.map(|x| 3.0 * STEEP * x * x));
        let (value, up) = cubic::value_and_grad(&x).unwrap();
        assert_eq!(number(&value), number(&cubic(&x).unwrap()));
        assert_eq!(up.read(), dx.read());
        let v = F::f64(&[1.0, 0.0, -1.0, 2.0], &[4]);
        let hv = cubic::hessian_vector_product(&x, &v).unwrap();
        close(&hv, &[18.0, 0.0, -9.0, -36.0]);
        let value = |x: &[f64]| number(&all(&F::f64(x, &[4])).unwrap());
        close(&all::grad(&x).unwrap(), &slopes(value, &XS));
        let along = all::jvp(&x, &v).unwrap();
        let (_, up) = all::grad(&x).unwrap().read();
        assert!((number(&along) - (up[0] - up[2] + 2.0 * up[3])).abs() < 1e-9);
        close(&by_halves::grad(&x).unwrap(), &XS.map(|x| 0.5 * x.cos()));
    }
}
