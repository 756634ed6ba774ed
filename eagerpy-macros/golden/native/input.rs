/// Code of one framework, and the vocabulary's for the others.
#[agnostic]
pub fn erf(x: &Tensor<f32, N>, scale: f32) -> Tensor<f32, N> {
    let y = x * 0.5;
    let z: Tensor<f32, N> = native! {
        ndarray => y.mapv(|value| value * scale),
        candle => y.erf()?,
        _ => (y * 1.128).tanh(),
    };
    z + 1.0
}
