use eagerpy::agnostic;

#[agnostic(grad(x, rate))]
fn decay(x: &Tensor<f32, N>, rate: f64) -> Scalar<f32> {
    (x * rate).sum()
}

fn main() {}
