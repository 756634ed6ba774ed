use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<f32, N>, y: &Tensor<i64, N>) -> Tensor<f32> {
    concatenate([x, y])
}

fn main() {}
