use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> Scalar {
    x.sum(axis = 0)
}

fn main() {}
