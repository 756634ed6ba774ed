use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, n: &Scalar<i64>) -> Tensor {
    x.reshape((n, 2))
}

fn main() {}
