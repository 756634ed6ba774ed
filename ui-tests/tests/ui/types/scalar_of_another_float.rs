use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<f32, N>, y: &Scalar<f64>) -> Tensor<f32, N> {
    x + y
}

fn main() {}
