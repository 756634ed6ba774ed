use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> Tensor {
    x.mean(axis = (0, -2))
}

fn main() {}
