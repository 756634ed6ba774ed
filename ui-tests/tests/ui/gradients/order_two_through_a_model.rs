use eagerpy::agnostic;

#[agnostic(grad(x), order = 2)]
fn attack_loss(
    model: impl Fn(&Tensor<f32, N, D>) -> Tensor<f32, N, C>,
    x: &Tensor<f32, N, D>,
) -> Scalar<f32> {
    model(x).square().sum()
}

fn main() {}
