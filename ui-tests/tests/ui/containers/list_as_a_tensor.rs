use eagerpy::agnostic;

#[agnostic]
fn f(xs: &[Tensor<_, N>], x: &Tensor<_, N>) -> Tensor<_, N> {
    x + xs
}

#[agnostic]
fn g(x: &Tensor<_, N>) -> Vec<Tensor<_, N>> {
    x.exp()
}

fn main() {}
