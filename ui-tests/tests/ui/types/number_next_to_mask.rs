use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<bool, N>) -> Tensor<bool, N> {
    x == 1
}

fn main() {}
