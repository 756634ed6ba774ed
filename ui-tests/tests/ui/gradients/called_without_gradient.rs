use eagerpy::agnostic;

#[agnostic]
fn layer(x: &Tensor<f32, N, D>, w: &Tensor<f32, D, C>) -> Tensor<f32, N, C> {
    x.matmul(w).tanh()
}

#[agnostic(grad(w))]
fn loss(x: &Tensor<f32, N, D>, w: &Tensor<f32, D, C>) -> Scalar<f32> {
    layer(x, w).square().mean()
}

fn main() {}
