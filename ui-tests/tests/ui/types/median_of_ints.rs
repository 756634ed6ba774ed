use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<i64, N>) -> Scalar {
    x.median()
}

fn main() {}
