use eagerpy::agnostic;

#[agnostic]
fn shifted(x: &Tensor<_, N>, by: Option<&Tensor<_, N>>) -> Tensor<_, N> {
    match by {
        Some(by) => x + by,
        None => x,
    }
}

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, N> {
    shifted(x, x)
}

fn main() {}
