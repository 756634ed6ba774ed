//! Element by element.

use super::{Out, Part, pair};
use crate::args::Operand;
use crate::backend::Backend;
use crate::element::{Element, Float, Numeric};
use crate::error::{Error, Result};
use crate::num::Num;
use crate::ops::front::limited;
use crate::scalar;

/// √(x² + y²) as m·√(1 + (n/m)²) with m the larger size and n the smaller one, so that no square overflows; an infinity
/// on either side is the result, even beside NaN (IEEE 754-2019, 9.2.1).
pub fn hypot<B: Backend, E: Float>(x: Operand<'_, B, E>, y: Operand<'_, B, E>) -> Out<B, E> {
    let (x, y) = pair(x, y)?;
    let (x, y) = (x.abs()?, y.abs()?);
    let (large, small) = (x.max_of(&y)?, x.min_of(&y)?);
    let ratio = small.div(&large)?;
    let length = large.mul(&ratio.square()?.add(1.0)?.sqrt()?)?;
    // 0/0 and ∞/∞ are no ratios.
    let length = large.eq(0.0)?.choose(0.0, &length)?;
    let infinite = x.eq(f64::INFINITY)?.or(&y.eq(f64::INFINITY)?)?;
    Ok(infinite.choose(f64::INFINITY, &length)?.0)
}

/// 0 below 0, 1 above it, and at 0 the value given.
pub fn heaviside<B: Backend, E: Float>(
    x: Operand<'_, B, E>,
    values: Operand<'_, B, E>,
) -> Out<B, E> {
    let (x, values) = pair(x, values)?;
    let side = x.gt(0.0)?.cast_like(&x)?;
    let side = x.isnan()?.choose(f64::NAN, &side)?;
    Ok(x.eq(0.0)?.choose(&values, &side)?.0)
}

/// |x - y| ≤ atol + rtol·|y| of what is finite; infinities are close to themselves.
pub fn isclose<B: Backend, E: Float>(
    x: B::View<'_, E>,
    y: Operand<'_, B, E>,
    rtol: Num,
    atol: Num,
    equal_nan: bool,
) -> Out<B, bool> {
    let x = Part::<B, E>::of(x)?;
    let y = Part::from_operand(y, &x)?;
    let bound = y.abs()?.mul(rtol)?.add(atol)?;
    let near = x.sub(&y)?.abs()?.le(&bound)?;
    // Beside an infinity every distance is within an infinite bound.
    let finite = y.abs()?.lt(f64::INFINITY)?;
    let close = x.eq(&y)?.or(&near.and(&finite)?)?;
    if !equal_nan {
        return Ok(close.0);
    }
    let both = x.isnan()?.and(&y.isnan()?)?;
    Ok(close.or(&both)?.0)
}

/// Are all elements close?
pub fn allclose<B: Backend, E: Float>(
    x: B::View<'_, E>,
    y: Operand<'_, B, E>,
    rtol: Num,
    atol: Num,
    equal_nan: bool,
) -> Out<B, bool> {
    let close: Part<'static, B, bool> = Part(B::isclose::<E>(x, y, rtol, atol, equal_nan)?);
    let axes: Vec<usize> = (0..close.shape().len()).collect();
    Ok(close.all(&axes, false)?.0)
}

/// One shape, and equal elements?
pub fn array_equal<B: Backend, E: Element>(x: B::View<'_, E>, y: B::View<'_, E>) -> Out<B, bool> {
    let (x, y) = (Part::<B, E>::of(x)?, Part::<B, E>::of(y)?);
    if x.shape() != y.shape() {
        return B::full::<bool>(&B::place::<E>(&x.view()), &[], Num::Bool(false));
    }
    let axes: Vec<usize> = (0..x.shape().len()).collect();
    Ok(x.eq(&y)?.all(&axes, false)?.0)
}

/// The element itself.
pub fn positive<B: Backend, E: Numeric>(x: B::View<'_, E>) -> Out<B, E> {
    B::copy::<E>(x)
}

