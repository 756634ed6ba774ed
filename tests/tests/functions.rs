//! Functions that are handed to agnostic functions in the body of another: closures over tensors, other agnostic
//! functions, the caller's own; and methods, held to their signatures.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::*;
use eagerpy::agnostic;

// ---------------------------------------------------------------------- who takes a function

/// `f` applied `times` times.
#[agnostic]
fn iterate(
    f: impl Fn(&Tensor<_, N>) -> Tensor<_, N>,
    x: &Tensor<_, N>,
    times: usize,
) -> Tensor<_, N> {
    let mut y = x;
    for _ in 0..times {
        y = f(y);
    }
    y
}

/// `f` over rows, with their numbers.
#[agnostic]
fn rows(x: &Tensor<_, N, D>, f: impl Fn(&Tensor<_, D>, usize) -> Scalar) -> Tensor<_, N> {
    let mut out: Vec<Scalar> = Vec::new();
    for i in 0..N {
        out.push(f(x[i], i));
    }
    stack(out)
}

/// Both of what `f` gives, and a number.
#[agnostic]
fn both(
    x: &Tensor<_, N>,
    f: impl Fn(&Tensor<_, N>) -> (Tensor<_, N>, Scalar, f64),
) -> (Tensor<_, N>, f64) {
    let (a, b, k) = f(x);
    (a + b, k)
}

/// A mask by `f`.
#[agnostic]
fn kept(x: &Tensor<_, N>, f: impl Fn(&Tensor<_, N>) -> Tensor<bool, N>) -> Tensor<_, N> {
    where_(f(x), x, 0.0)
}

// ---------------------------------------------------------------------- who hands one over

#[agnostic]
fn scaled(x: &Tensor<_, N>, w: &Tensor<_, N>, n: usize) -> Tensor<_, N> {
    iterate(|v| v * w + 1.0, x, n)
}

#[agnostic]
fn halved(x: &Tensor<_, N>) -> Tensor<_, N> {
    x * 0.5
}

#[agnostic]
fn by_name(x: &Tensor<_, N>) -> Tensor<_, N> {
    iterate(halved, x, 2)
}

#[agnostic]
fn handed_on(model: impl Fn(&Tensor<_, N>) -> Tensor<_, N>, x: &Tensor<_, N>) -> Tensor<_, N> {
    iterate(model, iterate(model, x, 1), 2) + iterate(|v| model(v) - v, x, 1)
}

#[agnostic]
fn in_blocks(x: &Tensor<_, N>, up: bool) -> Tensor<_, N> {
    let step = 0.5;
    let mut total = x * 0.0;
    for k in 1..3 {
        // What goes out of a closure is its own, what stands outside is copied, and it may have statements.
        total += iterate(
            |v| {
                let mut w = v;
                for _ in 0..k {
                    w = if up { w + step } else { w - step };
                }
                if w.max().item() > 2.0 { x } else { w }
            },
            x,
            2,
        );
    }
    total
}

#[agnostic]
fn numbered(x: &Tensor<_, N, D>, bias: &Tensor<_, D>, k: f64) -> Tensor<_, N> {
    rows(x, |row: &Tensor<_, D>, i| (row + bias).sum() * k + i as f64)
}

#[agnostic]
fn two_of_them(x: &Tensor<_, N>) -> (Tensor<_, N>, f64) {
    both(x, |v| (v * 2.0, v.sum(), N as f64))
}

#[agnostic]
fn masked(x: &Tensor<_, N>, bound: f64) -> Tensor<_, N> {
    kept(x, |v| v > bound)
}

/// A view goes out of it, and a parameter as it is.
#[agnostic]
fn views(x: &Tensor<_, N>) -> Tensor<_, N> {
    iterate(|v| v.flip(), x, 1) + iterate(|v| v, x, 3)
}

#[agnostic]
fn nested(x: &Tensor<_, N>) -> Tensor<_, N> {
    iterate(|v| iterate(|w| w + v, v, 2), x, 2)
}

/// The function's own error type: a closure's errors are ours, and become it.
#[agnostic]
fn own_error(x: &Tensor<_, N>, text: &str) -> Result<Tensor<_, N>, Box<dyn std::error::Error>> {
    let y = iterate(
        |v| {
            let k: f64 = text.parse()?;
            v * k
        },
        x,
        1,
    );
    Ok(y)
}

#[cfg(feature = "ndarray")]
#[test]
fn a_brought_function_is_handed_on() {
    use eagerpy::frameworks::ndarray::{ArrayView1, array};
    let x = array![1.0_f32, 2.0];
    let y = handed_on(|v: &ArrayView1<f32>| v.mapv(|v| v * 3.0), &x).unwrap();
    // 27 x + 3 x - x
    assert_eq!(y, array![29.0, 58.0]);
}

// ---------------------------------------------------------------------- methods

mod nn {
    use eagerpy::agnostic;

    #[agnostic(methods)]
    #[derive(Clone)]
    pub struct Layer<D, C> {
        pub w: Tensor<_, D, C>,
        pub b: Tensor<_, C>,
    }

    #[agnostic]
    impl Layer<D, C> {
        pub fn of(w: &Tensor<_, D, C>) -> Self {
            Self {
                w,
                b: w.sum(axis = 0),
            }
        }

        pub fn forward(&self, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
            x.matmul(self.w) + self.b
        }

        /// A chain over its own.
        pub fn twice(&self) -> Self {
            self.scaled(2.0).scaled(0.5).scaled(2.0)
        }

        pub fn scaled(&self, k: f64) -> Layer<_, D, C> {
            Layer {
                w: self.w * k,
                ..self
            }
        }

        pub fn sizes(&self) -> (usize, f64) {
            (D * C, self.b.sum().item())
        }

