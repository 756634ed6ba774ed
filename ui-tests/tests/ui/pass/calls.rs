//! Agnostic functions that call each other: beside, in modules, with tuples, host values and annotations.

use eagerpy::agnostic;
use ndarray::array;

mod layers {
    use eagerpy::agnostic;

    #[agnostic]
    pub fn linear(x: &Tensor<_, N, D>, w: &Tensor<_, D, C>) -> Tensor<_, N, C> {
        x.matmul(w)
    }

    pub mod activations {
        #[eagerpy::agnostic]
        pub(crate) fn leaky(x: &Tensor, slope: f64) -> Tensor {
            where_(x > 0.0, x, x * slope)
        }
    }

    #[agnostic]
    pub(super) fn both(x: &Tensor<_, N, D>) -> (Tensor<_, N>, Tensor<i64, N>) {
        (x.max(axis = 1), x.argmax(axis = 1))
    }
}

use layers::activations;

#[agnostic]
fn helper(x: &Tensor) -> Scalar {
    x.square().sum()
}

#[agnostic]
fn model(x: &Tensor<_, N, D>, w: &Tensor<_, D, C>) -> (Tensor<_, N, C>, Scalar) {
    let y: Tensor<_, N, C> = layers::linear(x, w);
    let z = activations::leaky(y - 1.0, 0.5);
    (z * 2.0, helper(z) + helper(x) * 0.0)
}

#[agnostic]
fn parts(x: &Tensor<_, N, D>) -> (Tensor<_, N>, Tensor<i64, N>) {
    let (most, place) = crate::layers::both(x);
    (most + 1.0, place + 1)
}

fn main() -> eagerpy::Result<()> {
    let x = array![[1.0_f32, 2.0], [0.0, 3.0]];
    let w = array![[1.0_f32], [-1.0]];
    let (y, s) = model(&x, &w)?;
    assert_eq!(y, array![[-2.0], [-4.0]]);
    assert_eq!(s.into_scalar(), 5.0);
    let (a, b) = parts(&x)?;
    assert_eq!(a, array![3.0, 4.0]);
    assert_eq!(b, array![2, 2]);
    Ok(())
}
