use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, up: bool) -> Tensor<_, N> {
    let y = if up { x.exp() } else { x > 0.0 };
    x + 1.0
}

fn main() {}
