use eagerpy::agnostic;

#[agnostic]
fn scaled(x: &Tensor<_, N>, by: f64) -> Tensor<_, N> {
    x * by
}

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, N> {
    scaled(x, 2.0, 3.0)
}

fn main() {}