/// x·π / 180.
pub fn deg2rad<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    Ok(Part::<B, E>::of(x)?.mul(std::f64::consts::PI / 180.0)?.0)
}

/// x·180 / π.
pub fn rad2deg<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    Ok(Part::<B, E>::of(x)?.mul(180.0 / std::f64::consts::PI)?.0)
}

/// -log(1 + e⁻ˣ).
pub fn log_sigmoid<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    Ok(Part::<B, E>::of(x)?.negative()?.softplus()?.negative()?.0)
}

/// relu6(x + 3) / 6.
pub fn hard_sigmoid<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    let six: Part<'static, B, E> = Part(B::relu6::<E>(Part::<B, E>::of(x)?.add(3.0)?.view())?);
    Ok(six.div(6.0)?.0)
}

/// x·hard_sigmoid(x).
pub fn hard_swish<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let share: Part<'static, B, E> = Part(B::hard_sigmoid::<E>(x.view())?);
    Ok(x.mul(&share)?.0)
}

/// min(max(x, 0), 6).
pub fn relu6<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    B::hard_tanh::<E>(x, Num::Float(0.0), Num::Float(6.0))
}

/// By selection, so that NaN stays and nothing goes through the bounds.
pub fn hard_tanh<B: Backend, E: Float>(x: B::View<'_, E>, min: Num, max: Num) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let below = x.ge(max)?.choose(max, &x)?;
    Ok(x.le(min)?.choose(min, &below)?.0)
}

/// x above the threshold, else `value`.
pub fn threshold<B: Backend, E: Float>(x: B::View<'_, E>, threshold: Num, value: Num) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    Ok(x.le(threshold)?.choose(value, &x)?.0)
}

/// x, and below 0 slope·x.
pub fn leaky_relu<B: Backend, E: Float>(x: B::View<'_, E>, negative_slope: Num) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    Ok(x.le(0.0)?.choose(&x.mul(negative_slope)?, &x)?.0)
}

/// x, and below 0 alpha·(eˣ - 1). What is not below 0 never gets into the exponent: its infinity would make NaN of the
/// gradient.
pub fn elu<B: Backend, E: Float>(x: B::View<'_, E>, alpha: Num) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let tail = x.clip(None, Some(Num::Float(0.0)))?.expm1()?.mul(alpha)?;
    Ok(x.gt(0.0)?.choose(&x, &tail)?.0)
}

/// λ·elu(x, α).
pub fn selu<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    let elu: Part<'static, B, E> = Part(B::elu::<E>(x, Num::Float(scalar::SELU_ALPHA))?);
    Ok(elu.mul(scalar::SELU_SCALE)?.0)
}

/// x, and below 0 alpha·(e^(x / alpha) - 1).
pub fn celu<B: Backend, E: Float>(x: B::View<'_, E>, alpha: Num) -> Out<B, E> {
    let scale = alpha.to_f64();
    if scale == 0.0 {
        return Err(Error::value("`alpha` is 0, and x is divided by it"));
    }
    let x = Part::<B, E>::of(x)?;
    let tail = x.clip(None, Some(Num::Float(0.0)))?.div(scale)?;
    let tail = tail.expm1()?.mul(scale)?;
    Ok(x.gt(0.0)?.choose(&x, &tail)?.0)
}

/// x / (1 + |x|).
pub fn softsign<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    Ok(x.div(&x.abs()?.add(1.0)?)?.0)
}

/// x·sigmoid(x).
pub fn silu<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    Ok(x.mul(&x.sigmoid()?)?.0)
}

/// x·tanh(softplus(x)).
pub fn mish<B: Backend, E: Float>(x: B::View<'_, E>) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    Ok(x.mul(&x.softplus()?.tanh()?)?.0)
}

