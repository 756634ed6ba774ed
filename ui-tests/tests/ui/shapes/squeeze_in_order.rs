use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, 1, N, 1>) -> Tensor {
    x.squeeze(axis = (2, 0, 1))
}

fn main() {}
