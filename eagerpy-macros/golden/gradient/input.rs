/// Mean cross-entropy of a linear classifier.
#[agnostic(grad(w, b))]
pub fn linear_loss(
    x: &Tensor<f32, N, D>,
    w: &Tensor<f32, D, C>,
    b: &Tensor<f32, C>,
    labels: &Tensor<i64, N>,
) -> Scalar<f32> {
    let logits = x.matmul(w) + b;
    logits.crossentropy(labels).mean()
}
