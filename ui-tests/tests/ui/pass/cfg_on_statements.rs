//! `#[cfg(…)]` on statements, items and arms: what is switched off is not there.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn switched(x: &Tensor<_, N>) -> Tensor<_, N> {
    #[cfg(not(any()))]
    let y = x + 1.0;
    #[cfg(any())]
    let y = no_such_function(x);
    #[cfg(any())]
    let y = y + 100.0;
    #[cfg(all())]
    let y = y * 2.0;
    #[cfg(any())]
    {
        return x;
    }
    y
}

#[agnostic]
fn host(x: &Tensor<_, N>) -> Tensor<_, N> {
    #[cfg(any())]
    let k = 3.0;
    #[cfg(not(any()))]
    let k = 2.0;
    x * k
}

#[agnostic]
#[cfg(any())]
fn gone(x: &Tensor) -> NoSuchType {
    x
}

#[agnostic]
#[cfg(not(any()))]
fn here(x: &Tensor<_, N>) -> Tensor<_, N> {
    host(x)
}

fn main() -> eagerpy::Result<()> {
    let x = array![1.0_f64];
    assert_eq!(switched(&x)?, array![4.0]);
    assert_eq!(host(&x)?, array![2.0]);
    assert_eq!(here(&x)?, array![2.0]);
    Ok(())
}
