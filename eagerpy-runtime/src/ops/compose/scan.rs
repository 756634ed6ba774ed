//! Running results, differences and counts.

use super::{Out, Part, joined};
use crate::args::Operand;
use crate::backend::Backend;
use crate::element::{Element, Float, Int, Numeric};
use crate::error::Result;
use crate::num::Num;

/// Running results by doubling (Hillis and Steele 1986): after the step of 2ᵏ, each is joined of 2ᵏ⁺¹ elements.
fn doubled<B: Backend, E: Element>(
    x: Part<'static, B, E>,
    axis: usize,
    join: impl Fn(&Part<'_, B, E>, &Part<'_, B, E>) -> Result<Part<'static, B, E>>,
) -> Out<B, E> {
    let n = x.dim(axis);
    let mut y = x;
    let mut step = 1;
    while step < n {
        let start = Part(y.narrow(axis, 0, step)?.copied()?);
        let rest = join(
            &y.narrow(axis, 0, n - step)?,
            &y.narrow(axis, step, n - step)?,
        )?;
        y = joined(&[start, rest], axis)?;
        step *= 2;
    }
    Ok(y.0)
}

/// Σxⱼ. A sum over no axis is the element, in the type of sums.
pub fn cumsum<B: Backend, E: Element>(x: B::View<'_, E>, axis: usize) -> Out<B, E::Sum> {
    let x = B::sum::<E>(x, &[], false).map(Part)?;
    doubled::<B, E::Sum>(x, axis, |a, b| a.add(b))
}

/// Πxⱼ.
pub fn cumprod<B: Backend, E: Element>(x: B::View<'_, E>, axis: usize) -> Out<B, E::Sum> {
    let x = B::prod::<E>(x, &[], false).map(Part)?;
    doubled::<B, E::Sum>(x, axis, |a, b| a.mul(b))
}

/// max xⱼ.
pub fn cummax<B: Backend, E: Element>(x: B::View<'_, E>, axis: usize) -> Out<B, E> {
    doubled::<B, E>(Part(B::copy::<E>(x)?), axis, |a, b| a.max_of(b))
}

/// min xⱼ.
pub fn cummin<B: Backend, E: Element>(x: B::View<'_, E>, axis: usize) -> Out<B, E> {
    doubled::<B, E>(Part(B::copy::<E>(x)?), axis, |a, b| a.min_of(b))
}

/// log Σ e^xⱼ.
pub fn logcumsumexp<B: Backend, E: Float>(x: B::View<'_, E>, axis: usize) -> Out<B, E> {
    doubled::<B, E>(Part(B::copy::<E>(x)?), axis, |a, b| {
        let most = a.max_of(b)?;
        let known = most.isfinite()?;
        // The difference of two infinities is no number, and has no slope.
        let less = known.choose(&a.sub(b)?.abs()?.negative()?, 0.0)?;
        let sum = most.add(&less.exp()?.log1p()?)?;
        known.choose(&sum, &most)
    })
}

/// Differences of neighbours, `n` times over.
pub fn diff<B: Backend, E: Numeric>(x: B::View<'_, E>, n: usize, axis: usize) -> Out<B, E> {
    let mut out: Part<'static, B, E> = Part(B::copy::<E>(x)?);
    for _ in 0..n.min(out.dim(axis)) {
        let rest = out.dim(axis).saturating_sub(1);
        let (later, before) = (out.narrow(axis, 1, rest)?, out.narrow(axis, 0, rest)?);
        let change = later.sub(&before)?;
        drop((later, before));
        out = change;
    }
    Ok(out.0)
}

/// Counts, or sums of weights: a column for each number, with the weight where the number is the column's.
pub fn bincount<B: Backend, I: Int, W: Numeric + Element<Sum = W>>(
    x: B::View<'_, I>,
    weights: Option<B::View<'_, W>>,
    len: usize,
) -> Out<B, W> {
    let x = Part::<B, I>::of(x)?;
    let place = B::place::<I>(&x.view());
    let columns = B::one_hot::<I, bool>(x.view(), len, &place).map(Part::<B, bool>)?;
    let weights = match weights {
        Some(weights) => Part(B::copy::<W>(weights)?),
        None => Part::<B, W>(B::full::<W>(&place, &[x.dim(0)], Num::Int(1))?),
    };
    let column = weights.expand_dims(&[1])?;
    let placed = columns.choose::<W>(Operand::Tensor(column.view()), Operand::Num(Num::Int(0)))?;
    B::sum::<W>(placed.view(), &[0], false)
}
