/// A tensor that may be missing, asked for in two ways.
#[agnostic]
pub fn optional(
    x: &Tensor<_, N, D>,
    w: &Tensor<_, D, C>,
    bias: Option<&Tensor<_, C>>,
    mask: Option<&Tensor<bool, N>>,
) -> Tensor<_, N, C> {
    let y = x.matmul(w);
    let y = if let Some(bias) = bias { y + bias } else { y };
    match mask {
        Some(mask) => y * mask.astype(_).expand_dims(axis = 1),
        None => y,
    }
}
