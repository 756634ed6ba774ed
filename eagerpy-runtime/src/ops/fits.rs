//! What the tensors of losses and normalisations must be to each other, beyond what a [signature](super::core) says: in
//! the same words for every backend.

use crate::backend::Backend;
use crate::element::Float;
use crate::error::{Error, Result};
use crate::num::Num;
use crate::shape;

/// A loss compares elements in pairs: a target that would broadcast is a mistake.
pub(super) fn loss(x: &[usize], target: &[usize]) -> Result<()> {
    if x == target {
        return Ok(());
    }
    Err(Error::shape(format!(
        "a loss takes two tensors of one shape, not {x:?} and {target:?}"
    )))
}

/// A weight or bias of a normalisation has the sizes of its axes.
pub(super) fn normalised(
    name: &str,
    x: &[usize],
    axes: &[usize],
    given: Option<&[usize]>,
) -> Result<()> {
    let wanted: Vec<usize> = axes.iter().filter_map(|&a| x.get(a).copied()).collect();
    match given {
        Some(given) if given != wanted => Err(Error::shape(format!(
            "`{name}` is {wanted:?}, as {x:?} on axes {axes:?}, not {given:?}"
        ))),
        _ => Ok(()),
    }
}

/// What there is once for each channel of `[N, C, …]`.
pub(super) fn channels(name: &str, x: &[usize], given: Option<&[usize]>) -> Result<()> {
    let [_, count, ..] = x else {
        return Err(Error::shape(format!("the tensor is [N, C, …], not {x:?}")));
    };
    match given {
        Some(given) if given != [*count] => Err(Error::shape(format!(
            "`{name}` is [{count}], one for each channel of {x:?}, not {given:?}"
        ))),
        _ => Ok(()),
    }
}

/// Label smoothing is a share.
pub(super) fn smoothing(share: Num) -> Result<f64> {
    let share = share.to_f64();
    if (0.0..=1.0).contains(&share) {
        return Ok(share);
    }
    Err(Error::value(format!(
        "`label_smoothing` is 0 to 1, not {share}"
    )))
}

/// Labels that name one class each, along an axis of the logits.
#[derive(Clone, Copy, Debug)]
pub struct Classes {
    /// The axis of the classes.
    pub axis: usize,
    /// The number of classes.
    pub count: usize,
    /// The rank of the logits.
    pub rank: usize,
    /// The label that is left out.
    pub ignored: Option<i64>,
}

impl Classes {
    pub(super) fn new(
        x: &[usize],
        labels: &[usize],
        axis: i64,
        ignored: Option<Num>,
    ) -> Result<Classes> {
        let axis = shape::axis(axis, x.len())?;
        let rows = shape::reduced(x, &[axis], false);
        if rows.as_slice() != labels {
            return Err(Error::shape(format!(
                "logits {x:?} with classes on axis {axis} take labels {rows:?}, not {labels:?}"
            )));
        }
        let ignored = match ignored {
            None => None,
            Some(Num::Int(label)) => Some(label),
            Some(other) => {
                return Err(Error::value(format!(
                    "`ignore_index` is an integer, not {other}"
                )));
            }
        };
        Ok(Classes {
            axis,
            count: x.get(axis).copied().unwrap_or(0),
            rank: x.len(),
            ignored,
        })
    }

    /// Rows of classes with a label each, none left out.
    pub(super) fn is_plain(&self) -> bool {
        self.rank == 2 && self.axis == 1 && self.ignored.is_none()
    }

    /// A weight has an element for each class.
    pub(super) fn weight<B: Backend, E: Float>(
        &self,
        x: &B::View<'_, E>,
        weight: Option<&B::View<'_, E>>,
    ) -> Result<()> {
        let Some(weight) = weight else { return Ok(()) };
        let sizes = B::shape::<E>(weight);
        if sizes.as_slice() != [self.count] {
            return Err(Error::shape(format!(
                "`weight` is [{}], one for each class, not {sizes:?}",
                self.count
            )));
        }
        super::front::same_dtype::<B, E>(x, weight)
    }
}
