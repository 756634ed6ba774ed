//! Element by element.

use super::{Out, pair};
use crate::args::Operand;
use crate::backend::Backend;
use crate::element::Float;

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
