//! Sizes that are made of others, in parameters, results and annotations.

use eagerpy::agnostic;
use ndarray::{array, arr1};

#[agnostic]
fn doubled(x: &Tensor<f32, N>) -> Tensor<f32, { N * 2 }> {
    concatenate([x, x])
}

#[agnostic]
fn interleaved(
    a: &Tensor<_, N>,
    b: &Tensor<_, N>,
    both: &Tensor<_, { N * 2 }>,
) -> Tensor<_, { 2 * N }> {
    let pairs = stack([a, b], axis = 1);
    pairs.reshape((N * 2,)) + both
}

#[agnostic]
fn differences(x: &Tensor<_, N>) -> Tensor<_, { N - 1 }> {
    x[1..] - x[..-1]
}

#[agnostic]
fn quadrupled(x: &Tensor<f32, N>) -> Tensor<f32, { 4 * N }> {
    doubled(doubled(x))
}

#[agnostic]
fn flat(x: &Tensor<_, N, M>) -> Tensor<_, { N * M + 1 }> {
    let y: Tensor<_, { M * N }> = x.flatten();
    concatenate([y, y[..1]])
}

fn main() -> eagerpy::Result<()> {
    let (a, b) = (array![1.0_f32, 2.0], array![3.0_f32, 4.0]);
    assert_eq!(doubled(&a)?, array![1.0, 2.0, 1.0, 2.0]);
    assert_eq!(
        interleaved(&a, &b, &array![0.0, 0.0, 0.0, 1.0])?,
        array![1.0, 3.0, 2.0, 5.0]
    );
    let error = interleaved(&a, &b, &arr1(&[0.0; 3])).unwrap_err();
    assert!(error.to_string().contains("2*N"), "{error}");
    assert_eq!(differences(&array![1.0_f64, 4.0, 9.0])?, array![3.0, 5.0]);
    assert_eq!(quadrupled(&arr1(&[7.0]))?, arr1(&[7.0; 4]));
    assert_eq!(flat(&array![[1.0_f64, 2.0]])?, array![1.0, 2.0, 1.0]);
    Ok(())
}
