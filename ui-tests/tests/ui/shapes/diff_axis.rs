use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, M>) -> Tensor<_, N, _> {
    x.diff(axis = 2)
}

fn main() {}
