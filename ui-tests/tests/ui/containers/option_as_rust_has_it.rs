use eagerpy::agnostic;

#[agnostic]
fn condition(x: &Tensor<_, N>, by: Option<&Tensor<_, N>>) -> Tensor<_, N> {
    if by { x } else { x * 2.0 }
}

#[agnostic]
fn question(x: &Tensor<_, N>, by: Option<&Tensor<_, N>>) -> Tensor<_, N> {
    x + by?
}

#[agnostic]
fn without_a_type(x: &Tensor<_, N>, n: usize) -> Option<Tensor<_, N>> {
    let mut best = None;
    for i in 0..n {
        best = Some(x * i as f64);
    }
    best
}

fn main() {}
