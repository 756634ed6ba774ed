//! Lists, optional tensors, tuples, structs, enums and functions of the caller's, on every backend.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use eagerpy::agnostic;

mod common;
#[cfg(feature = "candle")]
use common::ca;
#[cfg(feature = "ndarray")]
use common::nd;
#[cfg(feature = "tch")]
use common::tc;
use common::{Framework, gives, on_every_backend};

// ---------------------------------------------------------------------- lists

/// Weighted sum over a list, and how many there are.
#[agnostic]
fn blend(xs: &[Tensor<_, N>], weights: &[f64]) -> (Tensor<_, _>, usize) {
    let mut total = xs[0] * 0.0;
    for (x, w) in xs.iter().zip(weights) {
        total += x * *w;
    }
    (total, xs.len())
}

/// All but the last, shifted by their place; then joined.
#[agnostic]
fn staircase(xs: &[Tensor<_, _>], y: &Tensor<_, N>) -> (Tensor<_, _, _>, Tensor<_, _>) {
    let mut steps: Vec<Tensor<_, _>> = Vec::new();
    for (i, x) in xs.iter().enumerate() {
        if i + 1 == xs.len() {
            break;
        }
        steps.push(x + i as f64);
    }
    steps.push(y);
    let last = steps[-1] * 10.0;
    steps.push(last);
    (stack(steps), concatenate(xs))
}

/// Rows of a matrix as a list, doubled; the list is given back.
#[agnostic]
fn doubled_rows(x: &Tensor<_, N, M>) -> Vec<Tensor<_, _>> {
    let rows: Vec<Tensor<_, _>> = (0..N).map(|i| x[i] * 2.0).collect();
    rows.iter().map(|row| row + 1.0).collect()
}

/// Discounted from the end, by position.
#[agnostic]
fn backwards(xs: &[Tensor<_, N>], gamma: f64) -> Tensor<_, N> {
    let mut total = xs[-1] * 0.0;
    for t in (0..xs.len()).rev() {
        total = xs[t] + total * gamma.powi((xs.len() > 1) as i32);
    }
    total
}

/// A list right from a call, and one that is collected in its place.
#[agnostic]
fn flattened(x: &Tensor<_, N, M>) -> (Tensor<_, _>, Tensor<_, _, _>) {
    (
        concatenate(doubled_rows(x)),
        stack((0..N).map(|i| x[i] * 3.0).collect()),
    )
}

/// Elements that are used after their list has grown.
#[agnostic]
fn grown(x: &Tensor<_, N>, rounds: usize) -> (Tensor<_, N>, Vec<Tensor<_, N>>) {
    let mut list: Vec<Tensor<_, N>> = vec![x];
    let first = list[0];
    for i in 0..rounds {
        let last = list[-1];
        list.push(last + first);
        list.push(last * i as f64);
    }
    (first, list)
}

#[agnostic]
fn through(xs: &[Tensor], y: &Tensor) -> Tensor {
    let scaled: Vec<Tensor> = xs.iter().map(|x| x * 2.0).collect();
    let mine = vec![y, y * 3.0];
    summed(scaled) + summed(xs) + summed(mine)
}

#[agnostic]
fn summed(xs: &[Tensor]) -> Tensor {
    let mut total = xs[0];
    for x in xs.iter().skip(1) {
        total = total + x;
    }
    total
}

// ---------------------------------------------------------------------- options and tuples

#[agnostic]
fn weighted_mean(x: &Tensor<_, N>, weight: Option<&Tensor<_, N>>) -> Scalar {
    if weight.is_none() {
        return x.mean();
    }
    match weight {
        Some(w) => (x * w).sum() / w.sum(),
        None => x.sum(),
    }
}

#[agnostic]
fn shifted(x: &Tensor<_, N>, by: Option<&Tensor<_, N>>, scale: Option<f64>) -> Tensor<_, N> {
    let y = if let Some(by) = by { x + by } else { x };
    let Some(scale) = scale else {
        return y;
    };
    let Some(by) = by else {
        return y * scale;
    };
    y * scale - by
}

