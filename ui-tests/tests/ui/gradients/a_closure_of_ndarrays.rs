use eagerpy::agnostic;
use eagerpy::frameworks::ndarray::{Array2, ArrayView2};

#[agnostic(grad(x))]
fn loss(model: impl Fn(&Tensor<f32, N, D>) -> Tensor<f32, N, C>, x: &Tensor<f32, N, D>) -> Scalar<f32> {
    model(x).square().sum()
}

fn main() {
    let x = Array2::<f32>::zeros((2, 3));
    let _ = loss::grad(|x: &ArrayView2<f32>| x.mapv(f32::exp), &x);
}
