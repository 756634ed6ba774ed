use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<i64, N>) -> Tensor<bool, N> {
    x < 0.5
}

fn main() {}
