use eagerpy::agnostic;

#[agnostic]
fn condition(x: &Tensor<_, N>, by: Option<&Tensor<_, N>>) -> Tensor<_, N> {
    if by { x } else { x * 2.0 }
}

#[agnostic]
fn question(x: &Tensor<_, N>, by: Option<&Tensor<_, N>>) -> Tensor<_, N> {
    x + by?
}

fn main() {}