#[agnostic]
fn both_means(x: &Tensor<_, N>, w: &Tensor<_, N>) -> (Scalar, Scalar) {
    (weighted_mean(x, None), weighted_mean(x, Some(w)))
}

#[agnostic]
fn nested_pairs(
    pair: (&Tensor<_, N>, (&Tensor<_, N>, f64)),
) -> (Tensor<_, _>, (Tensor<_, _>, f64)) {
    let (a, (b, k)) = pair;
    let c = pair.0 + pair.1.0 * k;
    (a - b, (c, k + 1.0))
}

// ---------------------------------------------------------------------- dimensions and generics

#[agnostic]
fn last_axis(x: &Tensor<_, Dims<B>, D>, w: &Tensor<_, D, C>) -> Tensor<_, Dims<B>, C> {
    let y = x.matmul(w);
    y - y.max(axis = -1, keepdims = true)
}

#[agnostic]
fn interleave(
    a: &Tensor<_, N>,
    b: &Tensor<_, N>,
    both: &Tensor<_, { N * 2 }>,
) -> Tensor<_, { 2 * N }> {
    let pairs = stack([a, b], axis = 1);
    pairs.reshape((N * 2,)) + both
}

#[agnostic]
fn powers<E: Float, const K: usize>(x: &Tensor<E, N>) -> Tensor<E, N> {
    let mut y = full((N,), 1.0, dtype = E);
    for _ in 0..K {
        y = y * x;
    }
    y
}

