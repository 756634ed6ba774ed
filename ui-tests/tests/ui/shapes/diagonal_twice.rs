use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, M>) -> Tensor {
    x.diagonal(axis1 = 0, axis2 = -2)
}

fn main() {}
