//! An assignment at the end of a block is one, with `;` behind it and without.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn raised(x: &Tensor<_, N>, up: bool) -> Tensor<_, N> {
    let mut y = x;
    if up {
        y += 1.0
    }
    for _ in 0..2 {
        y = y * 2.0
    }
    y
}

fn main() -> eagerpy::Result<()> {
    assert_eq!(raised(&array![1.0_f32, 2.0], true)?, array![8.0, 12.0]);
    assert_eq!(raised(&array![1.0_f32, 2.0], false)?, array![4.0, 8.0]);
    Ok(())
}
