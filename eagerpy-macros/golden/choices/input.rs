/// `where_` of two tensors, of a tensor and a number, and of two numbers.
#[agnostic]
pub fn choices(x: &Tensor<f32, N>, y: &Tensor<f32, N>, low: f64) -> Tensor<f32, N> {
    let larger = where_(x > y, x, y);
    let kept = where_(!(larger < low) & (x != y), larger, 0.0);
    let sign = where_(kept >= 0.0, 1.0, -1.0);
    kept * sign
}
