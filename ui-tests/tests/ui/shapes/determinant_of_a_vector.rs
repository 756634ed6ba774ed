use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Scalar {
    x.det()
}

fn main() {}
