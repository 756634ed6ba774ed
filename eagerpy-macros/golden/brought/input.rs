/// A step of Heun's method, with the caller's function.
#[agnostic]
pub fn brought(
    y: &Tensor<_, N>,
    time: f64,
    step: f64,
    slope: impl Fn(&Tensor<_, N>, f64) -> Tensor<_, N>,
) -> Tensor<_, N> {
    let first = slope(y, time);
    let second = slope(y + first * step, time + step);
    y + (first + second) * (step / 2.0)
}
