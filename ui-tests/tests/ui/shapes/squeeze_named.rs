use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> Tensor<_, N> {
    x.squeeze(axis = 1)
}

fn main() {}
