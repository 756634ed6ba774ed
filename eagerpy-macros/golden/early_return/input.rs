/// `return`, with a host value and a dimension as conditions.
#[agnostic]
pub fn early_return(x: &Tensor<f32, N, D>, normalize: bool) -> Tensor<f32, N, D> {
    if N == 0 || !normalize {
        return x;
    }
    let centered = x - x.mean(axis = 0);
    let spread = centered.std(axis = 0);
    if spread.min().item() < 1e-6 {
        return centered;
    }
    centered / spread
}
