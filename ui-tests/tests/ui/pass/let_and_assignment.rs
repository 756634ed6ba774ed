//! Names, shadowing, `mut`, `+=` and its kin, blocks.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn names(x: &Tensor<_, N>) -> Tensor<_, N> {
    let y = x * 2.0;
    let y = y + 1.0;
    let _ = y.exp();
    let z = {
        let y = y - 1.0;
        {
            let half = y / 2.0;
            half * half
        }
    };
    z + y
}

#[agnostic]
fn compound(x: &Tensor<_, N>, k: f64) -> Tensor<_, N> {
    let mut y = x;
    y += 1.0;
    y *= k;
    y -= x;
    y /= 2.0;
    y %= 3.0;
    y
}

#[agnostic]
fn masks(x: &Tensor<_, N>) -> Tensor<bool, N> {
    let mut mask = x > 0.0;
    mask &= x < 3.0;
    mask |= x == -5.0;
    mask ^= x == 1.0;
    mask
}

// A parameter may be bound anew where it is declared so.
#[agnostic]
fn parameter(mut x: &Tensor<_, N>) -> Tensor<_, N> {
    x = x + 1.0;
    x *= 2.0;
    x
}

fn main() -> eagerpy::Result<()> {
    let x = array![1.0_f64, 2.0, -3.0];
    assert_eq!(names(&x)?, array![1.0 + 3.0, 4.0 + 5.0, 9.0 - 5.0]);
    assert_eq!(
        compound(&x, 4.0)?,
        array![
            (8.0 - 1.0) / 2.0 - 3.0,
            (12.0 - 2.0) / 2.0 - 3.0,
            (-8.0 + 3.0) / 2.0 + 3.0
        ]
    );
    assert_eq!(
        masks(&array![0.0_f32, 1.0, 2.0, 3.0, -5.0])?,
        array![false, false, true, false, true]
    );
    assert_eq!(parameter(&x)?, array![4.0, 6.0, -4.0]);
    Ok(())
}
