//! Functions that the caller brings: a plain closure, one that may fail, an agnostic function, with host values.

use eagerpy::agnostic;
use ndarray::{Array1, ArrayView1, arr1, array};

#[agnostic]
fn newton(
    x: &Tensor<_, N>,
    f: impl Fn(&Tensor<_, N>) -> (Tensor<_, N>, Tensor<_, N>),
    rounds: usize,
) -> Tensor<_, N> {
    let mut guess = x;
    for _ in 0..rounds {
        let (value, slope) = f(guess);
        guess = guess - value / slope;
    }
    guess
}

#[agnostic]
fn twice(x: &Tensor<_, N>, model: impl Fn(&Tensor<_, N>, f64) -> Tensor<_, N>, k: f64) -> Tensor<_, N> {
    model(model(x, k), k + 1.0)
}

#[agnostic]
fn scaled(x: &Tensor<_, N>, by: f64) -> Tensor<_, N> {
    x * by
}

fn main() -> eagerpy::Result<()> {
    let x = arr1(&[4.0_f64]);
    let root = newton(&x, |g| (g.mapv(|v| v * v - 9.0), g.mapv(|v| 2.0 * v)), 20)?;
    assert!((root[0] - 3.0).abs() < 1e-12);
    let x = array![1.0_f64, 2.0];
    assert_eq!(twice(&x, |x, k| x.mapv(|v| v * k), 2.0)?, array![6.0, 12.0]);
    let checked = |x: &ArrayView1<'_, f64>, k: f64| -> Result<Array1<f64>, String> {
        if k > 2.0 { Err(format!("{k} is too large")) } else { Ok(x.mapv(|v| v * k)) }
    };
    assert_eq!(twice(&x, checked, 1.0)?, array![2.0, 4.0]);
    let error = twice(&x, checked, 2.0).unwrap_err();
    assert!(error.to_string().contains("3 is too large"), "{error}");
    assert_eq!(twice(&x, |x, k| scaled(x, k), 2.0)?, array![6.0, 12.0]);
    assert_eq!(twice(&x, |x, k| scaled::ndarray(x, k), 1.0)?, array![2.0, 4.0]);
    Ok(())
}
