//! Scalar functions that the element types do not have. Those of several steps are called with wide floats.

use eagerpy_runtime::scalar::larger;
use eagerpy_runtime::{Float, Numeric};

/// max(x, 0); NaN for NaN.
#[inline]
pub(super) fn relu<E: Numeric>(x: E) -> E {
    larger(x, E::zero())
}

/// 1 / √x.
#[inline]
pub(super) fn rsqrt<E: Float>(x: E) -> E {
    E::one() / x.sqrt()
}

/// 1 / (1 + e⁻ˣ). The exponent is never positive, so nothing overflows.
#[inline]
pub(super) fn sigmoid<E: Float>(x: E) -> E {
    let small = x.absolute().wrapping_neg().exp();
    let top = if x < E::zero() { small } else { E::one() };
    top / (E::one() + small)
}

/// log(1 + eˣ), without overflow.
#[inline]
pub(super) fn softplus<E: Float>(x: E) -> E {
    relu(x) + x.absolute().wrapping_neg().exp().ln_1p()
}

/// ½x(1 + erf(x/√2)).
#[inline]
pub(super) fn gelu<E: Float>(x: E) -> E {
    let half = E::from_f64(0.5);
    half * x * (E::one() + (x * E::from_f64(std::f64::consts::FRAC_1_SQRT_2)).erf())
}

/// ½x(1 + tanh(√(2/π)(x + 0.044715x³))).
#[inline]
pub(super) fn gelu_tanh<E: Float>(x: E) -> E {
    let scale = E::from_f64(std::f64::consts::FRAC_2_SQRT_PI * std::f64::consts::FRAC_1_SQRT_2);
    let inner = scale * (x + E::from_f64(0.044715) * x * x * x);
    E::from_f64(0.5) * x * (E::one() + inner.tanh())
}
