use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<f32, N, D>) -> Tensor<f32> {
    let a: Tensor<f64, N, D> = x.exp();
    let b: Tensor<f32, N> = x.relu();
    let c: Tensor<f32, D, N> = x.abs();
    x + 1.0
}

fn main() {}
