//! Dimensions of the signature as numbers in the body, and as checks at entry.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn mean(x: &Tensor<_, N, D>) -> Scalar {
    x.sum() / (N * D) as f64
}

#[agnostic]
fn sizes(x: &Tensor<_, N, D>, y: &Tensor<_, D, 3>) -> (usize, usize, Tensor<_, N, 3>) {
    let both = N + D;
    (both, N.max(D), x.matmul(y).reshape((N, 3)))
}

#[agnostic]
fn rows(x: &Tensor<_, N, D>) -> Tensor<_, N, D> {
    let steps = arange(N, dtype = i64).astype(_);
    x * steps.reshape((N, 1)) + zeros((N, D)) + eye(N, D) * 0.0
}

#[agnostic]
fn free(x: &Tensor<_, _, D>, y: &Tensor<_, _, D>) -> Tensor<_, _, D> {
    concatenate([x, y], axis = 0)
}

fn main() -> eagerpy::Result<()> {
    let x = array![[1.0_f64, 2.0], [3.0, 4.0], [5.0, 6.0]];
    assert_eq!(mean(&x)?.into_scalar(), 3.5);
    let w = array![[1.0_f64, 0.0, 1.0], [0.0, 1.0, 1.0]];
    let (sum, most, y) = sizes(&x, &w)?;
    assert_eq!((sum, most), (5, 3));
    assert_eq!(
        y,
        array![[1.0, 2.0, 3.0], [3.0, 4.0, 7.0], [5.0, 6.0, 11.0]]
    );
    assert_eq!(rows(&x)?, array![[0.0, 0.0], [3.0, 4.0], [10.0, 12.0]]);
    assert_eq!(free(&x, &array![[7.0_f64, 8.0]])?.shape(), [4, 2]);
    let error = free(&x, &w).err().expect("2 is not 3").to_string();
    assert!(error.contains("`D`"), "{error}");
    Ok(())
}
