use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<i64, N>) -> Tensor<f32, N> {
    x as f32
}

fn main() {}
