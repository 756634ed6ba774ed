//! What is written for loops, matches, structs, lists and calls passes under lints that users turn on.

#![deny(
    warnings,
    missing_docs,
    unsafe_code,
    unused_qualifications,
    unreachable_pub,
    unused_results,
    non_snake_case,
    unused_mut,
    unused_variables
)]

use eagerpy::agnostic;
use eagerpy::backends::Ndarray;
use ndarray::{arr1, array};

/// A scale.
#[agnostic(methods)]
#[derive(Debug, Clone)]
pub struct Scale<N> {
    /// What is multiplied.
    pub by: Tensor<_, N>,
    times: usize,
}

/// What to do.
#[agnostic]
#[derive(Debug)]
pub enum How<N> {
    /// Nothing.
    Nothing,
    /// A sum.
    Plus(Tensor<_, N>),
}

#[agnostic]
impl Scale<N> {
    /// The scaled tensor.
    pub fn apply(&self, x: &Tensor<_, N>) -> Tensor<_, N> {
        let mut y = x;
        for _ in 0..self.times {
            y *= self.by;
        }
        y
    }
}

#[agnostic]
fn used(s: &Scale<_, N>, how: &How<_, N>, xs: &[Tensor<_, N>]) -> Tensor<_, N> {
    let mut total = xs[0] * 0.0;
    'all: for (i, x) in xs.iter().enumerate() {
        let y = s.apply(x);
        loop {
            if i == 2 {
                break 'all;
            }
            break;
        }
        total = match how {
            How::Nothing => total,
            How::Plus(z) => total + y + z,
        };
    }
    let Some(first) = Some(1).filter(|k| *k > 0) else {
        return total;
    };
    total + first
}

#[agnostic]
fn optional(x: &Tensor<_, N>, y: Option<&Tensor<_, N>>) -> (Tensor<_, N>, usize) {
    let mut count = 0;
    while count < 2 {
        count += 1;
    }
    let z = if let Some(y) = y { x + y } else { x };
    (z, count)
}

fn main() -> eagerpy::Result<()> {
    let s: Scale<Ndarray> = Scale {
        by: array![2.0, 3.0],
        times: 2,
    };
    let how = How::Plus(array![0.5_f32, 0.5]);
    let xs = [array![1.0_f32, 1.0], array![1.0, 0.0], array![9.0, 9.0]];
    assert_eq!(used(&s, &how, &xs)?, array![10.0, 11.0]);
    assert_eq!(used(&s, &How::Nothing, &xs)?, arr1(&[1.0, 1.0]));
    let x = array![1.0_f32];
    assert_eq!(optional(&x, Some(&x))?, (array![2.0], 2));
    Ok(())
}
