use eagerpy::agnostic;

#[agnostic]
fn picked(values: &Tensor<f32, N>, places: &Tensor<i64, K>) -> Tensor<f32, K> {
    values.take(places)
}

#[agnostic]
fn f(x: &Tensor<f32, N>, scores: &Tensor<f32, K>) -> Tensor<f32, K> {
    picked(x, scores)
}

fn main() {}
