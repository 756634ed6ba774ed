use eagerpy::agnostic;

#[agnostic]
fn f(logits: &Tensor<f32, 3, C>, labels: &Tensor<i64, 1, 3>) -> Tensor<f32> {
    logits.crossentropy(labels)
}

fn main() {}