#[agnostic]
fn folded<'a, I, const W: usize>(
    x: &Tensor<_, N, W>,
    factors: I,
    name: &'a str,
) -> (Tensor<_, _, _>, &'a str)
where
    I: IntoIterator<Item = f64>,
{
    let mut y = x;
    for factor in factors {
        y = y * factor;
    }
    (y / W as f64, name)
}

// ---------------------------------------------------------------------- functions of the caller's

#[agnostic]
fn newton(
    x: &Tensor<_, N>,
    f: impl Fn(&Tensor<_, N>) -> (Tensor<_, N>, Tensor<_, N>),
    rounds: usize,
) -> Tensor<_, N> {
    let mut guess = x;
    for _ in 0..rounds {
        let (value, slope) = f(guess);
        guess = guess - value / slope;
    }
    guess
}

#[agnostic]
fn scaled_model(
    x: &Tensor<_, N, D>,
    model: impl Fn(&Tensor<_, N, D>, f64) -> Tensor<_, N, _>,
    k: f64,
) -> Tensor<_, _> {
    model(x, k).sum(axis = 1) + model(x * 2.0, k).sum(axis = 1)
}

// ---------------------------------------------------------------------- errors

#[derive(Debug)]
enum Mine {
    Eager(eagerpy::Error),
    Negative(f64),
}
impl From<eagerpy::Error> for Mine {
    fn from(error: eagerpy::Error) -> Mine {
        Mine::Eager(error)
    }
}

#[agnostic]
fn root(x: &Tensor) -> Result<Tensor, Mine> {
    let least = x.min().item();
    if least < 0.0 {
        return Err(Mine::Negative(least));
    }
    if least == 0.0 {
        Err(Mine::Negative(0.0))
    } else {
        Ok(x.sqrt())
    }
}

#[agnostic]
fn picked(x: &Tensor<_, N>, k: usize) -> eagerpy::Result<Scalar> {
    Ok(x[k])
}

// ---------------------------------------------------------------------- structs

/// A layer.
#[agnostic(methods)]
#[derive(Clone, Debug)]
pub struct Layer<D, C> {
    /// Weights.
    pub w: Tensor<_, D, C>,
    /// Bias.
    pub b: Tensor<_, C>,
    pub rate: f64,
}

#[agnostic(methods)]
pub struct Net<D, H, C> {
    pub first: Layer<_, D, H>,
    pub second: Layer<_, H, C>,
    pub scales: Vec<Tensor<_, _>>,
    pub mask: Option<Tensor<_, _>>,
    pub name: String,
}

#[agnostic]
fn apply_layer(p: &Layer<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
    x.matmul(p.w) + p.b
}

#[agnostic]
fn apply_net(net: &Net<_, D, H, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
    let h = apply_layer(net.first, x).relu();
    let mut y = apply_layer(net.second, h);
    for s in net.scales.iter() {
        y = y * s;
    }
    match net.mask {
        Some(m) => y * m,
        None => y,
    }
}

/// A step downhill: another layer of the same form.
#[agnostic]
fn step(p: &Layer<_, D, C>, gw: &Tensor<_, D, C>, gb: &Tensor<_, C>) -> Layer<_, D, C> {
    let w = p.w - gw * p.rate;
    Layer {
        w,
        b: p.b - gb * p.rate,
        ..p
    }
}

#[agnostic]
fn soft_update(target: &Layer<_, D, C>, source: &Layer<_, D, C>, tau: f64) -> Layer<_, D, C> {
    let mut out = target;
    out.w += (source.w - target.w) * tau;
    out.b = out.b * (1.0 - tau) + source.b * tau;
    out
}

#[agnostic]
fn trained(
    p: &Layer<_, D, C>,
    gw: &Tensor<_, D, C>,
    gb: &Tensor<_, C>,
    rounds: usize,
) -> Layer<_, D, C> {
    let mut p = p;
    for _ in 0..rounds {
        p = step(p, gw, gb);
    }
    p
}

#[agnostic]
fn made(w: &Tensor<_, D, C>, rate: f64) -> Layer<_, D, C> {
    Layer {
        w,
        b: w.sum(axis = 0),
        rate,
    }
}

#[agnostic]
impl Layer<D, C> {
    /// The layer's output.
    pub fn forward(&self, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
        x.matmul(self.w) + self.b
    }

    /// A layer whose weights are these, and its bias their sums.
    pub fn of(w: &Tensor<_, D, C>, rate: f64) -> Self {
        Self {
            w,
            b: w.sum(axis = 0),
            rate,
        }
    }

    fn decayed(&self, by: f64, times: usize) -> eagerpy::Result<Self> {
        let mut out = self;
        for _ in 0..times {
            out.w = out.w * (1.0 - by * self.rate);
        }
        Ok(out)
    }

    /// The rows are columns.
    fn flipped(&self) -> Layer<_, C, D> {
        Layer {
            w: self.w.transpose(),
            b: self.w[(.., 0)],
            ..self
        }
    }

    fn norm_of_output(&self, x: &Tensor<_, N, D>) -> (Scalar, f64) {
        let y = if N > 1 {
            self.forward(x)
        } else {
            self.forward(x * 2.0)
        };
        (y.l2(), self.rate)
    }
}

#[agnostic]
impl Net<D, H, C> {
    /// The methods of the layers, right in a literal.
    fn decayed(&self, by: f64) -> Self {
        Self {
            first: self.first.decayed(by, 1),
            second: self.second.decayed(by, 2),
            ..self
        }
    }
}

#[agnostic]
fn made_and_used(w: &Tensor<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
    let layer: Layer<_, D, C> = Layer::of(w, 0.5);
    let other: Layer<_, D, C> = layer.decayed(1.0, 1);
    layer.forward(x) + other.forward(x)
}

// ---------------------------------------------------------------------- enums

#[agnostic]
pub enum Loss<C> {
    Squared,
    Huber { delta: f64 },
    Weighted(Tensor<_, C>),
}

#[agnostic]
fn loss_of(loss: &Loss<_, C>, x: &Tensor<_, N, C>) -> Scalar {
    match loss {
        Loss::Squared => x.square().mean(),
        Loss::Huber { delta } => {
            let a = x.abs();
            where_(a < *delta, a.square() * 0.5, (a - *delta * 0.5) * *delta).mean()
        }
        Loss::Weighted(w) => (x.square() * w).mean(),
    }
}

on_every_backend! {
    fn lists() {
        let (a, b) = (F::f32(&[1.0, 2.0], &[2]), F::f32(&[3.0, 4.0], &[2]));
        let list = [a, b];
        let (total, count) = blend(&list, &[2.0, 10.0]).unwrap();
        gives(&total, &[2], &[32.0, 44.0]);
        assert_eq!(count, 2);
        let (stair, all) = staircase(&list, &F::f32(&[5.0, 6.0], &[2])).unwrap();
        gives(&stair, &[3, 2], &[1.0, 2.0, 5.0, 6.0, 50.0, 60.0]);
        gives(&all, &[4], &[1.0, 2.0, 3.0, 4.0]);
        gives(&backwards(&list, 0.5).unwrap(), &[2], &[2.5, 4.0]);
        let rows = doubled_rows(&F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2])).unwrap();
        assert_eq!(rows.len(), 2);
        let (first, steps) = grown(&F::f32(&[1.0], &[1]), 2).unwrap();
        gives(&first, &[1], &[1.0]);
        let steps: Vec<f64> = steps.iter().map(|x| common::Read::read(x).1[0]).collect();
        assert_eq!(steps, [1.0, 2.0, 0.0, 1.0, 0.0]);
        gives(&rows[0], &[2], &[3.0, 5.0]);
        gives(&rows[1], &[2], &[7.0, 9.0]);
        let (flat, tripled) = flattened(&F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2])).unwrap();
        gives(&flat, &[4], &[3.0, 5.0, 7.0, 9.0]);
        gives(&tripled, &[2, 2], &[3.0, 6.0, 9.0, 12.0]);
        gives(&through(&list, &F::f32(&[1.0, 1.0], &[2])).unwrap(), &[2], &[16.0, 22.0]);
        let error = summed(&list[..0]).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("position 0 of a list of 0 tensors"), "{error}");
        let error = blend(&[F::f32(&[1.0], &[1, 1])], &[]).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("xs"), "{error}");
    }
    fn options_and_tuples() {
        let (x, w) = (F::f32(&[1.0, 3.0], &[2]), F::f32(&[3.0, 1.0], &[2]));
        gives(&weighted_mean(&x, None).unwrap(), &[], &[2.0]);
        let (plain, weighted) = both_means(&x, &w).unwrap();
        gives(&plain, &[], &[2.0]);
        gives(&weighted, &[], &[1.5]);
        gives(&shifted(&x, None, Some(2.0)).unwrap(), &[2], &[2.0, 6.0]);
        gives(&shifted(&x, None, None).unwrap(), &[2], &[1.0, 3.0]);
        let (d, (c, k)) = nested_pairs((&x, (&w, 2.0))).unwrap();
        gives(&d, &[2], &[-2.0, 2.0]);
        gives(&c, &[2], &[7.0, 5.0]);
        assert_eq!(k, 3.0);
    }
    fn dimensions_and_generics() {
        let w = F::f32(&[1.0, 0.0, 0.0, 2.0], &[2, 2]);
        let y = last_axis(&F::f32(&[1.0, 1.0, 3.0, 1.0], &[1, 2, 2]), &w).unwrap();
        gives(&y, &[1, 2, 2], &[-1.0, 0.0, 0.0, -1.0]);
        gives(&last_axis(&F::f32(&[1.0, 1.0], &[2]), &w).unwrap(), &[2], &[-1.0, 0.0]);
        let (a, b) = (F::f32(&[1.0, 2.0], &[2]), F::f32(&[3.0, 4.0], &[2]));
        let y = interleave(&a, &b, &F::f32(&[0.0, 0.0, 0.0, 1.0], &[4])).unwrap();
        gives(&y, &[4], &[1.0, 3.0, 2.0, 5.0]);
        let error = interleave(&a, &b, &F::f32(&[0.0; 3], &[3])).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("2*N"), "{error}");
        gives(&powers::<3, _, _>(&F::f64(&[2.0, 3.0], &[2])).unwrap(), &[2], &[8.0, 27.0]);
        let x = F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2]);
        let (y, name) = folded::<_, 2, _, _>(&x, [2.0, 3.0], "n").unwrap();
        gives(&y, &[2, 2], &[3.0, 6.0, 9.0, 12.0]);
        assert_eq!(name, "n");
        let error = folded::<_, 3, _, _>(&x, [1.0], "n").map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("`W` is 3"), "{error}");
    }
    fn errors_of_the_callers_own() {
        gives(&root(&F::f32(&[4.0], &[1])).unwrap(), &[1], &[2.0]);
        assert!(matches!(root(&F::f32(&[-4.0], &[1])), Err(Mine::Negative(v)) if v == -4.0));
        assert!(matches!(root(&F::f32(&[0.0], &[1])), Err(Mine::Negative(_))));
        assert!(matches!(root(&F::f32(&[], &[0])), Err(Mine::Eager(error)) if error.kind() == eagerpy::ErrorKind::Value));
        assert!(picked(&F::f32(&[1.0], &[1]), 3).is_err());
    }
}

