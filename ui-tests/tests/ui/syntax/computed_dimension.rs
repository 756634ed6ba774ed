use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<f32, N>, y: &Tensor<f32, { N / 2 }>) -> Tensor<f32, { N % 2 }> {
    x
}

fn main() {}
