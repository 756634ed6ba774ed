//! Over axes.

use super::{Out, Part};
use crate::backend::Backend;
use crate::element::{Element, Float, Numeric};
use crate::error::Result;
use crate::num::Num;

/// The number of elements other than 0.
pub fn count_nonzero<B: Backend, E: Element>(
    x: B::View<'_, E>,
    axes: &[usize],
    keepdims: bool,
) -> Out<B, i64> {
    let truth = Part::<B, E>::of(x)?.astype::<bool>()?.astype::<i64>()?;
    B::sum::<i64>(truth.view(), axes, keepdims)
        .and_then(|count| B::astype::<_, i64>(B::borrow(&count)))
}

/// max x - min x.
pub fn ptp<B: Backend, E: Numeric>(x: B::View<'_, E>, axes: &[usize], keepdims: bool) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let least = x.min(axes, keepdims)?;
    Ok(x.max(axes, keepdims)?.sub(&least)?.0)
}

/// The root of the variance.
pub fn std<B: Backend, E: Float>(
    x: B::View<'_, E>,
    axes: &[usize],
    correction: Num,
    keepdims: bool,
) -> Out<B, E> {
    let var = B::var::<E>(x, axes, correction, keepdims)?;
    B::sqrt::<E>(B::borrow(&var))
}

/// Σx without NaN.
pub fn nansum<B: Backend, E: Float>(
    x: B::View<'_, E>,
    axes: &[usize],
    keepdims: bool,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    Ok(x.isnan()?.choose(0.0, &x)?.sum(axes, keepdims)?.0)
}

/// Σx / n without NaN.
pub fn nanmean<B: Backend, E: Float>(
    x: B::View<'_, E>,
    axes: &[usize],
    keepdims: bool,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    if x.is_half() {
        let wide = x.astype::<f32>()?;
        return Ok(mean_of_known(&wide, axes, keepdims)?.cast_like(&x)?.0);
    }
    Ok(mean_of_known(&x, axes, keepdims)?.0)
}

fn mean_of_known<B: Backend, E: Float>(
    x: &Part<'_, B, E>,
    axes: &[usize],
    keepdims: bool,
) -> Result<Part<'static, B, E>> {
    let nan = x.isnan()?;
    let total = nan.choose(0.0, x)?.sum(axes, keepdims)?;
    let known = nan.not()?;
    let count = B::sum::<bool>(known.view(), axes, keepdims).map(Part::<B, i64>)?;
    total.div(&count.cast_like(&total)?)
}

/// min x without NaN.
pub fn nanmin<B: Backend, E: Float>(
    x: B::View<'_, E>,
    axes: &[usize],
    keepdims: bool,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let nan = x.isnan()?;
    let least = nan.choose(f64::INFINITY, &x)?.min(axes, keepdims)?;
    Ok(nan.all(axes, keepdims)?.choose(f64::NAN, &least)?.0)
}

/// max x without NaN.
pub fn nanmax<B: Backend, E: Float>(
    x: B::View<'_, E>,
    axes: &[usize],
    keepdims: bool,
) -> Out<B, E> {
    let x = Part::<B, E>::of(x)?;
    let nan = x.isnan()?;
    let most = nan.choose(f64::NEG_INFINITY, &x)?.max(axes, keepdims)?;
    Ok(nan.all(axes, keepdims)?.choose(f64::NAN, &most)?.0)
}
