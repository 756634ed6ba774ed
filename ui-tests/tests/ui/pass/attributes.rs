//! Attributes, documentation, visibility and lints of the item are kept.

#![deny(unused_must_use, deprecated)]

use ndarray::array;

mod inner {
    use eagerpy::agnostic;

    /// Documented, with more than
    ///
    /// one paragraph.
    #[agnostic]
    #[must_use]
    #[inline]
    #[allow(unused_variables)]
    pub(crate) fn documented(x: &Tensor<_, N>, #[allow(unused)] k: usize) -> Tensor<_, N> {
        #[allow(unused_variables)]
        let unused = x * 2.0;
        x + 1.0
    }

    #[agnostic]
    #[deprecated(note = "there is a better one")]
    pub fn old(x: &Tensor<_, N>) -> Tensor<_, N> {
        x
    }

    #[eagerpy::agnostic(backends(ndarray))]
    #[doc(hidden)]
    pub(super) fn only_ndarray(x: &Tensor<_, N>) -> Tensor<_, N> {
        documented(x, 0) * 2.0
    }
}

fn main() -> eagerpy::Result<()> {
    let x = array![1.0_f32];
    assert_eq!(inner::documented(&x, 3)?, array![2.0]);
    assert_eq!(inner::only_ndarray(&x)?, array![4.0]);
    #[allow(deprecated)]
    let y = inner::old(&x)?;
    assert_eq!(y, x);
    assert!(inner::documented::EXPLAIN.starts_with("documented(x: float[N]"));
    Ok(())
}
