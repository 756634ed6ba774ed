//! Enums with tensors in them: unit variants, named and unnamed fields, made and looked into.

use eagerpy::agnostic;
use eagerpy::backends::Ndarray;
use ndarray::{arr0, arr2, array};

#[agnostic]
pub enum Loss<C> {
    Squared,
    Huber { delta: f64 },
    Weighted(Tensor<_, C>),
}

#[agnostic]
fn loss_of(loss: &Loss<_, C>, x: &Tensor<_, N, C>) -> Scalar {
    match loss {
        Loss::Squared => x.square().mean(),
        Loss::Huber { delta } => {
            let a = x.abs();
            where_(a < *delta, a.square() * 0.5, (a - *delta * 0.5) * *delta).mean()
        }
        Loss::Weighted(w) => (x.square() * w).mean(),
    }
}

#[agnostic]
fn weight_of(loss: &Loss<_, C>, x: &Tensor<_, C>) -> Tensor<_, C> {
    if let Loss::Weighted(w) = loss {
        return w * x;
    }
    x
}

#[agnostic]
fn made(w: &Tensor<_, C>, how: usize) -> Loss<_, C> {
    if how == 0 {
        return Loss::Squared;
    }
    if how == 1 {
        return Loss::Huber { delta: 0.5 };
    }
    Loss::Weighted(w * 2.0)
}

fn main() -> eagerpy::Result<()> {
    let x = arr2(&[[1.0_f32, 2.0]]);
    assert_eq!(loss_of(&Loss::<Ndarray>::Squared, &x)?, arr0(2.5));
    assert_eq!(loss_of(&Loss::<Ndarray>::Huber { delta: 1.0 }, &x)?, arr0(1.0));
    let weighted = Loss::<Ndarray>::Weighted(array![1.0, 0.0]);
    assert_eq!(loss_of(&weighted, &x)?, arr0(0.5));
    let y = array![3.0_f32, 4.0];
    assert_eq!(weight_of(&weighted, &y)?, array![3.0, 0.0]);
    assert_eq!(weight_of(&Loss::<Ndarray>::Squared, &y)?, y);
    let twice: Loss<Ndarray> = made(&y, 2)?;
    assert_eq!(weight_of(&twice, &y)?, array![18.0, 32.0]);
    assert!(matches!(made(&y, 0)?, Loss::<Ndarray>::Squared));
    assert!(matches!(made(&y, 1)?, Loss::<Ndarray>::Huber { delta } if delta == 0.5));
    Ok(())
}
