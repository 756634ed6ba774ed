use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> Tensor {
    x.sum(dim = 1, keepdim = true)
}

fn main() {}
