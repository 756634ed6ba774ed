//! Losses.

use super::nn::total;
use super::{Out, Part};
use crate::backend::Backend;
use crate::element::{Float, Int};
use crate::error::{Error, Result};
use crate::num::Num;
use crate::ops::fits::Classes;
use crate::shape::{self, Shape};

type Owned<B, E> = Part<'static, B, E>;

/// All losses, their mean or their sum.
pub fn reduced<B: Backend, E: Float>(losses: Owned<B, E>, reduction: &str) -> Out<B, E> {
    let axes: Shape = (0..losses.shape().len()).collect();
    match reduction {
        "none" => Ok(losses.0),
        "sum" => Ok(total(&losses, &axes, false)?.0),
        _ => Ok(losses.mean(&axes, false)?.0),
    }
}

fn apart<B: Backend, E: Float>(x: B::View<'_, E>, target: B::View<'_, E>) -> Result<Owned<B, E>> {
    Part::<B, E>::of(x)?.sub(&Part::<B, E>::of(target)?)
}

/// (x - y)².
pub fn mse<B: Backend, E: Float>(
    x: B::View<'_, E>,
    target: B::View<'_, E>,
    reduction: &str,
) -> Out<B, E> {
    reduced(apart::<B, E>(x, target)?.square()?, reduction)
}

/// |x - y|.
pub fn l1<B: Backend, E: Float>(
    x: B::View<'_, E>,
    target: B::View<'_, E>,
    reduction: &str,
) -> Out<B, E> {
    reduced(apart::<B, E>(x, target)?.abs()?, reduction)
}

/// ½d² up to `delta`, a line beyond: c·(d - ½c) with c the lesser of d and delta, one formula without a choice, so that
/// its derivative has no 0·∞.
fn bent<B: Backend, E: Float>(
    x: B::View<'_, E>,
    target: B::View<'_, E>,
    delta: f64,
) -> Result<Owned<B, E>> {
    let size = apart::<B, E>(x, target)?.abs()?;
    let low = size.clip(None, Some(Num::Float(delta)))?;
    low.mul(&size.sub(&low.mul(0.5)?)?)
}

/// Squared near 0, linear beyond `delta`.
pub fn huber<B: Backend, E: Float>(
    x: B::View<'_, E>,
    target: B::View<'_, E>,
    delta: Num,
    reduction: &str,
) -> Out<B, E> {
    let delta = delta.to_f64();
    if delta.is_nan() || delta <= 0.0 {
        return Err(Error::value(format!("`delta` is above 0, not {delta}")));
    }
    reduced(bent::<B, E>(x, target, delta)?, reduction)
}

/// The Huber loss over `beta`; without a bend for 0.
pub fn smooth_l1<B: Backend, E: Float>(
    x: B::View<'_, E>,
    target: B::View<'_, E>,
    beta: Num,
    reduction: &str,
) -> Out<B, E> {
    let beta = beta.to_f64();
    if beta.is_nan() || beta < 0.0 {
        return Err(Error::value(format!("`beta` is not below 0, as {beta} is")));
    }
    if beta == 0.0 {
        return l1::<B, E>(x, target, reduction);
    }
    reduced(bent::<B, E>(x, target, beta)?.div(beta)?, reduction)
}

/// t·log(1 + e⁻ˣ) + (1 - t)·log(1 + eˣ): no part is below 0, so that nothing cancels in the tails, and the derivative
/// is σ(x) - t at 0 as well.
pub fn binary_crossentropy_with_logits<B: Backend, E: Float>(
    x: B::View<'_, E>,
    target: B::View<'_, E>,
    reduction: &str,
) -> Out<B, E> {
    let (x, t) = (Part::<B, E>::of(x)?, Part::<B, E>::of(target)?);
    let yes = t.mul(&x.negative()?.softplus()?)?;
    let no = t.negative()?.add(1.0)?.mul(&x.softplus()?)?;
    reduced(yes.add(&no)?, reduction)
}

