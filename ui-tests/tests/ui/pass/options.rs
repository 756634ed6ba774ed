//! Optional tensors: asked, looked into, handed on, given back.

use eagerpy::agnostic;
use ndarray::{Array1, arr0, array};

#[agnostic]
fn weighted(x: &Tensor<_, N>, weight: Option<&Tensor<_, N>>) -> Scalar {
    match weight {
        Some(w) => (x * w).sum() / w.sum(),
        None => x.mean(),
    }
}

#[agnostic]
fn shifted(x: &Tensor<_, N>, by: Option<&Tensor<_, N>>) -> (Tensor<_, N>, bool) {
    let y = if let Some(by) = by { x + by } else { x };
    let Some(by) = by else {
        return (y, by.is_some());
    };
    (y * by, by.ndim() == 1)
}

#[agnostic]
fn defaulted(x: &Tensor<_, N>, other: Option<&Tensor<_, N>>) -> Tensor<_, N> {
    if other.is_none() {
        return x;
    }
    x - other.unwrap_or(x)
}

#[agnostic]
fn handed_on(x: &Tensor<_, N>) -> (Scalar, Scalar) {
    (weighted(x, None), weighted(x, Some(x)))
}

#[agnostic]
fn checked_root(x: &Tensor<_, N>) -> Option<Tensor<_, N>> {
    if x.min().item() < 0.0 {
        return None;
    }
    Some(x.sqrt())
}

#[agnostic]
fn root_or_zero(x: &Tensor<_, N>) -> Tensor<_, N> {
    match checked_root(x) {
        Some(root) => root,
        None => x * 0.0,
    }
}

#[agnostic]
fn given_back(x: Option<&Tensor<_, _>>, y: &Tensor<_, _>) -> (Option<Tensor<_, _>>, Scalar) {
    (x, y.sum())
}

fn main() -> eagerpy::Result<()> {
    let (x, w) = (array![1.0_f64, 3.0], array![3.0_f64, 1.0]);
    assert_eq!(weighted(&x, None)?, arr0(2.0));
    assert_eq!(weighted(&x, Some(&w))?, arr0(1.5));
    assert_eq!(shifted(&x, None)?, (x.clone(), false));
    assert_eq!(shifted(&x, Some(&w))?, (array![12.0, 4.0], true));
    assert_eq!(defaulted(&x, Some(&w))?, array![-2.0, 2.0]);
    assert_eq!(defaulted(&x, None)?, x);
    assert_eq!(handed_on(&x)?, (arr0(2.0), arr0(2.5)));
    let none: Option<Array1<f64>> = checked_root(&array![-1.0])?;
    assert_eq!(none, None);
    assert_eq!(checked_root(&array![4.0, 9.0])?, Some(array![2.0, 3.0]));
    assert_eq!(root_or_zero(&array![4.0, 9.0])?, array![2.0, 3.0]);
    assert_eq!(root_or_zero(&array![4.0, -9.0])?, array![0.0, 0.0]);
    assert_eq!(given_back(Some(&x), &w)?, (Some(x), arr0(4.0)));
    Ok(())
}
