use eagerpy::agnostic;

#[agnostic(grad(x))]
fn weighted(
    model: impl Fn(&Tensor<f32, N>) -> (Tensor<f32, N>, f64),
    x: &Tensor<f32, N>,
) -> Scalar<f32> {
    let (y, weight) = model(x);
    (y * weight).sum()
}

fn main() {}
