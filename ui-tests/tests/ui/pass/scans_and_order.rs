//! Scans, medians, searches and counts: sizes and types are known where they can be.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn scans(
    x: &Tensor<_, N, M>,
) -> (
    Tensor<_, N, M>,
    Tensor<_, { N * M }>,
    Tensor<_, N, { M - 1 }>,
    Tensor<_, { N - 2 }, M>,
    Tensor<_, N, M>,
) {
    (
        x.cumsum(axis = 1),
        x.cumulative_prod(),
        x.diff(),
        x.diff(2, axis = 0),
        x.cummax(axis = 0) + x.cummin(axis = -1) + x.logcumsumexp(axis = 0),
    )
}

#[agnostic]
fn running_counts(mask: &Tensor<bool, N>) -> Tensor<i64, N> {
    mask.cumsum() + mask.cumsum(axis = 0)
}

#[agnostic]
fn middles(x: &Tensor<_, N, M>, q: f64) -> (Scalar, Tensor<_, N>, Tensor<_, 1, M>, Scalar) {
    (
        x.median(),
        x.median(axis = 1),
        x.quantile(q, axis = 0, keepdims = true),
        x.nansum() + x.nanmean() + x.nanmin() + x.nanmax() + x.ptp() + x.lp() + x.vector_norm(1),
    )
}

#[agnostic]
fn best(x: &Tensor<_, N, M>, k: usize) -> (Tensor<_, 2, M>, Tensor<i64, N, _>) {
    let (values, _) = x.topk(2, axis = 0);
    let (_, places) = x.topk(k, largest = false);
    (values, places)
}

#[agnostic]
fn different(x: &Tensor<_, N, M>) -> (Tensor<_, _>, Tensor<i64, N, M>, Tensor<i64, _>) {
    let (values, first, inverse, counts) = x.unique_all();
    let (again, same) = x.unique_inverse();
    let (_, how_many) = x.unique_counts();
    let all = values + again + x.unique() + x.flatten()[first];
    (all, inverse + same, counts + how_many)
}

#[agnostic]
fn searches(
    sorted: &Tensor<_, N>,
    values: &Tensor<_, K, L>,
) -> (Tensor<i64, K, L>, Tensor<i64, _, 2>, Tensor<bool, K, L>) {
    (
        sorted.searchsorted(values, side = "right"),
        (values > 0.0).argwhere(),
        values.isin(sorted) | values.isin(sorted, invert = true),
    )
}

#[agnostic]
fn counts(
    labels: &Tensor<i64, N>,
    weights: &Tensor<f64, N>,
) -> (Tensor<i64, _>, Tensor<f64, _>) {
    (labels.bincount(), labels.bincount(weights, minlength = 4))
}

fn main() {
    let x = array![[3.0, 1.0], [2.0, 4.0], [5.0, 1.0]];
    let (sums, _, steps, _, _) = scans(&x).unwrap();
    assert_eq!(sums, array![[3.0, 4.0], [2.0, 6.0], [5.0, 6.0]]);
    assert_eq!(steps, array![[-2.0], [2.0], [-4.0]]);
    assert_eq!(running_counts(&array![true, false, true]).unwrap(), array![2, 2, 4]);
    let (all, rows, columns, _) = middles(&x, 0.25).unwrap();
    assert_eq!((all.into_scalar(), rows), (2.5, array![2.0, 3.0, 3.0]));
    assert_eq!(columns, array![[2.5, 1.0]]);
    let (values, places) = best(&x, 1).unwrap();
    assert_eq!(values, array![[5.0, 4.0], [3.0, 1.0]]);
    assert_eq!(places, array![[1], [0], [1]]);
    let (_, inverse, counts_of) = different(&x).unwrap();
    assert_eq!(inverse, array![[4, 0], [2, 6], [8, 0]]);
    assert_eq!(counts_of, array![4, 2, 2, 2, 2]);
    let (places, positions, found) = searches(&array![1.0, 3.0], &x).unwrap();
    assert_eq!(places, array![[2, 1], [1, 2], [2, 1]]);
    assert_eq!(positions.dim(), (6, 2));
    assert!(found.iter().all(|&f| f));
    let (numbers, sums) = counts(&array![0, 2, 2], &array![0.5, 1.0, 2.0]).unwrap();
    assert_eq!(numbers, array![1, 0, 2]);
    assert_eq!(sums, array![0.5, 0.0, 3.0, 0.0]);
}
