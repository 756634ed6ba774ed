//! Agnostic items whose documentation has examples: each runs once as a doc test, and calls the item.
//!
//! Code of a doc test without `fn main` stands in the body of a function. There an agnostic function alone is written
//! as anywhere:
//!
//! ```
//! use eagerpy::agnostic;
//! use ndarray::array;
//!
//! #[agnostic]
//! fn centred(x: &Tensor<_, N>) -> Tensor<_, N> {
//!     x - x.mean()
//! }
//!
//! # fn example() -> eagerpy::Result<()> {
//! assert_eq!(centred(&array![1.0_f64, 3.0])?, array![-1.0, 1.0]);
//! # Ok(())
//! # }
//! # example().unwrap();
//! ```
//!
//! Items that name each other, or what stands beside them, have `local`:
//!
//! ```
//! use eagerpy::agnostic;
//! use eagerpy::backends::Ndarray;
//! use ndarray::array;
//!
//! const RATE: f64 = 0.5;
//!
//! #[agnostic(local, methods)]
//! struct Scale<N> {
//!     by: Tensor<_, N>,
//! }
//!
//! #[agnostic(local)]
//! impl Scale<N> {
//!     fn apply(&self, x: &Tensor<_, N>) -> Tensor<_, N> {
//!         x * self.by
//!     }
//! }
//!
//! #[agnostic(local)]
//! fn scaled(scale: &Scale<_, N>, x: &Tensor<_, N>) -> Tensor<_, N> {
//!     scale.apply(x) * RATE
//! }
//!
//! #[agnostic(local)]
//! fn twice(scale: &Scale<_, N>, x: &Tensor<_, N>) -> Tensor<_, N> {
//!     scaled(scale, scaled(scale, x))
//! }
//!
//! let scale = Scale::<Ndarray, f64> { by: array![2.0, 4.0] };
//! assert_eq!(twice(&scale, &array![1.0_f64, 1.0]).unwrap(), array![1.0, 4.0]);
//! ```
//!
//! Or they stand beside a `main`, as in a program:
//!
//! ```
//! use eagerpy::agnostic;
//!
//! #[agnostic]
//! fn half(x: &Tensor<_, N>) -> Tensor<_, N> {
//!     x * 0.5
//! }
//!
//! #[agnostic]
//! fn quarter(x: &Tensor<_, N>) -> Tensor<_, N> {
//!     half(half(x))
//! }
//!
//! fn main() -> eagerpy::Result<()> {
//!     assert_eq!(quarter(&ndarray::array![4.0_f32])?, ndarray::array![1.0]);
//!     Ok(())
//! }
//! ```

use eagerpy::agnostic;

/// Euclidean norm of all elements.
///
/// ```
/// use eagerpy_ui_tests::documented::norm;
///
/// let five = norm(&ndarray::array![3.0_f32, 4.0])?;
/// assert_eq!(five.into_scalar(), 5.0);
/// assert_eq!(norm::ndarray(&ndarray::array![[2.0_f64]])?.into_scalar(), 2.0);
/// # Ok::<(), eagerpy::Error>(())
/// ```
#[agnostic]
pub fn norm(x: &Tensor) -> Scalar {
    x.square().sum().sqrt()
}

/// Two norms, by another agnostic function, of what a `#[cfg(…)]` leaves.
///
/// ```
/// use eagerpy_ui_tests::documented::norms;
///
/// let (of_x, of_y) = norms(&ndarray::array![3.0_f32, 4.0], &ndarray::array![1.0_f32])?;
/// assert_eq!((of_x.into_scalar(), of_y.into_scalar()), (5.0, 1.0));
/// # Ok::<(), eagerpy::Error>(())
/// ```
#[agnostic]
pub fn norms(x: &Tensor, y: &Tensor) -> (Scalar, Scalar) {
    #[cfg(windows)]
    let y = y * 1.0;
    (norm(x), norm(y))
}

/// A layer of weights.
///
/// ```
/// use eagerpy::backends::Ndarray;
/// use eagerpy_ui_tests::documented::Layer;
///
/// let layer = Layer::<Ndarray> { weights: ndarray::array![[2.0]] };
/// assert_eq!(layer.weights.shape(), [1, 1]);
/// ```
#[agnostic(methods)]
pub struct Layer<D, C> {
    /// The weights.
    pub weights: Tensor<_, D, C>,
}

#[agnostic]
impl Layer<D, C> {
    /// Values of the next layer.
    ///
    /// ```
    /// use eagerpy::backends::Ndarray;
    /// use eagerpy_ui_tests::documented::Layer;
    ///
    /// let layer = Layer::<Ndarray> { weights: ndarray::array![[2.0], [1.0]] };
    /// assert_eq!(layer.forward(&ndarray::array![[1.0_f32, 3.0]])?, ndarray::array![[5.0]]);
    /// # Ok::<(), eagerpy::Error>(())
    /// ```
    pub fn forward(&self, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
        x.matmul(self.weights)
    }
}

/// What is done with an element.
///
/// ```
/// use eagerpy::backends::Ndarray;
/// use eagerpy_ui_tests::documented::{Change, changed};
///
/// let twice = Change::<Ndarray>::By { factor: 2.0 };
/// assert_eq!(changed(&twice, &ndarray::array![1.5_f32])?, ndarray::array![3.0]);
/// # Ok::<(), eagerpy::Error>(())
/// ```
#[agnostic]
pub enum Change<N> {
    /// By one factor.
    By {
        /// The factor.
        factor: f64,
    },
    /// By a factor each.
    Each(Tensor<_, N>),
}

/// Changes each element.
#[agnostic]
pub fn changed(change: &Change<_, N>, x: &Tensor<_, N>) -> Tensor<_, N> {
    match change {
        Change::By { factor } => x * *factor,
        Change::Each(factors) => x * factors,
    }
}
