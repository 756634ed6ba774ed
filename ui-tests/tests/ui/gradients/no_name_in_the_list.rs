use eagerpy::agnostic;

#[agnostic(grad("x"))]
fn loss(x: &Tensor<f32, N>) -> Scalar<f32> {
    x.sum()
}

fn main() {}
