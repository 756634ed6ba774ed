use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, up: bool) -> Option<Tensor<_, N>> {
    if up { Some(x * 2.0) } else { None }
}

#[agnostic]
fn g(x: &Tensor<_, N>, by: Option<&Tensor<_, N>>) -> Tensor<_, N> {
    let mut best = by;
    best = Some(x);
    x
}

fn main() {}
