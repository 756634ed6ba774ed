//! Over axes.

use super::{Out, Part};
use crate::backend::Backend;
use crate::element::Element;

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
