use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, bias: Option<&Tensor<_, N>>) -> Tensor<_, N> {
    x + bias
}

fn main() {}
