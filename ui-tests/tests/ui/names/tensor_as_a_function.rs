use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Scalar {
    x(0)
}

fn main() {}
