use eagerpy::agnostic;

#[agnostic(grad)]
fn loss(x: &Tensor<f32, N>) -> Scalar<f32> {
    let y = native! { ndarray => x.mapv(|v| v * v), _ => x.square() };
    y.sum()
}

fn main() {}
