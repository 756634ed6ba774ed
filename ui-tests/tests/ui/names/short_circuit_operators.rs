use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<bool, N> {
    x > 0.0 && x < 1.0
}

fn main() {}
