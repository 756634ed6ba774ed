/// Newton's method: the slope, and the curvature along the step, of a function that is written there.
#[agnostic]
fn gradient_in_body(x: &Tensor<f64, N>, w: &Tensor<f64, N>, rate: f64) -> (Scalar<f64>, Tensor<f64, N>) {
    let y = x * 2.0;
    let (loss, dw) = value_and_grad(|w| (y * w).tanh().sum(), w);
    let bend = grad(|w| grad(|w| (y * w).exp().sum())(w).sum())(w);
    (loss, w - rate * dw / bend)
}