/// -t·log(x) - (1 - t)·log(1 - x), each logarithm at least -100.
pub fn binary_crossentropy<B: Backend, E: Float>(
    x: B::View<'_, E>,
    target: B::View<'_, E>,
    reduction: &str,
) -> Out<B, E> {
    let (x, t) = (Part::<B, E>::of(x)?, Part::<B, E>::of(target)?);
    let least = Some(Num::Float(-100.0));
    let yes = t.mul(&x.log()?.clip(least, None)?)?;
    let log = x.negative()?.log1p()?.clip(least, None)?;
    let no = t.negative()?.add(1.0)?.mul(&log)?;
    reduced(yes.add(&no)?.negative()?, reduction)
}

/// Σ p·(log p - log q) along an axis, with p and q the softmaxes.
pub fn kl_div_with_logits<B: Backend, E: Float>(
    p: B::View<'_, E>,
    q: B::View<'_, E>,
    axis: usize,
    keepdims: bool,
) -> Out<B, E> {
    let to = shape::broadcast(&B::shape::<E>(&p), &B::shape::<E>(&q))?;
    let (p, q) = (Part::<B, E>::of(p)?, Part::<B, E>::of(q)?);
    let (p, q) = (p.broadcast_to(&to)?, q.broadcast_to(&to)?);
    let log_p: Owned<B, E> = B::log_softmax::<E>(p.view(), axis).map(Part)?;
    let log_q: Owned<B, E> = B::log_softmax::<E>(q.view(), axis).map(Part)?;
    let p = log_p.exp()?;
    // 0·log 0 is 0.
    let none = p.eq(0.0)?;
    let ratio = none.choose(0.0, &log_p)?.sub(&none.choose(0.0, &log_q)?)?;
    Ok(total(&p.mul(&ratio)?, &[axis], keepdims)?.0)
}

/// x·y over the product of the norms, each at least `eps`.
pub fn cosine_similarity<B: Backend, E: Float>(
    x: B::View<'_, E>,
    y: B::View<'_, E>,
    axis: usize,
    eps: Num,
) -> Out<B, E> {
    let to = shape::broadcast(&B::shape::<E>(&x), &B::shape::<E>(&y))?;
    let (x, y) = (Part::<B, E>::of(x)?, Part::<B, E>::of(y)?);
    let (x, y) = (x.broadcast_to(&to)?, y.broadcast_to(&to)?);
    let eps = Some(Num::Float(eps.to_f64()));
    let norms = [
        x.l2(&[axis], true)?.clip(eps, None)?,
        y.l2(&[axis], true)?.clip(eps, None)?,
    ];
    let [a, b] = norms;
    Ok(total(&x.div(&a)?.mul(&y.div(&b)?)?, &[axis], false)?.0)
}

/// What is left of labels, and how they count.
struct Labelled<B: Backend, E: Float> {
    /// Labels in range for what is ignored, too; with an axis of size 1 for the classes.
    at: Owned<B, i64>,
    /// Which rows count; all where there is none.
    keep: Option<Owned<B, bool>>,
    /// The weight of each row's class.
    weight: Option<Owned<B, E>>,
}

fn labelled<B: Backend, E: Float, I: Int>(
    labels: B::View<'_, I>,
    classes: &Classes,
    weight: Option<&Part<'_, B, E>>,
) -> Result<Labelled<B, E>> {
    let labels = Part::<B, I>::of(labels)?.astype::<i64>()?;
    let (labels, keep) = match classes.ignored {
        None => (labels, None),
        Some(ignored) => {
            let keep = labels.ne(ignored)?;
            (keep.choose(&labels, 0_i64)?, Some(keep))
        }
    };
    let weight = match weight {
        None => None,
        Some(weight) => {
            let sizes = labels.shape();
            let row = labels.reshape(&[shape::size(&sizes)])?;
            let each = weight.take(&row, 0)?;
            let each: Owned<B, E> = Part(each.reshape(&sizes)?.copied()?);
            Some(match &keep {
                Some(keep) => keep.choose(&each, 0.0)?,
                None => each,
            })
        }
    };
    let at = Part(labels.expand_dims(&[classes.axis])?.copied()?);
    Ok(Labelled { at, keep, weight })
}

