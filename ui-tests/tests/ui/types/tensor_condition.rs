use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, N> {
    if x > 0.0 { x.sqrt() } else { x }
}

fn main() {}
