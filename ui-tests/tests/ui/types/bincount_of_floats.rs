use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<i64> {
    x.bincount()
}

fn main() {}
