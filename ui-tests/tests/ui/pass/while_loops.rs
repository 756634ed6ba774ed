//! `while` over questions to tensors, over host values, and `while let`.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn below(x: &Tensor<_, N>, bound: f64) -> (Tensor<_, N>, usize) {
    let mut y = x;
    let mut rounds = 0;
    while y.abs().max().item() >= bound {
        y = y / 2.0;
        rounds += 1;
    }
    (y, rounds)
}

#[agnostic]
fn counted(x: &Tensor<_, N>, n: usize) -> Tensor<_, N> {
    let mut y = x;
    let mut i = 0;
    while i < n {
        y += i as f64;
        i += 1;
    }
    y
}

#[agnostic]
fn drained(x: &Tensor<_, N>, factors: Vec<f64>) -> Tensor<_, N> {
    let mut y = x;
    let mut left = factors;
    while let Some(factor) = left.pop() {
        y *= factor;
    }
    y
}

fn main() -> eagerpy::Result<()> {
    let x = array![8.0_f32, -12.0];
    assert_eq!(below(&x, 2.0)?, (array![1.0, -1.5], 3));
    assert_eq!(below(&x, 99.0)?, (x.clone(), 0));
    assert_eq!(counted(&x, 4)?, array![14.0, -6.0]);
    assert_eq!(drained(&x, vec![2.0, 0.25])?, array![4.0, -6.0]);
    Ok(())
}
