use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, mask: &Tensor<bool, N, D>) -> Tensor {
    x[(mask, 0)]
}

fn main() {}
