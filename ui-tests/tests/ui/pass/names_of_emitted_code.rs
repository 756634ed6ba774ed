//! The user's names may be those of the code that is written for him, keywords, and names of the prelude.

use eagerpy::agnostic;
use ::ndarray::{arr0, array};

#[agnostic]
fn values(v0: &Tensor<_, N>, v1: &Tensor<_, N>, host1: f64, result: usize) -> (Tensor<_, N>, usize) {
    let v2 = v0 + v1;
    let host2 = host1 * 2.0;
    let mut v3 = v2 * host2;
    for i in 0..result {
        let host1 = i as f64;
        v3 += host1;
    }
    let pair = (v3, result + 1);
    let __value1 = pair.1;
    (pair.0, __value1)
}

#[agnostic]
fn r#type(r#match: &Tensor<_, N>, r#loop: f64) -> Tensor<_, N> {
    let r#fn = r#match + r#loop;
    r#fn * 2.0
}

#[agnostic]
fn called(r#type: &Tensor<_, N>) -> Tensor<_, N> {
    self::r#type(r#type, 1.0)
}

#[allow(non_snake_case)]
#[agnostic]
fn generics(TX: &Tensor<_, B>, E: f64, x: &Tensor<_, B>) -> Tensor<_, B> {
    TX + x * E
}

#[agnostic]
fn call(site: &Tensor<_, SITES>, rt: &Tensor<_, SITES>) -> Scalar {
    let own = site * rt;
    let value = own + SITES as f64;
    value.sum()
}

#[agnostic]
fn ndarray(candle: &Tensor<_, N>, tch: &Tensor<_, N>) -> Tensor<_, N> {
    candle - tch
}

fn main() -> eagerpy::Result<()> {
    let (a, b) = (array![1.0_f64, 2.0], array![10.0_f64, 20.0]);
    assert_eq!(values(&a, &b, 0.5, 3)?, (array![14.0, 25.0], 4));
    assert_eq!(r#type(&a, 1.0)?, array![4.0, 6.0]);
    assert_eq!(called(&a)?, array![4.0, 6.0]);
    assert_eq!(generics(&a, 2.0, &b)?, array![21.0, 42.0]);
    assert_eq!(call(&a, &b)?, arr0(54.0));
    assert_eq!(ndarray(&b, &a)?, array![9.0, 18.0]);
    Ok(())
}
