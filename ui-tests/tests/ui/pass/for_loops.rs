//! `for` over host ranges and lists, with tensors carried from round to round, nested, with growing shapes.

use eagerpy::agnostic;
use ndarray::{Array1, array};

#[agnostic]
fn series(x: &Tensor<_, N>, rounds: usize) -> (Tensor<_, N>, Tensor<_, N>) {
    let mut term = ones_like(x);
    let mut sum = zeros_like(x);
    for i in 0..rounds {
        sum += term;
        term = term * x / (i + 1);
    }
    (sum, term)
}

#[agnostic]
fn nested(x: &Tensor<_, N, D>) -> Tensor<_, D> {
    let mut sum = x[0] * 0.0;
    for i in 0..N {
        for j in (0..D).rev() {
            if i != j {
                sum += x[i] * j;
            }
        }
    }
    sum
}

#[agnostic]
fn over_a_list(x: &Tensor<_, N>, factors: &[f64]) -> Tensor<_, N> {
    let mut y = x;
    for factor in factors {
        y = y * *factor;
    }
    y
}

#[agnostic]
fn growing(x: &Tensor<_, N>, rounds: usize) -> Tensor<_, _> {
    let mut y = x;
    for _ in 0..rounds {
        y = concatenate([y, x]);
    }
    y
}

fn main() -> eagerpy::Result<()> {
    let x = array![1.0_f64, 2.0];
    let (sum, term) = series(&x, 3)?;
    assert_eq!(sum, array![2.5, 5.0]);
    assert!(
        (&term - &array![1.0 / 6.0, 8.0 / 6.0])
            .iter()
            .all(|d| d.abs() < 1e-12)
    );
    assert_eq!(series(&x, 0)?.0, array![0.0, 0.0]);
    assert_eq!(
        nested(&array![[1.0_f32, 10.0], [100.0, 1000.0]])?,
        array![1.0, 10.0]
    );
    assert_eq!(over_a_list(&x, &[2.0, 5.0])?, array![10.0, 20.0]);
    let grown: Array1<f64> = growing(&x, 2)?;
    assert_eq!(grown, array![1.0, 2.0, 1.0, 2.0, 1.0, 2.0]);
    Ok(())
}
