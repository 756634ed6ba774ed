//! Half-typed bodies. Each is told once by rustc and once by the macro, and nothing is told of the callers.

use eagerpy::agnostic;
use ndarray::{Array1, array};

#[agnostic]
fn no_method(x: &Tensor<_, N>) -> Tensor<_, N> {
    let y = x.exp();
    y.
}

#[agnostic]
fn no_value(x: &Tensor<_, N>) -> Tensor<_, N> {
    let y = ;
    y
}

#[agnostic]
pub fn no_operand(x: &Tensor<_, N>, k: f64) -> (Tensor<_, N>, f64) {
    (x * , k)
}

#[agnostic]
fn no_argument(x: &Tensor<_, N>) -> Scalar {
    x.sum(axis = )
}

#[agnostic]
fn two_words(x: &Tensor<_, N>) -> Tensor<_, N> {
    x y
}

// Of two mistakes the parser knows the first.
#[agnostic]
fn twice(x: &Tensor<_, N>) -> Tensor<_, N> {
    let a = ;
    let b = ;
    a
}

#[agnostic]
fn caller(x: &Tensor<_, N>) -> Scalar {
    let y: Tensor<_, N> = no_method(x);
    let (z, _) = no_operand(y, 2.0);
    no_argument(z)
}

fn main() -> eagerpy::Result<()> {
    let x = array![1.0_f32];
    let y: Array1<f32> = no_method(&x)?;
    let y: Array1<f32> = no_value(&y)?;
    let (y, k): (Array1<f32>, f64) = no_operand(&y, 2.0)?;
    let y: Array1<f32> = two_words::ndarray(&y)?;
    println!("{} {k} {}", no_argument(&y)?, caller::EXPLAIN);
    twice(&x)?;
    Ok(())
}
