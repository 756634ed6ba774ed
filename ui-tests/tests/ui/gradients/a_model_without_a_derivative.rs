use eagerpy::agnostic;
use ndarray::{Array2, ArrayView2, array};

#[agnostic(grad(x))]
fn attack_loss(
    model: impl Fn(&Tensor<f32, N, D>) -> Tensor<f32, N, C>,
    x: &Tensor<f32, N, D>,
) -> Scalar<f32> {
    model(x).square().sum()
}

fn main() {
    let x: Array2<f32> = array![[1.0, 2.0]];
    let _ = attack_loss::grad(|x: &ArrayView2<f32>| x.mapv(|v| v * 2.0), &x);
}
