use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, up: bool) -> Option<Tensor<_, N>> {
    if up { Some(x * 2.0) } else { Some(x > 0.0) }
}

#[agnostic]
fn g(x: &Tensor<_, N>, up: bool) -> Option<Tensor<_, N>> {
    if up { Some(x) } else { x }
}

#[agnostic]
fn h(x: &Tensor<_, N>, by: Option<&Tensor<_, N>>) -> Option<Tensor<_, N>> {
    let mut best = by;
    best = x;
    let mut other = by;
    other = Some(x > 0.0);
    let last = by;
    last = Some(x);
    best
}

fn main() {}
