use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, i: &Tensor<i64, K>, j: &Tensor<i64, L>) -> Tensor {
    x[(i, j)]
}

fn main() {}
