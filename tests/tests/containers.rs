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

// ---------------------------------------------------------------------- values in one piece

#[agnostic]
fn biased(x: &Tensor<_, N>, b: &Tensor<_, N>, use_bias: bool) -> Tensor<_, N> {
    let w = if use_bias { Some(b) } else { None };
    match w {
        Some(b) => x + b,
        None => x,
    }
}

/// The row of the largest sum above `least`.
#[agnostic]
fn best_row(x: &Tensor<_, N, M>, least: f64) -> Option<Tensor<_, M>> {
    let mut best: Option<Tensor<_, M>> = None;
    let mut most = least;
    for i in 0..N {
        let row = x[i];
        let sum = row.sum().item();
        if sum > most {
            best = Some(row);
            most = sum;
        }
    }
    best
}

#[agnostic]
fn first_above(x: &Tensor<_, N, M>, limit: f64) -> (Option<Tensor<_, M>>, usize) {
    let mut i = 0;
    let found = loop {
        if i == N {
            break None;
        }
        let row = x[i];
        if row.max().item() > limit {
            break Some(row);
        }
        i += 1;
    };
    (found, i)
}

#[agnostic]
fn mean_by(x: &Tensor<_, N>, w: Option<&Tensor<_, N>>, kind: &str) -> (Scalar, Tensor<_, N>) {
    let mut weight = match kind {
        "given" => w,
        "square" => Some(x * x),
        _ => None,
    };
    let mean = weighted_mean(x, weight);
    if weight.is_none() {
        weight = Some(x + 1.0);
    }
    (mean, weight.unwrap_or(x))
}

#[agnostic]
fn triangle(x: &Tensor<_, N>, n: usize) -> (Tensor<_, N>, usize, Vec<Vec<Tensor<_, N>>>) {
    let mut rows: Vec<Vec<Tensor<_, N>>> = Vec::new();
    for i in 0..n {
        let mut row: Vec<Tensor<_, N>> = Vec::new();
        for j in 0..=i {
            row.push(x * (j + 1) as f64);
        }
        rows.push(row);
        // What is in the list does not grow with the variable.
        row.push(x);
    }
    let mut total = rows[-1][0] * 100.0;
    let mut count = 0;
    for row in rows.iter() {
        count += row.len();
        for y in row.iter() {
            total += y;
        }
    }
    let last = rows[-1];
    (total + last[1], count, rows)
}

#[agnostic]
fn pairs(x: &Tensor<_, N, M>) -> (Tensor<_, M>, Vec<(Tensor<_, M>, Scalar)>) {
    let mut list: Vec<(Tensor<_, M>, Scalar)> = Vec::new();
    for i in 0..N {
        list.push((x[i] * 2.0, x[i].sum()));
    }
    let mut total = x[0] * 0.0;
    for (row, sum) in list.iter() {
        total += row * sum;
    }
    for (i, pair) in list.iter().enumerate() {
        total += pair.0 * i as f64 + list[i].1;
    }
    (total, list)
}

#[agnostic]
fn with_numbers(x: &Tensor<_, N>) -> (Tensor<_, N>, Vec<(Tensor<_, N>, f64)>) {
    let mut list = vec![(x, 2.0), (x * 10.0, 3.0)];
    list.push((x * 100.0, 4.0));
    let mut total = x * 0.0;
    for (y, k) in list.iter() {
        total += y * *k;
    }
    for pair in list.iter().rev() {
        total += pair.0 * pair.1;
    }
    (total + list[0].0 * list[-1].1, list)
}

#[agnostic]
fn kept_rows(
    x: &Tensor<_, N, M>,
    keep: &[bool],
) -> (Tensor<_, M>, usize, Vec<Option<Tensor<_, M>>>) {
    let mut list: Vec<Option<Tensor<_, M>>> = Vec::new();
    for i in 0..N {
        list.push(if keep[i] { Some(x[i]) } else { None });
    }
    list.push(None);
    list.push(Some(x[0]));
    let mut total = x[0] * 0.0;
    let mut missing = 0;
    for row in list.iter() {
        match row {
            Some(row) => total += row,
            None => missing += 1,
        }
    }
    if list[0].is_some() {
        total = total * 10.0;
    }
    (total, missing, list)
}

#[agnostic]
fn stack_of(w: &Tensor<_, D, D>, n: usize, rate: f64) -> Vec<Layer<_, D, D>> {
    let mut layers: Vec<Layer<_, D, D>> = Vec::new();
    for i in 0..n {
        layers.push(Layer {
            w: w * (i + 1) as f64,
            b: w[0],
            rate,
        });
    }
    layers.push(Layer::of(w, rate));
    let last = layers[-1];
    layers.push(last);
    layers.push(last.decayed(1.0, 1));
    layers
}

