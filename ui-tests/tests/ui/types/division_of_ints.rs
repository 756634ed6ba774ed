use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<i64, N>) -> Tensor<i64, N> {
    x / 2
}

fn main() {}
