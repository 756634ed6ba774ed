use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, mask: &Tensor<bool, D>) -> Tensor {
    x[mask]
}

fn main() {}
