//! Agnostic functions that the user's own macro writes: names, types, expressions and bodies from outside.

use eagerpy::agnostic;
use ndarray::{arr0, array};

macro_rules! elementwise {
    ($($(#[$attr:meta])* $name:ident($x:ident) = $body:expr;)*) => {$(
        $(#[$attr])*
        #[agnostic]
        pub fn $name($x: &Tensor<_, N>) -> Tensor<_, N> {
            $body
        }
    )*};
}

elementwise! {
    /// Twice.
    doubled(x) = x * 2.0;
    swish(t) = t * t.sigmoid();
    both(x) = doubled(x) + doubled(x);
}

macro_rules! reduction {
    ($name:ident, $ty:ty, $op:ident, $axis:literal) => {
        #[agnostic]
        fn $name(x: &Tensor<$ty, N, M>) -> Tensor<$ty, M> {
            let local = x.$op(axis = $axis);
            local + 1.0
        }
    };
}
reduction!(sums, f32, sum, 0);
reduction!(largest, f64, max, 0);

macro_rules! halves {
    ($x:expr, $n:expr) => {
        $x / $n
    };
}

// The user's macro in host code.
#[agnostic]
fn by_half(x: &Tensor<_, N>, n: f64) -> Scalar {
    x.sum() * halves!(n, 2.0)
}

fn main() -> eagerpy::Result<()> {
    assert_eq!(doubled(&array![1.0_f32])?, array![2.0]);
    assert_eq!(both(&array![1.0_f32])?, array![4.0]);
    assert_eq!(swish(&array![0.0_f64])?, array![0.0]);
    assert_eq!(sums(&array![[1.0, 2.0], [3.0, 4.0]])?, array![5.0, 7.0]);
    assert_eq!(largest(&array![[1.0, 2.0], [3.0, 4.0]])?, array![4.0, 5.0]);
    assert_eq!(by_half(&array![1.0_f64, 2.0], 4.0)?, arr0(6.0));
    Ok(())
}
