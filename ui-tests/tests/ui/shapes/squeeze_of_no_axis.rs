use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, 1>) -> Tensor<_, N> {
    x.squeeze()
}

fn main() {}
