use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<f32, N>) -> Tensor<i64, N> {
    x.round()
}

#[agnostic]
fn g(x: &Tensor<_, N>) -> Tensor<_, N> {
    x > 0.0
}

fn main() {}
