//! Agnostic functions of other modules: by path, by `use`, renamed, through a glob, from `super` and `crate`.

use eagerpy::agnostic;
use ndarray::{arr0, array};

mod layers {
    use eagerpy::agnostic;

    #[agnostic]
    pub fn dense(x: &Tensor<_, N, D>, w: &Tensor<_, D, C>) -> Tensor<_, N, C> {
        x.matmul(w)
    }

    #[agnostic]
    pub(crate) fn both(x: &Tensor<_, N, D>) -> (Tensor<_, N>, Tensor<i64, N>) {
        (x.max(axis = 1), x.argmax(axis = 1))
    }

    pub mod norms {
        use eagerpy::agnostic;

        #[agnostic]
        pub fn l1_of(x: &Tensor) -> Scalar {
            x.abs().sum()
        }

        #[agnostic]
        pub fn through_super(x: &Tensor<_, N, N>) -> Scalar {
            l1_of(super::dense(x, x)) + self::l1_of(x) + super::super::nothing(x)
        }
    }

    pub mod prelude {
        pub use super::dense;
        pub use super::norms::*;
    }
}

use layers::dense as project;
use layers::norms;
use layers::prelude::*;

#[agnostic]
fn nothing(x: &Tensor) -> Scalar {
    x.sum() * 0.0
}

#[agnostic]
fn used(x: &Tensor<_, N, D>, w: &Tensor<_, D, C>) -> (Tensor<_, N, C>, Scalar) {
    let y = project(x, w) + dense(x, w) + crate::layers::dense(x, w);
    (y, norms::l1_of(y) + l1_of(y))
}

#[agnostic]
fn parts(x: &Tensor<_, N, D>) -> Tensor<_, N> {
    let (most, place) = layers::both(x);
    // What the callee gives is known: the element types and sizes of both.
    most + place.astype(_)
}

fn main() -> eagerpy::Result<()> {
    let x = array![[1.0_f32, 2.0], [0.0, 3.0]];
    let w = array![[1.0_f32], [-1.0]];
    assert_eq!(used(&x, &w)?, (array![[-3.0], [-9.0]], arr0(24.0)));
    assert_eq!(parts(&x)?, array![3.0, 4.0]);
    assert_eq!(norms::through_super(&x)?, arr0(18.0 + 6.0));
    Ok(())
}
