/// Sizes that are worked out from the names of the signature.
#[agnostic]
pub fn dims(a: &Tensor<f32, N, D>, b: &Tensor<f32, M, D>, w: &Tensor<f32, 2, K>) -> Tensor<f32, K> {
    let both = concatenate([a, b], axis = 0);
    let padded = both.pad(((0, 0), (1, D - 1)));
    let halves = padded.reshape(((N + M) * D, 2));
    let rows = halves.matmul(w);
    let stacked = stack([rows, rows * 2.0], axis = 1);
    let flat = stacked.flatten(0, 1);
    let again = flat.reshape((N + M, -1, K));
    again.mean(axis = (0, 1)) * (N * 2 + M) as f64
}
