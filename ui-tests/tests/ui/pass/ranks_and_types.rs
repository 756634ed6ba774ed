//! What comes in and goes out natively: views, owners, ranks and element types that the signature leaves open.

use eagerpy::agnostic;
use ndarray::{Array0, Array1, Array2, Array3, ArrayD, array};

#[agnostic]
fn any_rank(x: &Tensor) -> Tensor {
    x * 2.0
}

#[agnostic]
fn two(x: &Tensor, y: &Tensor) -> Tensor {
    x + y
}

#[agnostic]
fn fixed(x: &Tensor<f32, 2>) -> Tensor<i64, 2> {
    x.round().astype(i64)
}

#[agnostic]
fn sum(x: &Tensor<bool>) -> Scalar<i64> {
    x.sum()
}

#[agnostic]
fn written_out(x: &eagerpy::Tensor<_, N>) -> eagerpy::Tensor<_, N> {
    // Neither `&`, `*` nor `clone` is needed, and none does harm.
    (&x).clone() + *x
}

fn main() -> eagerpy::Result<()> {
    let zero: Array0<f32> = any_rank(&ndarray::arr0(2.0_f32))?;
    assert_eq!(zero.into_scalar(), 4.0);
    let one: Array1<f64> = any_rank(&array![1.0_f64])?;
    assert_eq!(one, array![2.0]);
    let x = array![[1.0_f32, 2.0], [3.0, 4.0]];
    let view: Array2<f32> = any_rank(&x.t())?;
    assert_eq!(view, array![[2.0, 6.0], [4.0, 8.0]]);
    let free: ArrayD<f32> = any_rank(&x.clone().into_dyn())?;
    assert_eq!(free.shape(), [2, 2]);
    let shared: Array3<f64> = any_rank(&ndarray::ArcArray::<f64, _>::zeros((1, 2, 3)))?;
    assert_eq!(shared.len(), 6);
    let most: Array2<f32> = two(&array![1.0_f32, 1.0], &x)?;
    assert_eq!(most, array![[2.0, 3.0], [4.0, 5.0]]);
    assert_eq!(fixed(&array![0.5_f32, 1.5])?, array![0, 2]);
    assert!(fixed(&array![0.5_f32, 1.5, 2.5]).is_err());
    assert_eq!(sum(&array![[true, false], [true, true]])?.into_scalar(), 3);
    assert_eq!(written_out(&array![1.0_f32])?, array![2.0]);
    Ok(())
}
