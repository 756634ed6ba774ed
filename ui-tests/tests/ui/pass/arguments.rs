//! Arguments by position, by keyword, in any order, and left out.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn sums(
    x: &Tensor<_, N, D>,
) -> (
    Tensor<_, D>,
    Tensor<_, N, 1>,
    Scalar,
    Tensor<_, 1, 1>,
    Scalar,
) {
    (
        x.sum(0),
        x.sum(keepdims = true, axis = -1),
        x.sum(axis = (0, 1)),
        x.sum(None, true),
        sum(x, axis = [1, 0]),
    )
}

#[agnostic]
fn bounds(x: &Tensor<_, N>, low: f64) -> (Tensor<_, N>, Tensor<_, N>, Tensor<_, N>, Tensor<_, N>) {
    (
        x.clip(low, 1.0),
        x.clip(max = 0.0),
        x.clip(min = 2 - 1),
        clip(x, min = None, max = low),
    )
}

#[agnostic]
fn host_values(x: &Tensor<_, N, D>, axis: i64, keep: bool, shape: Vec<usize>) -> (Tensor, Tensor) {
    (x.mean(axis = axis, keepdims = keep), x.reshape(shape))
}

#[agnostic]
fn casts(
    x: &Tensor<_, N>,
) -> (
    Tensor<i64, N>,
    Tensor<_, N>,
    Tensor<f32, N>,
    Tensor<bool, N>,
) {
    (
        x.astype(i64),
        x.astype(dtype = i32).astype(_),
        x.astype(f32),
        x.cast(bool),
    )
}

#[agnostic]
fn padded(x: &Tensor<_, N, D>) -> Tensor<_, N, _> {
    x.pad(((0, 0), (2, 1)), mode = "constant", value = 9)
}

#[agnostic]
fn joined(x: &Tensor<_, N>, y: &Tensor<_, N>) -> (Tensor<_, N, 2>, Tensor<_, _>) {
    (stack([x, y], axis = -1), concatenate((x, y, x), 0))
}

fn main() -> eagerpy::Result<()> {
    let x = array![[1.0_f64, 2.0], [3.0, 4.0]];
    let (a, b, c, d, e) = sums(&x)?;
    assert_eq!(a, array![4.0, 6.0]);
    assert_eq!(b, array![[3.0], [7.0]]);
    assert_eq!((c.into_scalar(), e.into_scalar()), (10.0, 10.0));
    assert_eq!(d, array![[10.0]]);
    let (a, b, c, d) = bounds(&array![-3.0_f32, 0.5, 3.0], -1.0)?;
    assert_eq!(a, array![-1.0, 0.5, 1.0]);
    assert_eq!(b, array![-3.0, 0.0, 0.0]);
    assert_eq!(c, array![1.0, 1.0, 3.0]);
    assert_eq!(d, array![-3.0, -1.0, -1.0]);
    let (m, r) = host_values(&x, -1, true, vec![4])?;
    assert_eq!(m, array![[1.5], [3.5]].into_dyn());
    assert_eq!(r, array![1.0, 2.0, 3.0, 4.0].into_dyn());
    let (a, b, c, d) = casts(&array![-1.7_f64, 0.0, 2.5])?;
    assert_eq!(a, array![-1, 0, 2]);
    assert_eq!(b, array![-1.0_f64, 0.0, 2.0]);
    assert_eq!(c, array![-1.7_f32, 0.0, 2.5]);
    assert_eq!(d, array![true, false, true]);
    assert_eq!(
        padded(&x)?,
        array![[9.0, 9.0, 1.0, 2.0, 9.0], [9.0, 9.0, 3.0, 4.0, 9.0]]
    );
    let (s, c) = joined(&array![1.0_f32, 2.0], &array![3.0_f32, 4.0])?;
    assert_eq!(s, array![[1.0, 3.0], [2.0, 4.0]]);
    assert_eq!(c, array![1.0, 2.0, 3.0, 4.0, 1.0, 2.0]);
    Ok(())
}
