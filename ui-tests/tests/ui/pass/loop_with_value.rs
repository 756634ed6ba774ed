//! `loop`: left by `return`, by `break`, and by `break` with a tensor.

use eagerpy::agnostic;
use ndarray::{arr0, array};

#[agnostic]
fn returned(x: &Tensor) -> Tensor {
    let mut y = x * 1.0;
    loop {
        y = y / 2.0;
        if y.max().item() < 1.0 {
            return y;
        }
    }
}

#[agnostic]
fn root(x: &Tensor<_, N>, tolerance: f64) -> Tensor<_, N> {
    let mut guess = ones_like(x);
    loop {
        let next = (guess + x / guess) * 0.5;
        if (next - guess).abs().max().item() < tolerance {
            break next;
        }
        guess = next;
    }
}

#[agnostic]
fn first_negative(x: &Tensor<_, N>) -> (Scalar, usize) {
    let mut i = 0;
    let found = loop {
        if i == N {
            break x.min();
        }
        if x[i].item() < 0.0 {
            break x[i];
        }
        i += 1;
    };
    (found, i)
}

fn main() -> eagerpy::Result<()> {
    assert_eq!(returned(&array![3.0_f32, 1.0])?, array![0.75, 0.25]);
    let close = root(&array![4.0_f64, 9.0], 1e-9)?;
    assert!((close - array![2.0, 3.0]).iter().all(|d| d.abs() < 1e-9));
    assert_eq!(first_negative(&array![1.0_f64, -2.0, -3.0])?, (arr0(-2.0), 1));
    assert_eq!(first_negative(&array![1.0_f64, 2.0])?, (arr0(1.0), 2));
    Ok(())
}
