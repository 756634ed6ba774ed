use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Scalar {
    x.sum().item()
}

#[agnostic]
fn g(x: &Tensor<_, N>) -> f64 {
    x.sum()
}

fn main() {}
