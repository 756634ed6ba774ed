//! `return` from a branch, from a loop, and of host values.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn branch(x: &Tensor<_, N>, quick: bool) -> Tensor<_, N> {
    if quick {
        return x;
    }
    let y = x.exp();
    return y * 0.0;
}

#[agnostic]
fn halves(x: &Tensor<_, N>, rounds: usize) -> Tensor<_, N> {
    let mut y = x;
    for i in 0..rounds {
        if y.max().item() < 1.0 {
            return y + i;
        }
        y /= 2.0;
    }
    y
}

#[agnostic]
fn rounds(x: &Tensor<_, N>, limit: usize) -> (Scalar, usize) {
    for i in 0..limit {
        if x[i].item() < 0.0 {
            return (x[i], i);
        }
    }
    (x.sum(), limit)
}

fn main() -> eagerpy::Result<()> {
    let x = array![2.0_f32, 4.0];
    assert_eq!(branch(&x, true)?, x);
    assert_eq!(branch(&x, false)?, array![0.0, 0.0]);
    assert_eq!(halves(&x, 10)?, array![3.25, 3.5]);
    assert_eq!(halves(&x, 1)?, array![1.0, 2.0]);
    let (s, n) = rounds(&array![1.0_f64, -2.0, 3.0], 3)?;
    assert_eq!((s.into_scalar(), n), (-2.0, 1));
    let (s, n) = rounds(&array![1.0_f64, -2.0, 3.0], 1)?;
    assert_eq!((s.into_scalar(), n), (2.0, 1));
    Ok(())
}