/// The same on frameworks with one Rust type for all tensors.
macro_rules! structs_on_erased {
    ($($feature:literal $module:ident: $backend:ident, $framework:path;)*) => {$(
        #[cfg(feature = $feature)]
        mod $module {
            use super::*;
            use eagerpy::backends::$backend;
            use $framework as F;

            fn layer() -> Layer<$backend> {
                Layer {
                    w: F::f32(&[1.0, 0.0, 0.0, 2.0], &[2, 2]),
                    b: F::f32(&[0.5, -0.5], &[2]),
                    rate: 0.1,
                }
            }

            #[test]
            fn structs() {
                let p = layer();
                let x = F::f32(&[1.0, 1.0], &[1, 2]);
                gives(&apply_layer(&p, &x).unwrap(), &[1, 2], &[1.5, 1.5]);
                let (gw, gb) = (F::f32(&[1.0; 4], &[2, 2]), F::f32(&[1.0; 2], &[2]));
                let q = step(&p, &gw, &gb).unwrap();
                gives(&q.w, &[2, 2], &[0.9, -0.1, -0.1, 1.9]);
                let s = soft_update(&p, &q, 0.5).unwrap();
                gives(&s.w, &[2, 2], &[0.95, -0.05, -0.05, 1.95]);
                let t = trained(&p, &gw, &gb, 2).unwrap();
                gives(&t.w, &[2, 2], &[0.8, -0.2, -0.2, 1.8]);
                gives(&p.forward(&x).unwrap(), &[1, 2], &[1.5, 1.5]);
                let of = Layer::<$backend>::of(&F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2]), 0.1).unwrap();
                gives(&of.b, &[2], &[4.0, 6.0]);
                let (norm, _) = p.norm_of_output(&x).unwrap();
                gives(&norm, &[], &[(2.5f64 * 2.5 + 3.5 * 3.5).sqrt()]);
                let y = made_and_used(&F::f64(&[1.0, 0.0, 0.0, 1.0], &[2, 2]), &F::f64(&[2.0, 4.0], &[1, 2])).unwrap();
                gives(&y, &[1, 2], &[5.0, 8.0]);
                let m: Layer<$backend> = made(&F::f64(&[1.0, 2.0, 3.0, 4.0], &[2, 2]), 0.3).unwrap();
                gives(&m.b, &[2], &[4.0, 6.0]);
                let net = Net::<$backend> {
                    first: layer(),
                    second: layer(),
                    scales: vec![F::f32(&[2.0, 2.0], &[2]), F::f32(&[1.0, 10.0], &[2])],
                    mask: Some(F::f32(&[1.0, 0.0], &[2])),
                    name: "net".to_owned(),
                };
                gives(&apply_net(&net, &x).unwrap(), &[1, 2], &[4.0, 0.0]);
                gives(&net.decayed(1.0).unwrap().second.w, &[2, 2], &[0.81, 0.0, 0.0, 1.62]);
                let error = apply_layer(&p, &F::f32(&[1.0], &[1, 1])).map(|_| ()).unwrap_err().to_string();
                assert!(error.contains("`D`") && error.contains("p.w"), "{error}");
                let wrong = apply_layer(&p, &F::f64(&[1.0, 1.0], &[1, 2])).map(|_| ()).unwrap_err();
                assert_eq!(wrong.kind(), eagerpy::ErrorKind::Dtype);
            }

            #[test]
            fn enums() {
                let x = F::f32(&[1.0, 2.0], &[1, 2]);
                gives(&loss_of(&Loss::<$backend>::Squared, &x).unwrap(), &[], &[2.5]);
                gives(&loss_of(&Loss::<$backend>::Huber { delta: 1.0 }, &x).unwrap(), &[], &[1.0]);
                let weighted = Loss::<$backend>::Weighted(F::f32(&[1.0, 0.0], &[2]));
                gives(&loss_of(&weighted, &x).unwrap(), &[], &[0.5]);
            }

            #[test]
            fn options_and_functions() {
                let (x, w) = (F::f32(&[1.0, 3.0], &[2]), F::f32(&[3.0, 1.0], &[2]));
                gives(&weighted_mean(&x, Some(&w)).unwrap(), &[], &[1.5]);
                gives(&shifted(&x, Some(&w), Some(2.0)).unwrap(), &[2], &[5.0, 7.0]);
                let x = F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2]);
                let y = scaled_model(&x, |x, k| Ok::<_, String>((x * k).expect_tensor()), 2.0).unwrap();
                gives(&y, &[2], &[18.0, 42.0]);
                let failed = scaled_model(&x, |_, _| Err::<<F as Framework>::Tensor, _>("too small"), 2.0);
                assert!(failed.map(|_| ()).unwrap_err().to_string().contains("too small"));
            }

            #[cfg(feature = "ndarray")]
            #[test]
            fn there_and_back() {
                let there: Layer<eagerpy::backends::Ndarray> = layer().convert().unwrap();
                gives(&there.w, &[2, 2], &[1.0, 0.0, 0.0, 2.0]);
                let back: Layer<$backend> = there.convert().unwrap();
                gives(&back.b, &[2], &[0.5, -0.5]);
                assert_eq!(back.rate, 0.1);
                let double: Layer<eagerpy::backends::Ndarray, f64> = layer().convert().unwrap();
                let back: Layer<$backend> = double.convert().unwrap();
                assert!(apply_layer(&back, &F::f64(&[1.0, 1.0], &[1, 2])).is_ok());
            }
        }
    )*};
}
structs_on_erased! {
    "candle" structs_on_candle: Candle, ca::Ca;
    "tch" structs_on_tch: Tch, tc::Tc;
}

