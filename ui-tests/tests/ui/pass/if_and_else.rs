//! `if` as a value, as a statement, with `else if`, and with variables that its branches assign.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn value(x: &Tensor<_, N>, mode: usize) -> Tensor<_, N> {
    if mode == 0 {
        x.square()
    } else if mode == 1 {
        let y = x.abs();
        y + 1.0
    } else {
        x
    }
}

#[agnostic]
fn statement(x: &Tensor<_, N>, up: bool, twice: bool) -> Tensor<_, N> {
    let mut y = x;
    if up {
        y = y + 1.0;
        if twice {
            y += 1.0;
        }
    } else {
        y *= 0.0;
    }
    y
}

// The condition asks the tensor for its element, and its size.
#[agnostic]
fn asked(x: &Tensor<_, N>) -> Tensor<_, N> {
    if x.sum().item() > 2.0 && x.dim(0) < 4 {
        x * 10.0
    } else {
        x
    }
}

// Host values of an `if` stay the host's.
#[agnostic]
fn host(x: &Tensor<_, N>, up: bool) -> Tensor<_, N> {
    let scale = if up { 2.0 } else { 0.5 };
    x * scale
}

fn main() -> eagerpy::Result<()> {
    let x = array![-2.0_f64, 3.0];
    assert_eq!(value(&x, 0)?, array![4.0, 9.0]);
    assert_eq!(value(&x, 1)?, array![3.0, 4.0]);
    assert_eq!(value(&x, 2)?, x);
    assert_eq!(statement(&x, true, true)?, array![0.0, 5.0]);
    assert_eq!(statement(&x, true, false)?, array![-1.0, 4.0]);
    assert_eq!(statement(&x, false, true)?, array![0.0, 0.0]);
    assert_eq!(asked(&x)?, x);
    assert_eq!(asked(&array![1.0_f64, 2.0])?, array![10.0, 20.0]);
    assert_eq!(
        asked(&array![1.0_f64, 2.0, 3.0, 4.0])?,
        array![1.0, 2.0, 3.0, 4.0]
    );
    assert_eq!(host(&x, true)?, array![-4.0, 6.0]);
    assert_eq!(host(&x, false)?, array![-1.0, 1.5]);
    Ok(())
}
