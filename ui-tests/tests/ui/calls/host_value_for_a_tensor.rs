use eagerpy::agnostic;

#[agnostic]
fn added(x: &Tensor<_, N>, y: &Tensor<_, N>) -> Tensor<_, N> {
    x + y
}

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, N> {
    added(x, 1.0)
}

fn main() {}
