//! `x[…]`: positions, ranges, steps, new axes, ellipses, index tensors, host expressions.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn positions(x: &Tensor<_, N, 3>, i: usize) -> (Tensor<_, 3>, Scalar, Tensor<_, N>, Scalar) {
    (x[i], x[(0, -1)], x[(.., i + 1)], x[0][i])
}

#[agnostic]
fn ranges(x: &Tensor<_, 6>, from: i64) -> (Tensor<_, 4>, Tensor<_, 2>, Tensor<_, _>, Tensor<_, 6>) {
    (x[1..5], x[-2..], x[from..from + 2], x[..])
}

#[agnostic]
fn steps(x: &Tensor<_, 6>) -> (Tensor<_, 3>, Tensor<_, 6>, Tensor<_, 2>) {
    (x[s![..;2]], x[s![..;-1]], x[s![1..5;3]])
}

#[agnostic]
fn axes(x: &Tensor<_, N, D>) -> (Tensor<_, N, 1, D>, Tensor<_, 1, N>, Tensor<_, N>) {
    (
        x[s![.., NewAxis, ..]],
        x[s![NewAxis, .., 0]],
        x[(Ellipsis, 1)],
    )
}

#[agnostic]
fn tensors(
    x: &Tensor<_, N, D>,
    i: &Tensor<i64, K>,
) -> (Tensor<_, K, D>, Tensor<_, N, K>, Tensor<_, K>) {
    (x[i], x[(.., i)], x[(i, i)])
}

#[agnostic]
fn computed(x: &Tensor<_, N>) -> Tensor<_, N> {
    x[x.argsort()]
}

fn main() -> eagerpy::Result<()> {
    let x = array![[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let (a, b, c, d) = positions(&x, 1)?;
    assert_eq!(a, array![4.0, 5.0, 6.0]);
    assert_eq!(b.into_scalar(), 3.0);
    assert_eq!(c, array![3.0, 6.0]);
    assert_eq!(d.into_scalar(), 2.0);
    let v = array![0.0_f64, 1.0, 2.0, 3.0, 4.0, 5.0];
    let (a, b, c, d) = ranges(&v, 2)?;
    assert_eq!(a, array![1.0, 2.0, 3.0, 4.0]);
    assert_eq!(b, array![4.0, 5.0]);
    assert_eq!(c, array![2.0, 3.0]);
    assert_eq!(d, v);
    let (a, b, c) = steps(&v)?;
    assert_eq!(a, array![0.0, 2.0, 4.0]);
    assert_eq!(b, array![5.0, 4.0, 3.0, 2.0, 1.0, 0.0]);
    assert_eq!(c, array![1.0, 4.0]);
    let (a, b, c) = axes(&x)?;
    assert_eq!(a, array![[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]]);
    assert_eq!(b, array![[1.0, 4.0]]);
    assert_eq!(c, array![2.0, 5.0]);
    let (a, b, c) = tensors(&x, &array![1_i64, 0, 1])?;
    assert_eq!(a, array![[4.0, 5.0, 6.0], [1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    assert_eq!(b, array![[2.0, 1.0, 2.0], [5.0, 4.0, 5.0]]);
    assert_eq!(c, array![5.0, 1.0, 5.0]);
    assert_eq!(computed(&array![3.0_f64, 1.0, 2.0])?, array![1.0, 2.0, 3.0]);
    // A position that is out of range is known only when it runs.
    assert!(positions(&x, 2).is_err());
    Ok(())
}
