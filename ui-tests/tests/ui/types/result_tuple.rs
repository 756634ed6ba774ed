use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> (Tensor<_, N>, Scalar<i64>) {
    (x.exp(), x.sum())
}

#[agnostic]
fn g(x: &Tensor<_, N>) -> (Tensor<_, N>, usize) {
    x.exp()
}

fn main() {}
