//! Functions that call themselves and each other.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn power(x: &Tensor<_, N>, n: usize) -> Tensor<_, N> {
    if n == 0 {
        return ones_like(x);
    }
    let half = power(x, n / 2);
    if n % 2 == 0 { half * half } else { half * half * x }
}

#[agnostic]
fn even(x: &Tensor<_, N>, n: usize) -> Tensor<_, N> {
    if n == 0 { x } else { odd(x, n - 1) + 1.0 }
}

#[agnostic]
fn odd(x: &Tensor<_, N>, n: usize) -> Tensor<_, N> {
    if n == 0 { -x } else { even(x, n - 1) * 2.0 }
}

fn main() -> eagerpy::Result<()> {
    assert_eq!(power(&array![2.0_f64, 3.0], 5)?, array![32.0, 243.0]);
    // even(3) = odd(2) + 1 = even(1) * 2 + 1 = (odd(0) + 1) * 2 + 1
    assert_eq!(even(&array![5.0_f64], 3)?, array![-7.0]);
    Ok(())
}
