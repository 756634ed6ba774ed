use eagerpy::agnostic;

#[agnostic]
fn blocked(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    grad(|x| x.argsort().astype(f32).sum())(x)
}

#[agnostic]
fn without(x: &Tensor<f32, N>) -> Scalar<f32> {
    x.square().sum()
}

#[agnostic]
fn by_name(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    grad(without)(x)
}

fn main() {}