/// candle's operators give a result, tch's a tensor.
#[allow(dead_code)]
trait ExpectTensor {
    type Tensor;
    fn expect_tensor(self) -> Self::Tensor;
}
#[cfg(feature = "candle")]
impl ExpectTensor for eagerpy::frameworks::candle_core::Result<ca::Tensor> {
    type Tensor = ca::Tensor;
    fn expect_tensor(self) -> ca::Tensor {
        self.unwrap()
    }
}
#[cfg(feature = "tch")]
impl ExpectTensor for tc::Tensor {
    type Tensor = tc::Tensor;
    fn expect_tensor(self) -> tc::Tensor {
        self
    }
}

#[cfg(feature = "ndarray")]
mod structs_on_ndarray {
    use super::*;
    use eagerpy::backends::Ndarray;
    use eagerpy::frameworks::ndarray::{Array1, ArrayD, arr1, arr2};

    #[test]
    fn options_of_arrays() {
        let (x, w): (Array1<f32>, Array1<f32>) = (arr1(&[1.0, 3.0]), arr1(&[3.0, 1.0]));
        gives(&weighted_mean(&x, Some(&w)).unwrap(), &[], &[1.5]);
        gives(
            &shifted(&x, Some(&w), Some(2.0)).unwrap(),
            &[2],
            &[5.0, 7.0],
        );
    }

