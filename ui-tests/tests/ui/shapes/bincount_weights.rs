use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<i64, N>, weights: &Tensor<_, M>) -> Tensor {
    x.bincount(weights)
}

fn main() {}
