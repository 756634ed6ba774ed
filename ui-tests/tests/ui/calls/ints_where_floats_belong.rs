use eagerpy::agnostic;

#[agnostic]
fn norm(x: &Tensor<_, N>) -> Scalar {
    x.square().sum().sqrt()
}

#[agnostic]
fn f(x: &Tensor<i64, N>) -> Scalar<f32> {
    norm(x)
}

fn main() {}
