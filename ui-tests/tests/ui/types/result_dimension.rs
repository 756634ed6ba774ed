use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> Tensor<_, N> {
    x.sum(axis = 0)
}

fn main() {}