    #[test]
    fn functions_of_the_callers() {
        let x: Array1<f64> = arr1(&[1.0, 4.0]);
        let y = newton(&x, |g| (g.mapv(|v| v * v - 2.0), g.mapv(|v| 2.0 * v)), 20).unwrap();
        gives(&y, &[2], &[2f64.sqrt(), 2f64.sqrt()]);
        let x = arr2(&[[1.0f32, 2.0], [3.0, 4.0]]);
        let y = scaled_model(&x, |x, k| Ok::<_, String>(x.mapv(|v| v * k as f32)), 2.0).unwrap();
        gives(&y, &[2], &[18.0, 42.0]);
        let failed = scaled_model(
            &x,
            |x, _| {
                if x.len() > 100 {
                    Ok(x.to_owned())
                } else {
                    Err("too small")
                }
            },
            2.0,
        );
        assert!(failed.unwrap_err().to_string().contains("too small"));
    }

    fn layer() -> Layer<Ndarray> {
        Layer {
            w: arr2(&[[1.0, 0.0], [0.0, 2.0]]),
            b: arr1(&[0.5, -0.5]),
            rate: 0.1,
        }
    }

    #[test]
    fn structs() {
        let p = layer();
        let x = arr2(&[[1.0f32, 1.0]]);
        gives(&apply_layer(&p, &x).unwrap(), &[1, 2], &[1.5, 1.5]);
        let q = step(&p, &arr2(&[[1.0, 1.0], [1.0, 1.0]]), &arr1(&[1.0, 1.0])).unwrap();
        gives(&q.w, &[2, 2], &[0.9, -0.1, -0.1, 1.9]);
        gives(&q.b, &[2], &[0.4, -0.6]);
        assert_eq!(q.rate, 0.1);
        let s = soft_update(&p, &q, 0.5).unwrap();
        gives(&s.w, &[2, 2], &[0.95, -0.05, -0.05, 1.95]);
        let t = trained(&p, &arr2(&[[1.0, 1.0], [1.0, 1.0]]), &arr1(&[1.0, 1.0]), 2).unwrap();
        gives(&t.w, &[2, 2], &[0.8, -0.2, -0.2, 1.8]);
        let m = made(&arr2(&[[1.0f64, 2.0], [3.0, 4.0]]), 0.3).unwrap();
        let m: Layer<Ndarray, f64> = m;
        gives(&m.b, &[2], &[4.0, 6.0]);
        gives(&p.forward(&x).unwrap(), &[1, 2], &[1.5, 1.5]);
        let of = Layer::<Ndarray>::of(&arr2(&[[1.0f32, 2.0], [3.0, 4.0]]), 0.1).unwrap();
        gives(&of.b, &[2], &[4.0, 6.0]);
        gives(
            &p.decayed(1.0, 2).unwrap().w,
            &[2, 2],
            &[0.81, 0.0, 0.0, 1.62],
        );
        let wide = made(&arr2(&[[1.0f32, 2.0]]), 0.1).unwrap();
        gives(&wide.flipped().unwrap().w, &[2, 1], &[1.0, 2.0]);
        let (norm, rate) = p.norm_of_output(&x).unwrap();
        gives(&norm, &[], &[(2.5f64 * 2.5 + 3.5 * 3.5).sqrt()]);
        assert_eq!(rate, 0.1);
        let y = made_and_used(&arr2(&[[1.0f64, 0.0], [0.0, 1.0]]), &arr2(&[[2.0, 4.0]])).unwrap();
        gives(&y, &[1, 2], &[5.0, 8.0]);
        let net = Net::<Ndarray> {
            first: layer(),
            second: layer(),
            scales: vec![arr1(&[2.0, 2.0]), arr1(&[1.0, 10.0])],
            mask: Some(arr1(&[1.0, 0.0])),
            name: "net".to_owned(),
        };
        gives(&apply_net(&net, &x).unwrap(), &[1, 2], &[4.0, 0.0]);
        gives(
            &net.decayed(1.0).unwrap().second.w,
            &[2, 2],
            &[0.81, 0.0, 0.0, 1.62],
        );
        let error = apply_layer(&p, &arr2(&[[1.0f32]])).unwrap_err().to_string();
        assert!(error.contains("`D`") && error.contains("p.w"), "{error}");
    }

    #[test]
    fn enums() {
        let x = arr2(&[[1.0f32, 2.0]]);
        gives(
            &loss_of(&Loss::<Ndarray>::Squared, &x).unwrap(),
            &[],
            &[2.5],
        );
        gives(
            &loss_of(&Loss::<Ndarray>::Huber { delta: 1.0 }, &x).unwrap(),
            &[],
            &[1.0],
        );
        gives(
            &loss_of(&Loss::<Ndarray>::Weighted(arr1(&[1.0, 0.0])), &x).unwrap(),
            &[],
            &[0.5],
        );
    }

    #[test]
    fn any_rank() {
        let x: ArrayD<f32> = arr1(&[1.0f32]).into_dyn();
        gives(&summed(&[x]).unwrap(), &[1], &[1.0]);
    }
}
