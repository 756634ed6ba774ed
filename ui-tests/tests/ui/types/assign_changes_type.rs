use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    let mut y = x * 1.0;
    y = x > 0.0;
    x + 1.0
}

fn main() {}
