use eagerpy::agnostic;

#[agnostic]
fn f(xs: &[Tensor<_, N>], x: &Tensor<_, N>) -> Tensor<_, N> {
    xs.push(x);
    x
}

#[agnostic]
fn g(x: &Tensor<_, N>) -> Tensor<_, N> {
    let parts: Vec<Tensor<_, N>> = Vec::new();
    parts.push(x);
    x
}

fn main() {}