#[agnostic]
fn through_layers(x: &Tensor<_, N, D>, w: &Tensor<_, D, D>) -> Tensor<_, N, D> {
    let layers: Vec<Layer<_, D, D>> = stack_of(w, 1, 0.5);
    let mut y = through_all(layers, x) * 0.0 + x;
    for (i, layer) in layers.iter().enumerate() {
        y = apply_layer(layer, y) * layer.rate + i as f64;
    }
    y
}

#[agnostic]
fn through_all(layers: &[Layer<_, D, D>], x: &Tensor<_, N, D>) -> Tensor<_, N, D> {
    let mut y = x;
    for layer in layers.iter() {
        y = apply_layer(layer, y);
    }
    y
}

#[agnostic]
fn halved(layers: &[Layer<_, D, C>]) -> (Vec<Layer<_, D, C>>, Vec<(usize, Layer<_, D, C>)>) {
    let halved: Vec<Layer<_, D, C>> = layers.iter().map(|l| Layer { w: l.w * 0.5, ..l }).collect();
    let mut numbered: Vec<(usize, Layer<_, D, C>)> = Vec::new();
    for (i, layer) in halved.iter().enumerate() {
        numbered.push((i, layer));
    }
    (halved, numbered)
}

#[agnostic]
fn chosen_layer(a: &Layer<_, D, C>, b: &Layer<_, D, C>, kind: usize) -> Layer<_, D, C> {
    let layer = match kind {
        0 => a,
        1 => Layer { w: a.w + b.w, ..b },
        _ => b,
    };
    let layer = if kind > 2 {
        Layer { rate: 9.0, ..layer }
    } else {
        layer
    };
    layer
}

#[agnostic]
fn largest(layers: &[Layer<_, D, C>], least: f64) -> (Option<Layer<_, D, C>>, Option<Scalar>) {
    let mut best: Option<Layer<_, D, C>> = None;
    let mut most = least;
    for layer in layers.iter() {
        if layer.w.sum().item() > most {
            most = layer.w.sum().item();
            best = Some(layer);
        }
    }
    let sum = match best {
        Some(layer) => Some(layer.w.sum() + layer.b.sum()),
        None => None,
    };
    (best, sum)
}

#[agnostic]
fn pick(l: &Loss<_, C>) -> Loss<_, C> {
    l
}

#[agnostic]
fn weighted(w: &Tensor<_, C>) -> Loss<_, C> {
    Loss::Weighted(w)
}

#[agnostic]
fn either(l: &Loss<_, C>, w: &Tensor<_, C>, given: bool) -> (Loss<_, C>, Scalar) {
    let loss = if given { l } else { Loss::Weighted(w * 2.0) };
    let x = stack([w, w]);
    let value = loss_of(loss, x);
    (loss, value)
}

#[agnostic]
fn cooled(w: &Tensor<_, C>, rounds: usize) -> (Loss<_, C>, Vec<Loss<_, C>>) {
    let mut all = vec![Loss::Squared];
    let mut loss = Loss::Squared;
    for _ in 0..rounds {
        loss = match loss {
            Loss::Squared => Loss::Huber { delta: 3.0 },
            Loss::Huber { delta } => Loss::Weighted(w * *delta),
            Loss::Weighted(v) => Loss::Weighted(v * 2.0),
        };
        all.push(loss);
    }
    (loss, all)
}

#[agnostic]
pub struct Deep<D> {
    pub inner: Layer<_, D, D>,
    pub history: Vec<Tensor<_, D>>,
    pub mask: Option<Tensor<_, D>>,
    pub loss: Loss<_, D>,
    pub grid: Vec<Vec<Tensor<_, D>>>,
}

#[agnostic]
fn evolved(p: &Deep<_, D>, rounds: usize) -> Deep<_, D> {
    let mut p = p;
    for i in 0..rounds {
        p.inner = Layer {
            w: p.inner.w * 2.0,
            ..p.inner
        };
        let mut history = p.history;
        history.push(p.inner.w[0]);
        p.history = history;
        if i == 1 {
            p.mask = Some(p.inner.b);
            p.loss = Loss::Huber { delta: i as f64 };
        } else {
            p.mask = None;
        }
    }
    if rounds == 0 {
        p
    } else {
        Deep {
            grid: vec![p.history, p.history],
            ..p
        }
    }
}