/// What stands for NaN and the infinities.
pub fn nan_to_num<B: Backend, E: Float>(
    x: B::View<'_, E>,
    nan: Num,
    posinf: Option<Num>,
    neginf: Option<Num>,
) -> Out<B, E> {
    let largest = scalar::largest(B::dtype::<E>(&x));
    let x = Part::<B, E>::of(x)?;
    let known = x.isnan()?.choose(nan, &x)?;
    let posinf = posinf.unwrap_or(Num::Float(largest));
    let known = x.eq(f64::INFINITY)?.choose(posinf, &known)?;
    let neginf = neginf.unwrap_or(Num::Float(-largest));
    Ok(x.eq(f64::NEG_INFINITY)?.choose(neginf, &known)?.0)
}

/// Within bounds of which one is a tensor: by selection, so that the gradient at a bound goes to `x`.
pub fn clip_between<B: Backend, E: Numeric>(
    x: B::View<'_, E>,
    min: Option<Operand<'_, B, E>>,
    max: Option<Operand<'_, B, E>>,
) -> Out<B, E> {
    let mut out = B::copy::<E>(x).map(Part)?;
    if let Some(min) = min {
        let below = B::less::<E>(Operand::from(&out), min.clone()).map(Part)?;
        out = bounded(&out, min, below)?;
    }
    if let Some(max) = max {
        let above = B::greater::<E>(Operand::from(&out), max.clone()).map(Part)?;
        out = bounded(&out, max, above)?;
    }
    Ok(out.0)
}

/// `x`, or the bound where `x` is beyond it or the bound is NaN.
fn bounded<B: Backend, E: Numeric>(
    x: &Part<'static, B, E>,
    bound: Operand<'_, B, E>,
    beyond: Part<'static, B, bool>,
) -> Result<Part<'static, B, E>> {
    match bound {
        Operand::Num(number) => beyond.choose(number, x),
        Operand::Tensor(bound) => {
            let bound = Part::<B, E>::of(bound)?;
            beyond.or(&bound.isnan()?)?.choose(&bound, x)
        }
    }
}

/// Not below a bound.
pub fn clamp_min<B: Backend, E: Numeric>(x: B::View<'_, E>, min: Operand<'_, B, E>) -> Out<B, E> {
    match min {
        Operand::Num(min) => {
            let min = limited(min, B::dtype::<E>(&x));
            B::clip::<E>(x, Some(min), None)
        }
        min => B::clip_between::<E>(x, Some(min), None),
    }
}

/// Not above a bound.
pub fn clamp_max<B: Backend, E: Numeric>(x: B::View<'_, E>, max: Operand<'_, B, E>) -> Out<B, E> {
    match max {
        Operand::Num(max) => {
            let max = limited(max, B::dtype::<E>(&x));
            B::clip::<E>(x, None, Some(max))
        }
        max => B::clip_between::<E>(x, None, Some(max)),
    }
}

/// x + weight·(end - x), or from `end` backwards, by the nearer end.
pub fn lerp<B: Backend, E: Float>(
    x: B::View<'_, E>,
    end: Operand<'_, B, E>,
    weight: Operand<'_, B, E>,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let end = Part::from_operand(end, &x)?;
    let way = end.sub(&x)?;
    if let Operand::Num(weight) = weight {
        let weight = weight.to_f64();
        return Ok(if weight.abs() < 0.5 {
            x.add(&way.mul(weight)?)?.0
        } else {
            end.sub(&way.mul(1.0 - weight)?)?.0
        });
    }
    let weight = Part::from_operand(weight, &x)?;
    let forwards = x.add(&way.mul(&weight)?)?;
    let backwards = end.sub(&way.mul(&weight.negative()?.add(1.0)?)?)?;
    let near = weight.abs()?.lt(0.5)?;
    Ok(near.choose(&forwards, &backwards)?.0)
}

/// Other than 0.
pub fn bool<B: Backend, E: Element>(x: B::View<'_, E>) -> Out<B, bool> {
    B::astype::<E, bool>(x)
}

/// As `f32`.
pub fn float32<B: Backend, E: Element>(x: B::View<'_, E>) -> Out<B, f32> {
    B::astype::<E, f32>(x)
}

/// As `f64`.
pub fn float64<B: Backend, E: Element>(x: B::View<'_, E>) -> Out<B, f64> {
    B::astype::<E, f64>(x)
}
