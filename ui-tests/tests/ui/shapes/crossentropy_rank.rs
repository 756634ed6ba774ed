use eagerpy::agnostic;

#[agnostic]
fn f(logits: &Tensor<f32, N, C>, labels: &Tensor<i64, B, N>) -> Tensor<f32> {
    logits.crossentropy(labels)
}

fn main() {}
