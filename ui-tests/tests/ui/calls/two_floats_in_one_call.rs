use eagerpy::agnostic;

#[agnostic]
fn added(x: &Tensor<_, N>, y: &Tensor<_, N>) -> Tensor<_, N> {
    x + y
}

#[agnostic]
fn f(x: &Tensor<f32, N>, y: &Tensor<f64, N>) -> Tensor<f32, N> {
    added(x, y)
}

fn main() {}
