/// Scaled dot-product attention.
#[agnostic]
pub fn attention(
    q: &Tensor<_, B, T, D>,
    k: &Tensor<_, B, S, D>,
    v: &Tensor<_, B, S, E>,
    causal: bool,
) -> Tensor<_, B, T, E> {
    let scale = 1.0 / (D as f64).sqrt();
    let mut scores = q.matmul(k.swapaxes(1, 2)) * scale;
    if causal {
        let row = arange(T, dtype = i64).expand_dims(1);
        let column = arange(S, dtype = i64).expand_dims(0);
        scores = where_(column <= row, scores, f64::NEG_INFINITY);
    }
    scores.softmax(axis = -1).matmul(v)
}
