use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<bool, N> {
    x == true
}

fn main() {}
