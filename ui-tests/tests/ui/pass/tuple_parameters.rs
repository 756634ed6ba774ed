//! Tuples of tensors as parameters and as loop variables, nested, with host values in them.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn sum_of(pair: (&Tensor<_, N>, &Tensor<_, N>)) -> Tensor<_, N> {
    pair.0 + pair.1
}

#[agnostic]
fn nested(pair: (&Tensor<_, N>, (&Tensor<_, N>, f64))) -> (Tensor<_, N>, (Tensor<_, N>, f64)) {
    let (a, (b, k)) = pair;
    (a - b, (pair.0 + pair.1.0 * k, k + 1.0))
}

#[agnostic]
fn rounds(x: &Tensor<_, N>, n: usize) -> (Tensor<_, N>, usize) {
    let mut pair = (x, 0);
    for i in 0..n {
        pair = (pair.0 * 2.0, pair.1 + i);
    }
    pair
}

#[agnostic]
fn fibonacci(a: &Tensor<_, N>, b: &Tensor<_, N>, n: usize) -> Tensor<_, N> {
    let (mut a, mut b) = (a, b);
    for _ in 0..n {
        (a, b) = (b, a + b);
    }
    a
}

fn main() -> eagerpy::Result<()> {
    let (x, y) = (array![1.0_f32, 2.0], array![10.0_f32, 20.0]);
    assert_eq!(sum_of((&x, &y))?, array![11.0, 22.0]);
    assert_eq!(
        nested((&x, (&y, 2.0)))?,
        (array![-9.0, -18.0], (array![21.0, 42.0], 3.0))
    );
    assert_eq!(rounds(&x, 4)?, (array![16.0, 32.0], 6));
    assert_eq!(fibonacci(&array![0.0], &array![1.0], 10)?, array![55.0]);
    Ok(())
}
