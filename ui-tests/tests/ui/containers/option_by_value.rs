use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, bias: Option<Tensor<_, N>>) -> Tensor<_, N> {
    x
}

#[agnostic]
fn g(x: &Tensor<_, N>, parts: Vec<Option<Tensor<_, N>>>) -> Tensor<_, N> {
    x
}

fn main() {}
