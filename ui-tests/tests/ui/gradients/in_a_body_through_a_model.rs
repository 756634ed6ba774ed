use eagerpy::agnostic;

#[agnostic]
fn fgsm(
    model: impl Fn(&Tensor<f32, N, D>) -> Tensor<f32, N, C>,
    x: &Tensor<f32, N, D>,
) -> Tensor<f32, N, D> {
    grad(|x| model(x).square().sum())(x).sign()
}

#[agnostic]
fn ascent(
    model: impl Fn(&Tensor<f32, N, D>) -> Tensor<f32, N, C> + Differentiable,
    x: &Tensor<f32, N, D>,
) -> Tensor<f32, N, D> {
    x + grad(|x| model(x).square().sum())(x)
}

#[agnostic]
fn handed_on(
    model: impl Fn(&Tensor<f32, N, D>) -> Tensor<f32, N, C>,
    x: &Tensor<f32, N, D>,
) -> Tensor<f32, N, D> {
    ascent(model, x)
}

fn main() {}
