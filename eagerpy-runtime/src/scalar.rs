//! Functions of one or two numbers that the element types do not have: floats in `f64`, integers in `i64`.
//!
//! Backends whose kernels are loops call them. A narrower float goes through `f64` ([`wide`]), whose result is rounded
//! once; integers of all types fit `i64`, and what is cut from the result is what their own arithmetic would lose.

use std::f64::consts::{LN_2, LOG2_E, PI};

use crate::dtype::DType;
use crate::element::{Element, Float, Int};
use crate::error::{Error, Result};
use crate::num::Num;

/// A function of floats, worked out in `f64`.
#[inline]
pub fn wide<E: Float>(x: E, f: impl Fn(f64) -> f64) -> E {
    E::from_f64(f(x.to_f64()))
}

/// A function of two floats, worked out in `f64`.
#[inline]
pub fn wide_pair<E: Float>(x: E, y: E, f: impl Fn(f64, f64) -> f64) -> E {
    E::from_f64(f(x.to_f64(), y.to_f64()))
}

/// Is it a float of 16 bits, whose own arithmetic is too coarse for functions of several steps?
#[inline]
fn is_narrow<E: Float>() -> bool {
    matches!(E::DTYPE, Some(DType::F16 | DType::BF16))
}

/// A function of an integer, worked out in `i64`; bits that the type lacks are cut.
#[inline]
pub fn long<E: Int>(x: E, f: impl Fn(i64) -> i64) -> E {
    E::from_num(Num::Int(f(x.to_i64())))
}

/// A function of two integers, worked out in `i64`; bits that the type lacks are cut.
#[inline]
pub fn long_pair<E: Int>(x: E, y: E, f: impl Fn(i64, i64) -> i64) -> E {
    E::from_num(Num::Int(f(x.to_i64(), y.to_i64())))
}

/// The smaller one; NaN if either is. Rust's `f32::min` drops NaN. Without a branch, so that loops become vectors.
#[inline(always)]
pub fn smaller<E: Element>(a: E, b: E) -> E {
    if a.is_nan() | (a < b) { a } else { b }
}

/// The larger one; NaN if either is. Rust's `f32::max` drops NaN. Without a branch, so that loops become vectors.
#[inline(always)]
pub fn larger<E: Element>(a: E, b: E) -> E {
    if a.is_nan() | (a > b) { a } else { b }
}

/// Inverse hyperbolic sine.
pub fn asinh(x: f64) -> f64 {
    libm::asinh(x)
}

/// Inverse hyperbolic cosine; NaN below 1.
pub fn acosh(x: f64) -> f64 {
    // The standard library's overflows for large numbers and loses digits near 1.
    libm::acosh(x)
}

/// Inverse hyperbolic tangent; NaN beyond ±1.
pub fn atanh(x: f64) -> f64 {
    libm::atanh(x)
}

/// Error function.
pub fn erf(x: f64) -> f64 {
    libm::erf(x)
}

/// 1 - erf(x), exact for large x.
pub fn erfc(x: f64) -> f64 {
    libm::erfc(x)
}

/// 1 / (1 + e⁻ˣ).
pub fn sigmoid(x: f64) -> f64 {
    let small = (-x.abs()).exp();
    (if x < 0.0 { small } else { 1.0 }) / (1.0 + small)
}

/// log(1 + eˣ).
pub fn softplus(x: f64) -> f64 {
    // Not `max`, which drops NaN.
    let large = if x < 0.0 { 0.0 } else { x };
    large + (-x.abs()).exp().ln_1p()
}

/// x·sigmoid(x), as x / (1 + e⁻ˣ) in the type itself: what overflows there gives 0.
pub fn silu<E: Float>(x: E) -> E {
    if is_narrow::<E>() {
        return wide(x, silu::<f64>);
    }
    x / (E::one() + x.wrapping_neg().exp())
}

/// x·tanh(log(1 + eˣ)).
pub fn mish(x: f64) -> f64 {
    x * softplus(x).tanh()
}

/// log(x / (1 - x)).
pub fn logit(x: f64) -> f64 {
    // Near ½ the quotient is near 1, and its logarithm loses digits.
    if (0.25..=0.75).contains(&x) {
        let twice = 2.0 * (x - 0.5);
        return twice.ln_1p() - (-twice).ln_1p();
    }
    (x / (1.0 - x)).ln()
}

/// sin(πx) / (πx), and 1 at 0.
pub fn sinc(x: f64) -> f64 {
    let angle = PI * x;
    if angle == 0.0 {
        1.0
    } else {
        angle.sin() / angle
    }
}

/// x, and below 0 slope·x.
pub fn leaky_relu(x: f64, slope: f64) -> f64 {
    if x < 0.0 { slope * x } else { x }
}

/// x, and below 0 alpha·(eˣ - 1).
pub fn elu(x: f64, alpha: f64) -> f64 {
    if x <= 0.0 { alpha * x.exp_m1() } else { x }
}

