use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    let y = x * 1.0;
    y += 1.0;
    x = y;
    y
}

fn main() {}
