/// A layer whose weights are kept in 16 bits.
#[agnostic]
pub fn half_precision(x: &Tensor<f16, N, D>, w: &Tensor<bf16, D, C>, scale: &Scalar<f16>) -> (Tensor<f16, N, C>, Tensor<f32, C>) {
    let y = x.matmul(w.astype(f16)) * scale;
    let shift = zeros(C, dtype = bf16);
    (y, y.astype(f32).mean(axis = 0) + shift.astype(f32))
}
