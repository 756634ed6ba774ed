/// Gradient descent with momentum on |a x - y|².
#[agnostic]
pub fn descent(
    a: &Tensor<f64, N, D>,
    y: &Tensor<f64, N>,
    start: &Tensor<f64, D>,
    rounds: usize,
    rate: f64,
) -> Tensor<f64, D> {
    let mut x = start;
    let mut speed = zeros_like(start);
    for _ in 0..rounds {
        let residual = a.matmul(x) - y;
        let gradient = a.transpose().matmul(residual) * (2.0 / N as f64);
        speed = speed * 0.9 - gradient * rate;
        x += speed;
    }
    x
}