/// α of the scaled exponential linear unit (Klambauer et al. 2017, arXiv 1706.02515).
pub const SELU_ALPHA: f64 = 1.673_263_242_354_377_2;
/// λ of the scaled exponential linear unit.
pub const SELU_SCALE: f64 = 1.050_700_987_355_480_5;

/// The number within bounds, with the bounds for what is not inside.
pub fn hard_tanh(x: f64, min: f64, max: f64) -> f64 {
    if x <= min {
        min
    } else if x >= max {
        max
    } else {
        x
    }
}

/// The number, or what stands for NaN and the infinities.
pub fn nan_to_num(x: f64, nan: f64, posinf: f64, neginf: f64) -> f64 {
    if x.is_nan() {
        nan
    } else if x == f64::INFINITY {
        posinf
    } else if x == f64::NEG_INFINITY {
        neginf
    } else {
        x
    }
}

/// 0 below 0, 1 above it, and at 0 the value given.
pub fn heaviside(x: f64, value: f64) -> f64 {
    if x == 0.0 {
        value
    } else if x.is_nan() {
        x
    } else if x < 0.0 {
        0.0
    } else {
        1.0
    }
}

/// log(eˣ + eʸ), without overflow.
pub fn logaddexp<E: Float>(x: E, y: E) -> E {
    if is_narrow::<E>() {
        return wide_pair(x, y, logaddexp::<f64>);
    }
    if x == y {
        // Two infinities have no difference.
        return x + E::from_f64(LN_2);
    }
    let large = if x < y { y } else { x };
    large + (x - y).absolute().wrapping_neg().exp().ln_1p()
}

/// log2(2ˣ + 2ʸ), without overflow.
pub fn logaddexp2<E: Float>(x: E, y: E) -> E {
    if is_narrow::<E>() {
        return wide_pair(x, y, logaddexp2::<f64>);
    }
    if x == y {
        return x + E::one();
    }
    let large = if x < y { y } else { x };
    let distance = (x - y).absolute().to_f64();
    large + E::from_f64((-distance).exp2().ln_1p() * LOG2_E)
}

/// x·log(y), and 0 where x is 0 and y is not NaN.
pub fn xlogy(x: f64, y: f64) -> f64 {
    if x == 0.0 && !y.is_nan() {
        0.0
    } else {
        x * y.ln()
    }
}

/// Are two numbers close? As NumPy's `isclose`, measured by the second.
pub fn isclose(x: f64, y: f64, rtol: f64, atol: f64, equal_nan: bool) -> bool {
    if x.is_nan() || y.is_nan() {
        return equal_nan && x.is_nan() && y.is_nan();
    }
    // Infinities are close to themselves only: their distances are no numbers, or no bounds.
    x == y || (y.is_finite() && (x - y).abs() <= atol + rtol * y.abs())
}

/// The next number of the type `E` after `x` in the direction of `y`.
pub fn nextafter<E: Float>(x: E, y: E) -> E {
    let (from, to) = (x.to_f64(), y.to_f64());
    if from.is_nan() || to.is_nan() {
        return E::from_f64(f64::NAN);
    }
    if from == to {
        return y;
    }
    // Bits of the significand, the least exponent, and the largest number.
    let (digits, least, largest) = match E::DTYPE {
        Some(DType::F16) => (11, -14, 65504.0),
        Some(DType::BF16) => (8, -126, 3.389_531_389_251_535_5e38),
        Some(DType::F32) => (24, -126, f64::from(f32::MAX)),
        _ => {
            let next = if to > from {
                from.next_up()
            } else {
                from.next_down()
            };
            return E::from_f64(next);
        }
    };
    E::from_f64(neighbour(from, to > from, digits, least, largest))
}

/// The number above or below one of a type that is narrower than `f64`, in which all its steps are exact.
fn neighbour(x: f64, up: bool, digits: i32, least: i32, largest: f64) -> f64 {
    let sign = if x == 0.0 {
        if up { 1.0 } else { -1.0 }
    } else {
        x.signum()
    };
    let size = x.abs();
    let outwards = (sign > 0.0) == up;
    if size.is_infinite() {
        return sign * largest;
    }
    // Numbers of narrower types are normal ones of `f64`, whose exponent is in these bits.
    let exponent = if size == 0.0 {
        least
    } else {
        (i32::try_from(size.to_bits() >> 52).unwrap_or(0) - 1023).max(least)
    };
    let step = power_of_two(exponent - digits + 1);
    if outwards {
        let next = size + step;
        return sign * if next > largest { f64::INFINITY } else { next };
    }
    // Below a power of two numbers stand twice as close.
    let boundary = size == power_of_two(exponent) && exponent > least;
    sign * (size - if boundary { step / 2.0 } else { step })
}

/// 2ⁿ, for n within the normal exponents of `f64`.
fn power_of_two(n: i32) -> f64 {
    f64::from_bits(u64::try_from(n + 1023).unwrap_or(0) << 52)
}

