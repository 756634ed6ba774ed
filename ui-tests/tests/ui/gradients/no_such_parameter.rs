use eagerpy::agnostic;

#[agnostic(grad(weights))]
fn loss(x: &Tensor<f32, N>, weight: &Tensor<f32, N>) -> Scalar<f32> {
    (x * weight).sum()
}

fn main() {}