#[agnostic]
fn deep_of(x: &Tensor<_, D, D>, kind: usize) -> (Deep<_, D>, usize) {
    let inner: Layer<_, D, D> = Layer {
        w: x,
        b: x[0],
        rate: 1.0,
    };
    let p = Deep {
        inner,
        history: vec![],
        mask: None,
        loss: Loss::Squared,
        grid: vec![],
    };
    let p = match kind {
        0 => p,
        1 => evolved(p, 2),
        _ => Deep {
            mask: Some(x[1]),
            history: vec![x[0], x[1]],
            loss: Loss::Weighted(x[0]),
            ..p
        },
    };
    let n = p.history.len();
    (p, n)
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
    fn optional_values() {
        let (x, b) = (F::f32(&[1.0, 3.0], &[2]), F::f32(&[10.0, 20.0], &[2]));
        gives(&biased(&x, &b, true).unwrap(), &[2], &[11.0, 23.0]);
        gives(&biased(&x, &b, false).unwrap(), &[2], &[1.0, 3.0]);
        let m = F::f32(&[1.0, 2.0, 5.0, 4.0, 3.0, 3.0], &[3, 2]);
        gives(&best_row(&m, 0.0).unwrap().unwrap(), &[2], &[5.0, 4.0]);
        assert!(best_row(&m, 9.0).unwrap().is_none());
        let (found, at) = first_above(&m, 2.5).unwrap();
        gives(&found.unwrap(), &[2], &[5.0, 4.0]);
        assert_eq!(at, 1);
        let (found, at) = first_above(&m, 5.0).unwrap();
        assert!(found.is_none());
        assert_eq!(at, 3);
        let (mean, weight) = mean_by(&x, None, "square").unwrap();
        gives(&mean, &[], &[2.8]);
        gives(&weight, &[2], &[1.0, 9.0]);
        let (mean, weight) = mean_by(&x, None, "given").unwrap();
        gives(&mean, &[], &[2.0]);
        gives(&weight, &[2], &[2.0, 4.0]);
    }
    fn lists_of_containers() {
        let x = F::f32(&[1.0, 2.0], &[2]);
        // 100 x, then x + (x + 2x), then 2x
        let (total, count, rows) = triangle(&x, 2).unwrap();
        gives(&total, &[2], &[106.0, 212.0]);
        assert_eq!(count, 3);
        assert_eq!((rows.len(), rows[0].len(), rows[1].len()), (2, 1, 2));
        gives(&rows[1][1], &[2], &[2.0, 4.0]);
        let m = F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2]);
        // [2, 4] * 3 + [6, 8] * 7, then [2, 4] * 0 + 3 and [6, 8] + 7
        let (total, list) = pairs(&m).unwrap();
        gives(&total, &[2], &[6.0 + 42.0 + 3.0 + 13.0, 12.0 + 56.0 + 3.0 + 15.0]);
        gives(&list[1].0, &[2], &[6.0, 8.0]);
        gives(&list[1].1, &[], &[7.0]);
        // 2 + 30 + 400, twice, and 4
        let (total, list) = with_numbers(&x).unwrap();
        gives(&total, &[2], &[868.0, 1736.0]);
        assert_eq!(list[2].1, 4.0);
        let (total, missing, list) = kept_rows(&m, &[true, false]).unwrap();
        gives(&total, &[2], &[20.0, 40.0]);
        assert_eq!((missing, list.len()), (2, 4));
        gives(list[0].as_ref().unwrap(), &[2], &[1.0, 2.0]);
        assert!(list[1].is_none());
        let (total, ..) = kept_rows(&m, &[false, true]).unwrap();
        gives(&total, &[2], &[4.0, 6.0]);
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