        pub fn each(&self, f: impl Fn(&Tensor<_, D, C>) -> Tensor<_, D, C>) -> Layer<_, D, C> {
            Layer {
                w: f(self.w),
                ..self
            }
        }
    }

    #[agnostic]
    pub struct Net<D, H, C> {
        pub first: Layer<_, D, H>,
        pub second: Layer<_, H, C>,
    }
}

use nn::Layer;

/// A chain: each step is known, though `Layer` alone is named here.
#[agnostic]
fn chained(layer: &Layer<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N> {
    let y = layer.scaled(3.0).twice().forward(x).relu();
    let (count, total) = layer.scaled(2.0).sizes();
    y.sum(axis = 1) + count as f64 + total
}

#[agnostic]
fn made(w: &Tensor<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
    let layer = nn::Layer::of(w);
    layer.forward(x) + Layer::of(w * 2.0).w[0] + layer.each(|v| v - w).w.sum()
}

#[agnostic]
fn layer_of(w: &Tensor<_, D, C>, b: &Tensor<_, C>) -> Layer<_, D, C> {
    Layer { w, b }
}

// ---------------------------------------------------------------------- sizes that are known late

/// `A` is what the policy makes it, and what the noise has.
#[agnostic]
fn logits(
    policy: impl Fn(&Tensor<_, N, D>) -> (Tensor<_, N, A>, Tensor<_, N>),
    x: &Tensor<_, N, D>,
    noise: Option<&Tensor<_, N, A>>,
    scale: Option<&Tensor<_, A>>,
) -> Tensor<_, N, A> {
    let (y, value) = policy(x);
    let y = match noise {
        Some(noise) => y + noise,
        None => y,
    };
    let y = match scale {
        Some(scale) => y * scale,
        None => y,
    };
    y + value.expand_dims(-1)
}

#[agnostic]
fn some_logits(
    x: &Tensor<_, N, D>,
    noise: &Tensor<_, N, _>,
    scale: &Tensor<_, _>,
    noisy: bool,
    scaled: bool,
) -> Tensor<_, N, _> {
    let noise = if noisy { Some(noise) } else { None };
    let scale = if scaled { Some(scale) } else { None };
    logits(|v| (v * 2.0, v.sum(axis = 1)), x, noise, scale)
}

on_every_backend! {
    fn sizes_known_late() {
        let x = F::f32(&[1.0, 2.0], &[1, 2]);
        let noise = F::f32(&[1.0, 0.0], &[1, 2]);
        let scale = F::f32(&[1.0, 10.0], &[2]);
        let some = |noisy, scaled| some_logits(&x, &noise, &scale, noisy, scaled);
        gives(&some(false, false).unwrap(), &[1, 2], &[5.0, 7.0]);
        gives(&some(true, true).unwrap(), &[1, 2], &[6.0, 43.0]);
        // It would broadcast, but the signature says that all are the same.
        let broad = F::f32(&[10.0], &[1]);
        let told = |noisy| some_logits(&x, &noise, &broad, noisy, true).unwrap_err().to_string();
        let text = "a tensor of `scale` is [1], but the signature says [2]";
        assert!(told(true).contains(text), "{}", told(true));
        let text = "what `policy` gives is [1, 2], but the signature says [1, 1]";
        assert!(told(false).contains(text), "{}", told(false));
    }

    fn closures() {
        let (x, w) = (F::f32(&[1.0, 2.0], &[2]), F::f32(&[2.0, 3.0], &[2]));
        // 1 -> 3 -> 7, 2 -> 7 -> 22
        gives(&scaled(&x, &w, 2).unwrap(), &[2], &[7.0, 22.0]);
        gives(&by_name(&x).unwrap(), &[2], &[0.25, 0.5]);
        let y = F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2]);
        // (1 + 2 + 2 + 3) * 10 + 0, (3 + 2 + 4 + 3) * 10 + 1
        gives(&numbered(&y, &w, 10.0).unwrap(), &[2], &[80.0, 121.0]);
        let (a, k) = two_of_them(&x).unwrap();
        gives(&a, &[2], &[5.0, 7.0]);
        assert_eq!(k, 2.0);
        gives(&masked(&x, 1.5).unwrap(), &[2], &[0.0, 2.0]);
        gives(&views(&x).unwrap(), &[2], &[3.0, 3.0]);
        // 1 -> 1 + 1 + 1 = 3 -> 9
        gives(&nested(&x).unwrap(), &[2], &[9.0, 18.0]);
        // k = 1: 2.5 is over 2, so x; then again. k = 2: the same. Downwards: 1 - 1, 1 - 2.
        gives(&in_blocks(&x, true).unwrap(), &[2], &[2.0, 4.0]);
        gives(&in_blocks(&x, false).unwrap(), &[2], &[-1.0, 1.0]);
        gives(&own_error(&x, "2.5").unwrap(), &[2], &[2.5, 5.0]);
        let told = own_error(&x, "two").unwrap_err();
        assert!(told.to_string().contains("iterate"), "{told}");
    }

    fn methods() {
        let w = F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2]);
        let x = F::f32(&[1.0, 1.0], &[1, 2]);
        // w -> [2 4; ...], x.w = [4, 6], b = [4, 6]; 2 w[0] = [2, 4]
        gives(&made(&w, &x).unwrap(), &[1, 2], &[10.0, 16.0]);
        let layer = layer_of(&w, &F::f32(&[1.0, -100.0], &[2])).unwrap();
        // 3 * 2 * [4, 6] + b = [25, -64]; 25 + 4 + (1 - 100)
        gives(&chained(&layer, &x).unwrap(), &[1], &[-70.0]);
    }
}
