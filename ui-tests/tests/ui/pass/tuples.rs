//! Tuples: made, taken apart, nested, given back, by pattern and by part.

use eagerpy::agnostic;
use ndarray::{Array1, array};

#[agnostic]
fn several(x: &Tensor<_, N>, n: usize) -> (Tensor<_, N>, usize, Scalar) {
    let (a, (b, c)) = (x * 2.0, (x + 1.0, n + 1));
    let pair = (a, b);
    let (_, kept) = pair;
    (pair.0 + pair.1 - kept, c, x.sum())
}

#[agnostic]
fn of_an_operation(x: &Tensor<_, N, D>) -> (Tensor<_, N, 2>, Tensor<i64, N, 2>) {
    let (values, places) = x.topk(2);
    (values * 10.0, places)
}

#[agnostic]
fn swapped(x: &Tensor<_, N>, y: &Tensor<_, M>) -> (Tensor<_, M>, Tensor<_, N>) {
    (y, x)
}

#[agnostic]
fn branches(x: &Tensor<_, N>, up: bool) -> Tensor<_, N> {
    let (a, b) = if up { (x + 1.0, x * 0.0) } else { (x, x) };
    a + b
}

fn main() -> eagerpy::Result<()> {
    let x = array![1.0_f32, 2.0];
    let (y, n, s): (Array1<f32>, usize, _) = several(&x, 4)?;
    assert_eq!(y, array![2.0, 4.0]);
    assert_eq!(n, 5);
    assert_eq!(s.into_scalar(), 3.0);
    let (values, places) = of_an_operation(&array![[3.0_f64, 9.0, 5.0], [2.0, 1.0, 0.0]])?;
    assert_eq!(values, array![[90.0, 50.0], [20.0, 10.0]]);
    assert_eq!(places, array![[1, 2], [0, 1]]);
    let (b, a) = swapped(&x, &array![7.0_f32])?;
    assert_eq!((a, b), (array![1.0, 2.0], array![7.0]));
    assert_eq!(branches(&x, true)?, array![2.0, 3.0]);
    assert_eq!(branches(&x, false)?, array![2.0, 4.0]);
    Ok(())
}