/// Structs and enums in lists, options, branches and loops.
macro_rules! structs_on_every_backend {
    ($($feature:literal $module:ident: $backend:ident, $framework:path;)*) => {$(
        #[cfg(feature = $feature)]
        mod $module {
            use super::*;
            use eagerpy::backends::$backend;
            use $framework as F;
            #[test]
            fn all() {
                let w = F::f32(&[1.0, 0.0, 0.0, 2.0], &[2, 2]);
                let layers: Vec<Layer<$backend>> = stack_of(&w, 2, 0.5).unwrap();
                assert_eq!(layers.len(), 5);
                gives(&layers[1].w, &[2, 2], &[2.0, 0.0, 0.0, 4.0]);
                gives(&layers[3].b, &[2], &[1.0, 2.0]);
                gives(&layers[4].w, &[2, 2], &[0.5, 0.0, 0.0, 1.0]);
                // Each of the four layers: x w + b, halved, and its place.
                let x = F::f32(&[2.0, 4.0], &[1, 2]);
                // (2, 4): (2, 8) + (1, 0) = (3, 8), (1.5, 4); (1.5, 8) + (1, 2), (1.25, 5) + 1;
                // (2.25, 12) + (1, 2) = (3.25, 14), (1.625, 7) + 2; (1.8125, 9) + (1, 2), (1.40625, 5.5) + 3
                gives(&through_layers(&x, &w).unwrap(), &[1, 2], &[4.40625, 8.5]);
                let (h, numbered) = halved(&layers).unwrap();
                gives(&h[1].w, &[2, 2], &[1.0, 0.0, 0.0, 2.0]);
                assert_eq!(numbered[4].0, 4);
                gives(&numbered[1].1.w, &[2, 2], &[1.0, 0.0, 0.0, 2.0]);
                let (a, b) = (&layers[0], &layers[1]);
                gives(&chosen_layer(a, b, 0).unwrap().w, &[2, 2], &[1.0, 0.0, 0.0, 2.0]);
                gives(&chosen_layer(a, b, 1).unwrap().w, &[2, 2], &[3.0, 0.0, 0.0, 6.0]);
                let c = chosen_layer(a, b, 3).unwrap();
                gives(&c.w, &[2, 2], &[2.0, 0.0, 0.0, 4.0]);
                assert_eq!(c.rate, 9.0);
                let (best, sum) = largest(&layers, 0.0).unwrap();
                gives(&best.unwrap().w, &[2, 2], &[2.0, 0.0, 0.0, 4.0]);
                gives(&sum.unwrap(), &[], &[7.0]);
                let (best, sum) = largest(&layers, 100.0).unwrap();
                assert!(best.is_none() && sum.is_none());
                let v = F::f32(&[1.0, 2.0], &[2]);
                assert!(matches!(pick(&Loss::<$backend>::Squared).unwrap(), Loss::Squared));
                let weighted: Loss<$backend> = weighted(&F::f32(&[1.0, 2.0], &[2])).unwrap();
                match pick(&weighted).unwrap() {
                    Loss::Weighted(w) => gives(&w, &[2], &[1.0, 2.0]),
                    _ => panic!("another variant"),
                }
                let (l, value) = either(&weighted, &v, true).unwrap();
                assert!(matches!(l, Loss::Weighted(_)));
                gives(&value, &[], &[4.5]);
                let (l, value) = either(&Loss::<$backend>::Huber { delta: 2.0 }, &v, true).unwrap();
                assert!(matches!(l, Loss::Huber { delta } if delta == 2.0));
                gives(&value, &[], &[1.25]);
                let (_, value) = either(&weighted, &v, false).unwrap();
                gives(&value, &[], &[9.0]);
                let (loss, all) = cooled(&v, 3).unwrap();
                assert_eq!(all.len(), 4);
                assert!(matches!(all[1], Loss::Huber { delta } if delta == 3.0));
                match loss {
                    Loss::Weighted(w) => gives(&w, &[2], &[6.0, 12.0]),
                    _ => panic!("another variant"),
                }
                let (deep, n) = deep_of(&w, 0).unwrap();
                let deep: Deep<$backend> = deep;
                assert_eq!((n, deep.grid.len()), (0, 0));
                assert!(deep.mask.is_none());
                let (deep, n) = deep_of(&w, 1).unwrap();
                assert_eq!((n, deep.grid.len(), deep.grid[1].len()), (2, 2, 2));
                gives(&deep.grid[1][1], &[2], &[4.0, 0.0]);
                gives(&deep.inner.w, &[2, 2], &[4.0, 0.0, 0.0, 8.0]);
                gives(deep.mask.as_ref().unwrap(), &[2], &[1.0, 0.0]);
                assert!(matches!(deep.loss, Loss::Huber { delta } if delta == 1.0));
                let deep = evolved(&deep, 1).unwrap();
                gives(&deep.history[2], &[2], &[8.0, 0.0]);
                assert!(deep.mask.is_none());
                let (deep, n) = deep_of(&w, 2).unwrap();
                assert_eq!(n, 2);
                gives(deep.mask.as_ref().unwrap(), &[2], &[0.0, 2.0]);
            }
        }
    )*}
}
structs_on_every_backend! {
    "ndarray" values_on_ndarray: Ndarray, nd::Nd;
    "candle" values_on_candle: Candle, ca::Ca;
    "tch" values_on_tch: Tch, tc::Tc;
}
