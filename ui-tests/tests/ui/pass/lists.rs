//! Lists as parameters, as values, as results: loops over them, positions in them, joined.

use eagerpy::agnostic;
use ndarray::{Array1, array};

#[agnostic]
fn blend(xs: &[Tensor<_, N>], weights: &[f64]) -> (Tensor<_, _>, usize) {
    let mut total = xs[0] * 0.0;
    for (x, w) in xs.iter().zip(weights) {
        total += x * *w;
    }
    (total, xs.len())
}

#[agnostic]
fn own(x: &Tensor<_, N>) -> Tensor<_, _, N> {
    let mut parts: Vec<Tensor<_, N>> = Vec::new();
    for k in 1..4 {
        parts.push(x * k as f64);
    }
    let last = parts[-1] + parts[0];
    parts.push(last);
    stack(parts)
}

#[agnostic]
fn rows(x: &Tensor<_, N, M>) -> Vec<Tensor<_, _>> {
    let rows: Vec<Tensor<_, _>> = (0..N).map(|i| x[i] * 2.0).collect();
    rows.iter().map(|row| row + 1.0).collect()
}

#[agnostic]
fn walked(xs: &[Tensor<_, _>], y: &Tensor<_, _>) -> Tensor<_, _> {
    let pair = [y, y * 2.0];
    let mut total = concatenate(pair) * 0.0;
    for (i, x) in xs.iter().enumerate().skip(1) {
        total += x * i as f64;
    }
    for x in xs.iter().rev().take(1) {
        total += x * 100.0;
    }
    if xs.is_empty() { total - 1.0 } else { total }
}

fn main() -> eagerpy::Result<()> {
    let xs = [array![1.0_f32, 2.0], array![3.0, 4.0]];
    assert_eq!(blend(&xs, &[2.0, 10.0])?, (array![32.0, 44.0], 2));
    assert_eq!(
        own(&xs[0])?,
        array![[1.0, 2.0], [2.0, 4.0], [3.0, 6.0], [4.0, 8.0]]
    );
    let doubled = rows(&array![[1.0_f32, 2.0], [3.0, 4.0]])?;
    assert_eq!(doubled, vec![array![3.0, 5.0], array![7.0, 9.0]]);
    assert_eq!(walked(&xs, &array![0.0])?, array![303.0, 404.0]);
    let none: [Array1<f32>; 0] = [];
    assert_eq!(walked(&none, &array![7.0])?, array![-1.0, -1.0]);
    Ok(())
}
