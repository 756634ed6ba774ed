use eagerpy::agnostic;

#[agnostic(grad(labels))]
fn loss(logits: &Tensor<f32, N, C>, labels: &Tensor<i64, N>) -> Scalar<f32> {
    logits.crossentropy(labels).mean()
}

fn main() {}
