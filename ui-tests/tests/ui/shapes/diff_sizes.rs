use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, 4>) -> Tensor<_, N, 3> {
    x.diff(2)
}

fn main() {}
