use eagerpy::agnostic;

#[agnostic]
fn rows(x: &Tensor<_, N, D>) -> Tensor<_, N> {
    x.sum(axis = 1)
}

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, N> {
    rows(x)
}

fn main() {}
