//! Functions that make tensors of host values alone: the backend is named by the caller or by the result.

use eagerpy::agnostic;
use ndarray::{Array1, Array2, array};

#[agnostic(backends(ndarray))]
fn grid(n: usize) -> Tensor<f32, _, 2> {
    let step = arange(0, n, dtype = f32);
    stack([step, step * step], axis = 1)
}

#[agnostic(backends(ndarray))]
fn noise(n: usize, seed: u64) -> Tensor<f64, _> {
    uniform((n,), low = 1.0, high = 2.0, seed = seed)
}

#[agnostic(backends(ndarray))]
fn identity(n: usize) -> Tensor<i64> {
    eye(n, dtype = i64)
}

fn main() -> eagerpy::Result<()> {
    let g: Array2<f32> = grid::ndarray(3)?;
    assert_eq!(g, array![[0.0, 0.0], [1.0, 1.0], [2.0, 4.0]]);
    let a: Array1<f64> = noise::ndarray(4, 7)?;
    assert_eq!(a, noise::ndarray(4, 7)?);
    assert_ne!(a, noise::ndarray(4, 8)?);
    assert!(a.iter().all(|v| (1.0..2.0).contains(v)));
    assert_eq!(identity::ndarray(2)?, array![[1, 0], [0, 1]]);
    Ok(())
}
