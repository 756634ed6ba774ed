/// Two passes over `x`: sums of what never stands in memory, and the result.
#[agnostic]
pub fn standardised(x: &Tensor<_, N, D>, scale: f64) -> Tensor<_, N, D> {
    let centred = x - x.mean(axis = 1, keepdims = true);
    let variance = centred.square().mean(axis = 1, keepdims = true);
    let spread = (variance + 1e-5).sqrt();
    centred / spread * scale
}
