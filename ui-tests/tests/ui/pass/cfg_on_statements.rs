//! `#[cfg(…)]` on statements, items, arms, fields, methods and parameters: what is switched off is not there.

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

#[agnostic(methods)]
struct Scale<N> {
    #[cfg(any())]
    k: NoSuchType,
    #[cfg(not(any()))]
    k: Tensor<_, N>,
}

#[agnostic]
impl Scale<N> {
    #[cfg(any())]
    fn apply(&self, x: NoSuchType) -> Tensor<_, N> {
        x
    }

    #[cfg(not(any()))]
    fn apply(&self, #[cfg(any())] how: NoSuchType, x: &Tensor<_, N>) -> Tensor<_, N> {
        #[cfg(any())]
        let x = no_such_function(x);
        x * self.k
    }
}

#[agnostic]
#[cfg(not(any()))]
fn of_methods(k: &Tensor<_, N>, x: &Tensor<_, N>) -> Tensor<_, N> {
    Scale { k }.apply(x)
}

fn main() -> eagerpy::Result<()> {
    let x = array![1.0_f64];
    assert_eq!(of_methods(&x, &array![3.0])?, array![3.0]);
    assert_eq!(switched(&x)?, array![4.0]);
    assert_eq!(host(&x)?, array![2.0]);
    assert_eq!(here(&x)?, array![2.0]);
    Ok(())
}
