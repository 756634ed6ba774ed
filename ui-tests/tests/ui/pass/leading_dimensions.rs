//! `Dims<B>`: any number of dimensions in front, in parameters, results and calls.

use eagerpy::agnostic;
use ndarray::{ArrayD, arr1, arr2, arr3};

#[agnostic]
fn dense(x: &Tensor<_, Dims<B>, D>, w: &Tensor<_, D, C>) -> Tensor<_, Dims<B>, C> {
    let y = x.matmul(w);
    y - y.max(axis = -1, keepdims = true)
}

#[agnostic]
fn total(x: &Tensor<_, Dims<_>, 2>) -> Scalar {
    x.sum()
}

#[agnostic]
fn twice(x: &Tensor<_, Dims<B>, D>, w: &Tensor<_, D, D>) -> (Tensor<_, Dims<B>, D>, Scalar) {
    let y = dense(dense(x, w), w);
    (y, total(w[(.., ..2)]))
}

fn main() -> eagerpy::Result<()> {
    let w = arr2(&[[1.0_f32, 0.0], [0.0, 2.0]]);
    let y: ArrayD<f32> = dense(&arr3(&[[[1.0, 1.0], [3.0, 1.0]]]), &w)?;
    assert_eq!(y, arr3(&[[[-1.0, 0.0], [0.0, -1.0]]]).into_dyn());
    let y = dense(&arr1(&[1.0, 1.0]), &w)?;
    assert_eq!(y, arr1(&[-1.0, 0.0]).into_dyn());
    let (y, s) = twice(&arr1(&[1.0, 1.0]), &w)?;
    assert_eq!(y, arr1(&[-1.0, 0.0]).into_dyn());
    assert_eq!(s.into_scalar(), 3.0);
    assert!(total(&arr1(&[1.0_f32])).is_err());
    Ok(())
}
