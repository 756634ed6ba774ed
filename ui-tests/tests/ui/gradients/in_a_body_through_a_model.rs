use eagerpy::agnostic;

#[agnostic]
fn fgsm(
    model: impl Fn(&Tensor<f32, N, D>) -> Tensor<f32, N, C>,
    x: &Tensor<f32, N, D>,
) -> Tensor<f32, N, D> {
    grad(|x| model(x).square().sum())(x).sign()
}

#[agnostic(grad(x))]
fn loss(
    model: impl Fn(&Tensor<f32, N, D>) -> Tensor<f32, N, C>,
    x: &Tensor<f32, N, D>,
) -> Scalar<f32> {
    model(x).square().sum()
}

#[agnostic]
fn handed_on(
    model: impl Fn(&Tensor<f32, N, D>) -> Tensor<f32, N, C>,
    x: &Tensor<f32, N, D>,
) -> Tensor<f32, N, D> {
    loss::grad(model, x)
}

fn main() {}
