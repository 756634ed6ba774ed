use eagerpy::agnostic;

#[agnostic]
fn f(logits: &Tensor<f32, N, C>, labels: &Tensor<i64, C>) -> Tensor<f32, N> {
    logits.crossentropy(labels)
}

fn main() {}
