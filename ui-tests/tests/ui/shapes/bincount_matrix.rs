use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<i64, N, M>) -> Tensor<i64> {
    x.bincount()
}

fn main() {}
