//! Code of a framework's own, typed at its edges.

use eagerpy::agnostic;
use eagerpy::frameworks::ndarray::arr1;

#[agnostic]
fn halved(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    let y: Tensor<f32, N> = native! {
        ndarray => x.mapv(|v| v / 2.0),
        _ => x / 2.0,
    };
    let count: usize = native! { ndarray => x.len(), _ => N };
    y * count as f64
}

fn main() {
    let y = halved(&arr1(&[2.0, 4.0])).unwrap();
    assert_eq!(y, arr1(&[2.0, 4.0]));
}
