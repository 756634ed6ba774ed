//! Elementwise operations: with parameters, of bits and of masks, with bounds that are tensors, and casts.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn activations(x: &Tensor<_, N>, slope: f64) -> Tensor<_, N> {
    let y = x.leaky_relu(slope).elu(alpha = 0.5) + silu(x) * x.hard_tanh(max = 2.0);
    y.clip(min = x, max = 1e3)
        .nan_to_num(posinf = 1.0)
        .lerp(x, 0.5)
}

#[agnostic]
fn bits(
    n: &Tensor<i64, N>,
    k: &Tensor<i64, 1>,
) -> (Tensor<i64, N>, Tensor<bool, N>, Tensor<i64, N>) {
    let mut m = n & 6 | k;
    m <<= 1;
    let odd = (!m).bool() & !n.bool();
    (
        m >> 1 ^ k,
        odd.bitwise_or(odd),
        n.gcd(12).bitwise_left_shift(k),
    )
}

#[agnostic]
fn near(
    x: &Tensor<_, N, D>,
    y: &Tensor<_, D>,
) -> (Scalar<bool>, Tensor<bool, N, D>, Tensor<f32, N, D>) {
    (
        x.allclose(y, atol = 1e-3),
        x.isclose(y, equal_nan = true),
        x.float32(),
    )
}

fn main() -> eagerpy::Result<()> {
    assert_eq!(activations(&array![1.0, 2.0], 0.1)?.len(), 2);
    let (m, odd, _) = bits(&array![3_i64, 12], &array![1_i64])?;
    assert_eq!((m, odd), (array![2, 4], array![false, false]));
    let (all, _, narrow) = near(&array![[1.0, 2.0]], &array![1.0, 2.0])?;
    assert!(all.into_scalar());
    assert_eq!(narrow, array![[1.0_f32, 2.0]]);
    Ok(())
}
