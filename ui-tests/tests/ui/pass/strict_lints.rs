//! The function's own text and what is written for it pass under lints that users turn on.

#![deny(
    warnings,
    missing_docs,
    unsafe_code,
    unused_qualifications,
    unreachable_pub
)]

use eagerpy::agnostic;
use ndarray::array;

/// A documented function, with an attribute of its own.
#[agnostic]
#[must_use]
#[inline]
pub fn documented(x: &Tensor<_, N>, k: usize) -> Tensor<_, N> {
    let mut y = x;
    for _ in 0..k {
        y += 1.0;
    }
    y
}

#[agnostic]
#[cfg(any())]
fn switched_off(x: &Tensor) -> NoSuchType {
    x
}

#[agnostic]
fn r#match(r#type: &Tensor<_, N>) -> Tensor<_, N> {
    r#type + 1.0
}

fn main() -> eagerpy::Result<()> {
    assert_eq!(documented(&array![1.0_f32], 2)?, array![3.0]);
    assert_eq!(r#match(&array![1.0_f32])?, array![2.0]);
    Ok(())
}