/// A number of places to shift by: that of all bits for more.
///
/// # Errors
/// [`Value`](crate::ErrorKind::Value) if it is negative.
pub fn places(n: Num) -> Result<Num> {
    match n.to_i64() {
        n if n < 0 => Err(Error::value(format!("an int shifted by {n}"))),
        n => Ok(Num::Int(n.min(64))),
    }
}

/// x·2ⁿ modulo the width: 0 where all bits go. A negative n is the caller's to refuse.
#[inline]
pub fn left_shift(x: i64, n: i64) -> i64 {
    match u32::try_from(n) {
        Ok(n) => x.checked_shl(n).unwrap_or(0),
        Err(_) => 0,
    }
}

/// ⌊x / 2ⁿ⌋. A negative n is the caller's to refuse.
#[inline]
pub fn right_shift(x: i64, n: i64) -> i64 {
    let n = u32::try_from(n).unwrap_or(u32::MAX);
    x >> n.min(63)
}

/// The remainder with the sign of the dividend. A divisor of 0 is the caller's to refuse.
#[inline]
pub fn int_fmod(x: i64, y: i64) -> i64 {
    x.checked_rem(y).unwrap_or(0)
}

/// The greatest common divisor, not negative but where it wraps; that of two zeros is 0.
pub fn gcd(x: i64, y: i64) -> i64 {
    let (mut a, mut b) = (x.unsigned_abs(), y.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.cast_signed()
}

/// The least common multiple, which wraps; 0 beside 0.
pub fn lcm(x: i64, y: i64) -> i64 {
    let (a, b) = (x.unsigned_abs(), y.unsigned_abs());
    match gcd(x, y).cast_unsigned() {
        0 => 0,
        divisor => (a / divisor).wrapping_mul(b).cast_signed(),
    }
}

/// The largest finite number of a float type, `f64` where it is not known.
pub fn largest(dtype: Option<DType>) -> f64 {
    match dtype {
        Some(DType::F16) => 65504.0,
        Some(DType::BF16) => 3.389_531_389_251_535_5e38,
        Some(DType::F32) => f64::from(f32::MAX),
        _ => f64::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_f32_are_those_of_its_own_steps() {
        let cases = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            1.5,
            f32::MAX,
            f32::MIN,
            f32::MIN_POSITIVE,
            -f32::MIN_POSITIVE,
            1e-45,
            -1e-45,
            2e-40,
            f32::INFINITY,
            f32::NEG_INFINITY,
            std::f32::consts::PI,
        ];
        for x in cases {
            if x < f32::INFINITY {
                assert_eq!(nextafter(x, f32::INFINITY), x.next_up(), "above {x}");
            }
            if x > f32::NEG_INFINITY {
                assert_eq!(nextafter(x, f32::NEG_INFINITY), x.next_down(), "below {x}");
            }
        }
        assert!(nextafter(f32::NAN, 1.0).is_nan());
        assert!(nextafter(0.0_f32, -0.0).is_sign_negative());
    }

    #[test]
    fn neighbours_of_narrow_types() {
        // Of 16 bits: a step of 1 is 2⁻¹⁰, below 1 half of it; the least number is 2⁻²⁴.
        assert_eq!(neighbour(1.0, true, 11, -14, 65504.0), 1.0 + 1.0 / 1024.0);
        assert_eq!(neighbour(1.0, false, 11, -14, 65504.0), 1.0 - 1.0 / 2048.0);
        assert_eq!(
            neighbour(0.0, false, 11, -14, 65504.0),
            -(2.0_f64.powi(-24))
        );
        assert_eq!(neighbour(65504.0, true, 11, -14, 65504.0), f64::INFINITY);
        assert_eq!(neighbour(f64::INFINITY, false, 11, -14, 65504.0), 65504.0);
    }

    #[test]
    fn shifts_by_the_width_or_more() {
        assert_eq!(long_pair(1_i32, 31, left_shift), i32::MIN);
        assert_eq!(long_pair(-1_i32, 32, left_shift), 0);
        assert_eq!(long_pair(3_i32, 62, left_shift), 0);
        assert_eq!(long_pair(200_u8, 1, left_shift), 144);
        assert_eq!(left_shift(1, 64), 0);
        assert_eq!(right_shift(-5, 64), -1);
        assert_eq!(right_shift(i64::MAX, 200), 0);
    }

    #[test]
    fn divisors_wrap_as_their_type_does() {
        assert_eq!(gcd(i64::MIN, 0), i64::MIN);
        assert_eq!(gcd(-12, 18), 6);
        assert_eq!(long_pair(i32::MIN, 0, gcd), i32::MIN);
        assert_eq!(lcm(4, -6), 12);
        assert_eq!(lcm(0, 0), 0);
        assert_eq!(int_fmod(i64::MIN, -1), 0);
        assert_eq!(int_fmod(-7, 2), -1);
    }
}
