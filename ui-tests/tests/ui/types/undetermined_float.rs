use eagerpy::agnostic;

#[agnostic]
fn f(n: usize) -> Scalar<i64> {
    zeros((n, 3)).argmax()
}

#[agnostic]
fn g(n: usize) -> Tensor {
    ones(n)
}

fn main() {}
