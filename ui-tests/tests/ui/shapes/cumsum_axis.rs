use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, N> {
    x.cumsum(axis = 1)
}

fn main() {}