impl<B: Backend, E: Float> Labelled<B, E> {
    /// The logits or logarithms with 0 in rows that are ignored: before anything is done to them, so that no gradient is
    /// 0·∞ there.
    fn kept(&self, x: &Part<'_, B, E>, axis: usize) -> Result<Owned<B, E>> {
        match &self.keep {
            Some(keep) => keep.expand_dims(&[axis])?.choose(x, 0.0),
            None => x.copied().map(Part),
        }
    }

    /// -log p at the labels.
    fn picked(&self, log: &Part<'_, B, E>, axis: usize) -> Result<Owned<B, E>> {
        let picked = log.gather(&self.at, axis)?;
        let rows = picked.squeeze(&[axis])?.negative()?;
        match &self.weight {
            Some(weight) => rows.mul(weight),
            None => Ok(rows),
        }
    }

    fn reduced(&self, losses: Owned<B, E>, reduction: &str) -> Out<B, E> {
        let losses = match &self.keep {
            Some(keep) => keep.choose(&losses, 0.0)?,
            None => losses,
        };
        let axes: Shape = (0..losses.shape().len()).collect();
        match (reduction, &self.weight, &self.keep) {
            ("mean", Some(weight), _) => {
                let sum = total(&losses, &axes, false)?;
                Ok(sum.div(&total(weight, &axes, false)?)?.0)
            }
            ("mean", None, Some(keep)) => {
                let ones = keep.cast_like(&losses)?;
                let sum = total(&losses, &axes, false)?;
                Ok(sum.div(&total(&ones, &axes, false)?)?.0)
            }
            _ => reduced(losses, reduction),
        }
    }
}

/// -log softmax(logits) at the labels, of any rank and axis, with weights, ignored labels and smoothing.
pub fn crossentropy<B: Backend, E: Float, I: Int>(
    logits: B::View<'_, E>,
    labels: B::View<'_, I>,
    classes: &Classes,
    weight: Option<B::View<'_, E>>,
    smoothing: f64,
    reduction: &str,
) -> Out<B, E> {
    let axis = classes.axis;
    let weight = weight.map(Part::<B, E>::of).transpose()?;
    let rows = labelled::<B, E, I>(labels, classes, weight.as_ref())?;
    let x = rows.kept(&Part::<B, E>::of(logits)?, axis)?;
    let log: Owned<B, E> = B::log_softmax::<E>(x.view(), axis).map(Part)?;
    let hard = rows.picked(&log, axis)?;
    if smoothing == 0.0 {
        return rows.reduced(hard, reduction);
    }
    let all = match &weight {
        Some(weight) => {
            let mut sizes = Shape::from_elem(1, classes.rank);
            if let Some(count) = sizes.get_mut(axis) {
                *count = classes.count;
            }
            log.mul(&weight.reshape(&sizes)?)?
        }
        None => log,
    };
    let soft = total(&all, &[axis], false)?.mul(-smoothing / classes.count.max(1) as f64)?;
    // All of it smooth: 0·∞ would be NaN.
    let both = if smoothing == 1.0 {
        soft
    } else {
        hard.mul(1.0 - smoothing)?.add(&soft)?
    };
    rows.reduced(both, reduction)
}

/// -x at the labels.
pub fn nll<B: Backend, E: Float, I: Int>(
    x: B::View<'_, E>,
    labels: B::View<'_, I>,
    classes: &Classes,
    weight: Option<B::View<'_, E>>,
    reduction: &str,
) -> Out<B, E> {
    let weight = weight.map(Part::<B, E>::of).transpose()?;
    let rows = labelled::<B, E, I>(labels, classes, weight.as_ref())?;
    let x = rows.kept(&Part::<B, E>::of(x)?, classes.axis)?;
    let picked = rows.picked(&x, classes.axis)?;
    rows.reduced(picked, reduction)
}
