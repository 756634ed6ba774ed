use eagerpy::agnostic;

#[agnostic(grad())]
fn loss(x: &Tensor<f32, N>) -> Scalar<f32> {
    x.sum()
}

fn main() {}
