//! Structs of tensors: literals, update syntax, nested ones, assignment to fields, in loops.

use eagerpy::agnostic;
use eagerpy::backends::Ndarray;
use ndarray::{arr1, arr2, array};

/// A layer.
#[agnostic]
#[derive(Clone, Debug, PartialEq)]
pub struct Layer<D, C> {
    /// Weights.
    pub w: Tensor<_, D, C>,
    pub b: Tensor<_, C>,
    pub rate: f64,
}

#[agnostic]
pub struct Net<D, C> {
    pub first: Layer<_, D, C>,
    pub scales: Vec<Tensor<_, _>>,
    pub mask: Option<Tensor<_, _>>,
    pub name: String,
}

/// Without tensors it is the host's own.
#[agnostic]
pub struct Options {
    pub width: usize,
}

#[agnostic]
pub struct Pair<N>(pub Tensor<_, N>, pub Tensor<i64, N>);

#[agnostic]
fn apply(p: &Layer<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
    x.matmul(p.w) + p.b
}

#[agnostic]
fn made(w: &Tensor<_, D, C>, rate: f64) -> Layer<_, D, C> {
    let b = w.sum(axis = 0);
    Layer { w, b, rate }
}

#[agnostic]
fn stepped(p: &Layer<_, D, C>, gw: &Tensor<_, D, C>) -> Layer<_, D, C> {
    Layer { w: p.w - gw * p.rate, ..p }
}

#[agnostic]
fn assigned(p: &Layer<_, D, C>, tau: f64) -> Layer<_, D, C> {
    let mut out = p;
    out.w += tau;
    out.b = out.b * (1.0 - tau);
    out
}

#[agnostic]
fn trained(p: &Layer<_, D, C>, g: &Tensor<_, D, C>, rounds: usize) -> Layer<_, D, C> {
    let mut p = p;
    for _ in 0..rounds {
        p = stepped(p, g);
    }
    p
}

#[agnostic]
fn through(net: &Net<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
    let mut y = apply(net.first, x) + net.first.b * net.first.rate;
    for s in net.scales.iter() {
        y *= s;
    }
    match net.mask {
        Some(m) => y * m,
        None => y,
    }
}

#[agnostic]
fn paired(x: &Tensor<_, N>) -> Pair<_, N> {
    Pair(x * 2.0, x.argsort())
}

#[agnostic]
fn swapped(pair: &Pair<_, N>) -> (Tensor<i64, N>, Tensor<_, N>) {
    (pair.1, pair.0)
}

fn main() -> eagerpy::Result<()> {
    let p: Layer<Ndarray> = made(&arr2(&[[1.0, 0.0], [0.0, 2.0]]), 0.5)?;
    assert_eq!(p.b, arr1(&[1.0, 2.0]));
    let x = arr2(&[[1.0_f32, 10.0]]);
    assert_eq!(apply(&p, &x)?, arr2(&[[2.0, 22.0]]));
    let g = arr2(&[[1.0_f32, 0.0], [0.0, 1.0]]);
    let q = stepped(&p, &g)?;
    assert_eq!(q.w, arr2(&[[0.5, 0.0], [0.0, 1.5]]));
    assert_eq!((&q.b, q.rate), (&p.b, 0.5));
    assert_eq!(trained(&p, &g, 2)?.w, arr2(&[[0.0, 0.0], [0.0, 1.0]]));
    let a = assigned(&p, 0.5)?;
    assert_eq!(a.w, arr2(&[[1.5, 0.5], [0.5, 2.5]]));
    assert_eq!(a.b, arr1(&[0.5, 1.0]));
    let net = Net::<Ndarray> {
        first: p.clone(),
        scales: vec![arr1(&[2.0, 2.0]), arr1(&[1.0, 10.0])],
        mask: Some(arr1(&[1.0, 0.0])),
        name: "net".to_owned(),
    };
    assert_eq!(through(&net, &x)?, arr2(&[[5.0, 0.0]]));
    let net = Net { mask: None, ..net };
    assert_eq!(through(&net, &x)?, arr2(&[[5.0, 460.0]]));
    let pair: Pair<Ndarray, f64> = Pair(array![0.5], array![7]);
    assert_eq!(swapped(&pair)?, (array![7], array![0.5]));
    let pair: Pair<Ndarray, f64> = paired(&array![5.0, 4.0])?;
    assert_eq!((pair.0, pair.1), (array![10.0, 8.0], array![1, 0]));
    assert_eq!(Options { width: 3 }.width, 3);
    Ok(())
}
