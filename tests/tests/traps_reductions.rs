//! What other libraries got wrong in reductions, scans and sorting: one test for each kind of mistake, on every backend
//! of the build. The comments name the reports.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::*;
use eagerpy::agnostic;

const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;

/// As `gives`, with NaN equal to NaN, and infinities to themselves.
#[track_caller]
fn is(tensor: &impl Read, shape: &[usize], data: &[f32]) {
    let (have_shape, have) = tensor.read();
    assert_eq!(have_shape, shape, "shape");
    assert_eq!(have.len(), data.len());
    for (&h, &d) in have.iter().zip(data) {
        let d = f64::from(d);
        let near = h == d || (h.is_nan() && d.is_nan()) || (h - d).abs() <= 1e-5 * d.abs().max(1.0);
        assert!(near, "{have:?} is not {data:?}");
    }
}

#[agnostic]
fn sum(x: &Tensor<f32>, axis: i64) -> Tensor<f32> {
    x.sum(axis = axis)
}
#[agnostic]
fn prod(x: &Tensor<f32>, axis: i64) -> Tensor<f32> {
    x.prod(axis = axis)
}
#[agnostic]
fn mean(x: &Tensor<f32>, axis: i64) -> Tensor<f32> {
    x.mean(axis = axis)
}
#[agnostic]
fn max(x: &Tensor<f32>, axis: i64) -> Tensor<f32> {
    x.max(axis = axis)
}
#[agnostic]
fn min(x: &Tensor<f32>, axis: i64) -> Tensor<f32> {
    x.min(axis = axis)
}
#[agnostic]
fn median(x: &Tensor<f32>, axis: i64) -> Tensor<f32> {
    x.median(axis = axis)
}
#[agnostic]
fn quantile(x: &Tensor<f32>, q: f64) -> Scalar<f32> {
    x.quantile(q)
}
#[agnostic]
fn argmax(x: &Tensor<f32>, axis: i64) -> Tensor<f32> {
    x.argmax(axis = axis).astype(f32)
}
#[agnostic]
fn argmin(x: &Tensor<f32>, axis: i64) -> Tensor<f32> {
    x.argmin(axis = axis).astype(f32)
}

/// Sum, product and mean over the last axis of a transposed matrix.
#[agnostic]
fn of_transposed(x: &Tensor<f32, N, M>) -> (Tensor<f32, M>, Tensor<f32, M>, Tensor<f32, M>) {
    let t = x.transpose();
    (t.sum(axis = 1), t.prod(axis = 1), t.mean(axis = 1))
}

/// ½Σx² of a tensor that is repeated by a stride of 0.
#[agnostic]
fn of_repeated(x: &Tensor<f32, A, B, N, M>) -> (Scalar<f32>, Tensor<f32, A, B, 3, M>) {
    let wide = x.expand_dims(axis = 2).broadcast_to((A, B, 3, N, M));
    (wide.square().sum() * 0.5, wide.sum(axis = 3))
}

/// Of a view: the axes turned round, the first one with steps of 2 and an offset.
#[agnostic]
fn sum_of_a_view(x: &Tensor<f32>, axis: i64) -> Tensor<f32> {
    x.transpose()[s![1..;2]].sum(axis = axis)
}

#[agnostic]
fn largest_of_a_view(x: &Tensor<f32>, axis: i64) -> Tensor<f32> {
    x.transpose()[s![1..;2]].max(axis = axis)
}

/// Over no axis: nothing is added up, but bytes and masks become what their sums are.
#[agnostic]
fn bytes_over_no_axis(x: &Tensor<f32>) -> (Tensor<f32>, Tensor<f32>) {
    let bytes: Tensor<i64> = x.astype(u8).sum(axis = ());
    let truths: Tensor<i64> = (x > 100.0).sum(axis = ());
    ((bytes + bytes).astype(f32), (truths + truths).astype(f32))
}

#[agnostic]
fn extremes_of_ints(x: &Tensor<i64>) -> (Scalar<f32>, Scalar<f32>, Scalar<f32>, Scalar<f32>) {
    let y = x.astype(i32);
    (
        x.max().astype(f32),
        x.min().astype(f32),
        y.max().astype(f32),
        y.min().astype(f32),
    )
}

/// Three ways to count a mask, and a sum of `u8`.
#[agnostic]
fn counts(x: &Tensor<f32>) -> (Tensor<f32>, Tensor<f32>, Tensor<f32>, Tensor<f32>) {
    let mask = x > 0.0;
    let bytes = x.astype(u8);
    (
        mask.sum().astype(f32),
        mask.cumsum()[-1].astype(f32),
        mask.count_nonzero().astype(f32),
        (bytes.sum() + bytes.cumsum()[-1]).astype(f32),
    )
}

#[agnostic]
fn no_axes(
    x: &Tensor<f32, N, M>,
) -> (
    Tensor<f32, 1, 1>,
    Tensor<f32, N, M>,
    Tensor<f32, N, M>,
    Tensor<f32, N, M>,
) {
    (
        x.sum(keepdims = true),
        x.sum(axis = ()),
        x.max(axis = ()),
        x.var(axis = ()),
    )
}

#[agnostic]
fn variances(x: &Tensor<f32>) -> (Scalar<f32>, Scalar<f32>) {
    (x.var(), x.var(correction = 1))
}

/// Sorted without the first row.
#[agnostic]
fn of_later_rows(x: &Tensor<f32, N, M>) -> (Tensor<f32>, Tensor<f32>) {
    let rows = x[1..];
    (rows.sort(), rows.argsort().astype(f32))
}

#[agnostic]
fn running(x: &Tensor<f32, N, M>) -> (Tensor<f32, M, N>, Tensor<f32, M, N>, Tensor<f32, M, N>) {
    let t = x.transpose();
    (t.cumsum(axis = 1), t.cumprod(axis = 1), t.cummax(axis = 1))
}

#[agnostic]
fn top(x: &Tensor<f32>, k: usize, largest: bool) -> (Tensor<f32>, Tensor<f32>) {
    let (values, positions) = x.topk(k, largest = largest);
    (values, positions.astype(f32))
}

#[agnostic]
fn in_order(x: &Tensor<f32>, descending: bool) -> (Tensor<f32>, Tensor<f32>) {
    (
        x.sort(descending = descending),
        x.argsort(descending = descending).astype(f32),
    )
}

#[agnostic]
fn without_nan(x: &Tensor<f32>) -> (Scalar<f32>, Scalar<f32>, Scalar<f32>, Scalar<f32>) {
    (x.nansum(), x.nanmean(), x.nanmin(), x.nanmax())
}

#[agnostic]
fn different(x: &Tensor<f32>) -> (Tensor<f32>, Tensor<f32>, Tensor<f32>, Tensor<f32>) {
    let (values, first, inverse, counts) = x.unique_all();
    (
        values,
        first.astype(f32),
        inverse.astype(f32),
        counts.astype(f32),
    )
}

#[agnostic]
fn searched(x: &Tensor<f32>, values: &Tensor<f32>) -> (Tensor<f32>, Tensor<f32>) {
    (
        x.searchsorted(values).astype(f32),
        x.searchsorted(values, side = "right").astype(f32),
    )
}

#[agnostic]
fn counted(x: &Tensor<f32>, weights: &Tensor<f32>, minlength: usize) -> (Tensor<f32>, Tensor<f32>) {
    let x = x.astype(i64);
    (
        x.bincount(minlength = minlength).astype(f32),
        x.bincount(weights, minlength = minlength),
    )
}

#[agnostic]
fn byte_differences(x: &Tensor<f32>) -> Tensor<f32> {
    x.astype(u8).diff().astype(f32)
}

#[agnostic]
fn differences(x: &Tensor<f32>, n: usize) -> Tensor<f32> {
    x.diff(n)
}

#[agnostic]
fn norms(x: &Tensor<f32>) -> (Scalar<f32>, Scalar<f32>) {
    (x.lp(), x.vector_norm(f64::NEG_INFINITY))
}

#[agnostic]
fn log_sums(x: &Tensor<f32>) -> Tensor<f32> {
    x.logcumsumexp()
}

on_every_backend! {
    // burn #5333
    fn reductions_of_nothing() {
        let (none, rows) = (F::f32(&[], &[0]), F::f32(&[], &[3, 0]));
        is(&sum(&none, 0).unwrap(), &[], &[0.0]);
        is(&prod(&none, 0).unwrap(), &[], &[1.0]);
        is(&mean(&none, 0).unwrap(), &[], &[NAN]);
        is(&median(&none, 0).unwrap(), &[], &[NAN]);
        assert!(max(&none, 0).is_err());
        is(&sum(&rows, 1).unwrap(), &[3], &[0.0; 3]);
        is(&prod(&rows, 1).unwrap(), &[3], &[1.0; 3]);
        is(&mean(&rows, 1).unwrap(), &[3], &[NAN; 3]);
        is(&median(&rows, 1).unwrap(), &[3], &[NAN; 3]);
        assert!(max(&rows, 1).is_err());
        // No element is asked for.
        is(&max(&rows, 0).unwrap(), &[0], &[]);
        is(&median(&rows, 0).unwrap(), &[0], &[]);
        is(&argmax(&rows, 0).unwrap(), &[0], &[]);
        assert!(argmax(&rows, 1).is_err());
    }

    // burn #4814, #5290, #5155; candle's ReduceIndex
    fn nan_wherever_it_stands() {
        for data in [[1.0, NAN, 2.0], [NAN, 1.0, 2.0], [1.0, 2.0, NAN]] {
            let x = F::f32(&data, &[3]);
            is(&max(&x, 0).unwrap(), &[], &[NAN]);
            is(&min(&x, 0).unwrap(), &[], &[NAN]);
            is(&median(&x, 0).unwrap(), &[], &[NAN]);
            is(&quantile(&x, 0.0).unwrap(), &[], &[NAN]);
            let at = data.iter().position(|v| v.is_nan()).unwrap() as f32;
            is(&argmax(&x, 0).unwrap(), &[], &[at]);
            is(&argmin(&x, 0).unwrap(), &[], &[at]);
        }
    }

    // burn PR #4859: rows below and above the widths of vectors
    fn first_nan_of_rows_of_any_length() {
        for n in [3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 127, 511, 512, 513, 1025, 4097] {
            let mut data = vec![3.0; 2 * n];
            (data[0], data[1]) = (NAN, NAN);
            data[2 * n - 1] = NAN;
            let x = F::f32(&data, &[2, n]);
            is(&argmax(&x, 1).unwrap(), &[2], &[0.0, n as f32 - 1.0]);
            is(&argmin(&x, 1).unwrap(), &[2], &[0.0, n as f32 - 1.0]);
            is(&max(&x, 1).unwrap(), &[2], &[NAN, NAN]);
        }
    }

    // candle #3179, #3238; burn #5290
    fn first_of_equal_extremes() {
        let x = F::f32(&[3.0, 3.0, -2.0, -2.0], &[4]);
        is(&argmax(&x, 0).unwrap(), &[], &[0.0]);
        is(&argmin(&x, 0).unwrap(), &[], &[2.0]);
        let mut far = vec![0.0; 6000];
        (far[1], far[5000], far[7], far[5500]) = (9.0, 9.0, -9.0, -9.0);
        let far = F::f32(&far, &[6000]);
        is(&argmax(&far, 0).unwrap(), &[], &[1.0]);
        is(&argmin(&far, 0).unwrap(), &[], &[7.0]);
    }

    // burn #4816, PR #4861
    fn last_axis_of_a_transposed_matrix() {
        let x = F::f32(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3]);
        let (sums, products, means) = of_transposed(&x).unwrap();
        is(&sums, &[3], &[5.0, 7.0, 9.0]);
        is(&products, &[3], &[4.0, 10.0, 18.0]);
        is(&means, &[3], &[2.5, 3.5, 4.5]);
    }

    // candle #3847, PR #3873
    fn five_axes_one_of_stride_0() {
        let data: Vec<f32> = (0..24).map(|n| n as f32 / 10.0).collect();
        let (half, sums) = of_repeated(&F::f32(&data, &[1, 1, 4, 6])).unwrap();
        // 3 · ½ · Σn² / 100
        is(&half, &[], &[1.5 * 4324.0 / 100.0]);
        let row: Vec<f32> = (0..6).map(|m| (0..4).map(|n| (6 * n + m) as f32 / 10.0).sum()).collect();
        is(&sums, &[1, 1, 3, 6], &[row.as_slice(); 3].concat());
    }

    fn ranks_1_to_7() {
        for rank in 1..8 {
            let shape: Vec<usize> = (0..rank).map(|axis| 1 + axis % 3).collect();
            let n: usize = shape.iter().product();
            let x = F::f32(&vec![1.0; n], &shape);
            for axis in 0..rank {
                let mut rest = shape.clone();
                let size = rest.remove(axis);
                is(&sum(&x, axis as i64).unwrap(), &rest, &vec![size as f32; n / size]);
            }
        }
    }

    // Kernels for few axes are often other ones than those for many.
    fn views_of_2_to_7_axes() {
        for rank in 2..8 {
            let mut shape: Vec<usize> = (0..rank).map(|axis| 2 + axis % 2).collect();
            shape[rank - 1] = 5;
            let n: usize = shape.iter().product();
            let data: Vec<f32> = (0..n).map(|i| (i * 37 % 101) as f32).collect();
            let x = F::f32(&data, &shape);
            // The last axis keeps the positions 1 and 3, and becomes the first.
            let turned: Vec<usize> = shape.iter().rev().map(|&n| if n == 5 { 2 } else { n }).collect();
            for axis in 0..rank {
                let mut rest = turned.clone();
                rest.remove(axis);
                let mut sums = vec![0.0; rest.iter().product()];
                let mut largest = vec![-INF; sums.len()];
                for (mut i, &v) in data.iter().enumerate() {
                    let mut at: Vec<usize> = vec![0; rank];
                    for (place, &n) in at.iter_mut().zip(shape.iter().rev()) {
                        *place = i % n;
                        i /= n;
                    }
                    if at[0].is_multiple_of(2) {
                        continue;
                    }
                    at[0] /= 2;
                    at.remove(axis);
                    let to = at.iter().zip(&rest).fold(0, |to, (&i, &n)| to * n + i);
                    sums[to] += v;
                    largest[to] = f32::max(largest[to], v);
                }
                is(&sum_of_a_view(&x, axis as i64).unwrap(), &rest, &sums);
                is(&largest_of_a_view(&x, axis as i64).unwrap(), &rest, &largest);
            }
        }
    }

    // candle PR #3200
    fn extremes_of_ints_below_and_above_0() {
        let (a, b, c, d) = extremes_of_ints(&F::i64(&[-5, -3], &[2])).unwrap();
        for (tensor, right) in [(a, -3.0), (b, -5.0), (c, -3.0), (d, -5.0)] {
            is(&tensor, &[], &[right]);
        }
    }

    // pytorch #3304
    fn counts_do_not_overflow() {
        let (a, b, c, d) = counts(&F::f32(&[1.0; 300], &[300])).unwrap();
        for (tensor, right) in [(a, 300.0), (b, 300.0), (c, 300.0), (d, 600.0)] {
            is(&tensor, &[], &[right]);
        }
        let (_, _, _, d) = counts(&F::f32(&[200.0, 100.0], &[2])).unwrap();
        is(&d, &[], &[600.0]);
    }

    // pytorch #71209, #29137, #56586
    fn no_axis_named_and_no_axis_at_all() {
        let data = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let (all, none, largest, spread) = no_axes(&F::f32(&data, &[2, 3])).unwrap();
        is(&all, &[1, 1], &[21.0]);
        is(&none, &[2, 3], &data);
        is(&largest, &[2, 3], &data);
        is(&spread, &[2, 3], &[0.0; 6]);
    }

    fn no_axis_at_all_of_bytes_and_masks() {
        let (bytes, truths) = bytes_over_no_axis(&F::f32(&[200.0, 100.0], &[2])).unwrap();
        is(&bytes, &[2], &[400.0, 200.0]);
        is(&truths, &[2], &[2.0, 0.0]);
    }

    // array-api-compat 69c405e
    fn variance_of_all() {
        let (all, less) = variances(&F::f32(&[1.0, 2.0], &[2])).unwrap();
        is(&all, &[], &[0.25]);
        is(&less, &[], &[0.5]);
        let (all, less) = variances(&F::f32(&[5.0], &[1])).unwrap();
        is(&all, &[], &[0.0]);
        is(&less, &[], &[NAN]);
    }

    // burn PR #2515
    fn product_of_a_negative_number() {
        let x = F::f32(&[-5.0, 1.0, 2.0, 3.0, 4.0, 5.0], &[6]);
        is(&prod(&x, 0).unwrap(), &[], &[-600.0]);
        let x = F::f32(&[-5.0, 1.0, 2.0, 3.0, 4.0, 5.0], &[1, 6]);
        is(&running(&x).unwrap().1, &[6, 1], &[-5.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        let x = F::f32(&[-5.0, 1.0, 2.0, 0.0, 4.0, 5.0], &[6, 1]);
        is(&running(&x).unwrap().1, &[1, 6], &[-5.0, -5.0, -10.0, 0.0, 0.0, 0.0]);
    }

    // candle PR #3875
    fn sorts_the_rows_of_a_view() {
        let x = F::f32(&[1.0, 2.0, 3.0, 30.0, 10.0, 20.0], &[2, 3]);
        let (sorted, order) = of_later_rows(&x).unwrap();
        is(&sorted, &[1, 3], &[10.0, 20.0, 30.0]);
        is(&order, &[1, 3], &[1.0, 2.0, 0.0]);
    }

    // burn PR #3891
    fn running_sums_of_a_transposed_matrix() {
        let (sums, products, largest) = running(&F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2])).unwrap();
        is(&sums, &[2, 2], &[1.0, 4.0, 2.0, 6.0]);
        is(&products, &[2, 2], &[1.0, 3.0, 2.0, 8.0]);
        is(&largest, &[2, 2], &[1.0, 3.0, 2.0, 4.0]);
    }

    // pytorch #127196, #88227, #27542
    fn equal_elements_keep_their_order() {
        let x = F::f32(&[1.0; 4], &[4]);
        for largest in [true, false] {
            let (values, positions) = top(&x, 2, largest).unwrap();
            is(&values, &[2], &[1.0, 1.0]);
            is(&positions, &[2], &[0.0, 1.0]);
        }
        for n in [4, 17, 40, 1000] {
            let x = F::f32(&vec![2.0; n], &[n]);
            let same: Vec<f32> = (0..n).map(|i| i as f32).collect();
            for descending in [true, false] {
                is(&in_order(&x, descending).unwrap().1, &[n], &same);
            }
        }
    }

    // candle's sort.rs
    fn nan_is_the_largest() {
        let x = F::f32(&[3.0, NAN, 1.0, 2.0], &[4]);
        let (sorted, order) = in_order(&x, false).unwrap();
        is(&sorted, &[4], &[1.0, 2.0, 3.0, NAN]);
        is(&order, &[4], &[2.0, 3.0, 0.0, 1.0]);
        let (sorted, order) = in_order(&x, true).unwrap();
        is(&sorted, &[4], &[NAN, 3.0, 2.0, 1.0]);
        is(&order, &[4], &[1.0, 0.0, 3.0, 2.0]);
    }

    // burn PR #5307
    fn as_many_as_there_are() {
        let x = F::f32(&[1.0, 2.0], &[2]);
        is(&top(&x, 2, true).unwrap().0, &[2], &[2.0, 1.0]);
        is(&top(&x, 2, false).unwrap().0, &[2], &[1.0, 2.0]);
        is(&top(&x, 0, true).unwrap().0, &[0], &[]);
        let told = top(&x, 3, true).unwrap_err().to_string();
        assert!(told.contains("k is 3, but axis 0 of [2] has 2 elements"), "{told}");
    }

    // pytorch #167086, #84144; candle PR #3050
    fn more_rows_than_a_grid_has_blocks() {
        let rows = 65_536;
        let data: Vec<f32> = (0..2 * rows).map(|i| (2 * rows - i) as f32).collect();
        let x = F::f32(&data, &[rows, 2]);
        let swapped: Vec<f32> = (0..2 * rows).map(|i| (2 * rows - (i ^ 1)) as f32).collect();
        let (sorted, order) = in_order(&x, false).unwrap();
        is(&sorted, &[rows, 2], &swapped);
        is(&order, &[rows, 2], &[1.0, 0.0].repeat(rows));
        is(&in_order(&x, true).unwrap().0, &[rows, 2], &data);
        is(&top(&x, 1, false).unwrap().1, &[rows, 1], &vec![1.0; rows]);
        assert_eq!(sum(&x, 1).unwrap().read().0, [rows]);
    }

    // torch.median gives the lower one, candle has none
    fn median_of_an_even_number() {
        is(&median(&F::f32(&[4.0, 1.0, 3.0, 2.0], &[4]), 0).unwrap(), &[], &[2.5]);
        is(&median(&F::f32(&[-INF, 1.0], &[2]), 0).unwrap(), &[], &[-INF]);
        is(&median(&F::f32(&[INF, INF], &[2]), 0).unwrap(), &[], &[INF]);
        is(&median(&F::f32(&[-INF, INF], &[2]), 0).unwrap(), &[], &[NAN]);
        is(&median(&F::f32(&[f32::MAX, f32::MAX], &[2]), 0).unwrap(), &[], &[f32::MAX]);
    }

    // NumPy gives NaN for all of these but the last two
    fn quantiles_beside_infinities() {
        let x = F::f32(&[-INF, INF, 1.0], &[3]);
        is(&quantile(&x, 0.5).unwrap(), &[], &[1.0]);
        is(&quantile(&x, 0.25).unwrap(), &[], &[-INF]);
        is(&quantile(&x, 0.75).unwrap(), &[], &[INF]);
        is(&quantile(&F::f32(&[INF, INF], &[2]), 0.3).unwrap(), &[], &[INF]);
        is(&quantile(&F::f32(&[-3e38, 3e38], &[2]), 0.5).unwrap(), &[], &[0.0]);
        for q in [-0.1, 1.1, f64::NAN] {
            let told = quantile(&x, q).unwrap_err();
            assert_eq!(told.kind(), eagerpy::ErrorKind::Value, "{told}");
        }
    }

    fn reductions_without_nan() {
        let (sum, mean, min, max) = without_nan(&F::f32(&[NAN, 1.0, 3.0, NAN], &[4])).unwrap();
        for (tensor, right) in [(sum, 4.0), (mean, 2.0), (min, 1.0), (max, 3.0)] {
            is(&tensor, &[], &[right]);
        }
        let (sum, mean, min, max) = without_nan(&F::f32(&[NAN, NAN], &[2])).unwrap();
        for (tensor, right) in [(sum, 0.0), (mean, NAN), (min, NAN), (max, NAN)] {
            is(&tensor, &[], &[right]);
        }
        assert!(without_nan(&F::f32(&[], &[0])).is_err());
    }

    // torch.unique takes each NaN for another
    fn one_nan_among_the_different() {
        let x = F::f32(&[NAN, 2.0, NAN, -0.0, 0.0, 2.0], &[2, 3]);
        let (values, first, inverse, counts) = different(&x).unwrap();
        is(&values, &[3], &[0.0, 2.0, NAN]);
        is(&first, &[3], &[3.0, 1.0, 0.0]);
        is(&inverse, &[2, 3], &[2.0, 1.0, 2.0, 0.0, 0.0, 1.0]);
        is(&counts, &[3], &[2.0, 2.0, 2.0]);
        let (values, first, inverse, counts) = different(&F::f32(&[], &[0, 2])).unwrap();
        is(&values, &[0], &[]);
        is(&first, &[0], &[]);
        is(&inverse, &[0, 2], &[]);
        is(&counts, &[0], &[]);
    }

    // torch.searchsorted goes past every NaN
    fn searches_beside_nan() {
        let x = F::f32(&[1.0, 2.0, NAN, NAN], &[4]);
        let (left, right) = searched(&x, &F::f32(&[NAN, INF, 2.0, 0.0], &[2, 2])).unwrap();
        is(&left, &[2, 2], &[2.0, 2.0, 1.0, 0.0]);
        is(&right, &[2, 2], &[4.0, 2.0, 2.0, 0.0]);
        let told = searched(&F::f32(&[1.0], &[1, 1]), &x).unwrap_err();
        assert_eq!(told.kind(), eagerpy::ErrorKind::Shape, "{told}");
    }

    fn counts_of_what_is_no_count() {
        let weights = F::f32(&[0.5, NAN, 1.5], &[3]);
        let (counts, sums) = counted(&F::f32(&[2.0, 0.0, 2.0], &[3]), &weights, 5).unwrap();
        is(&counts, &[5], &[1.0, 0.0, 2.0, 0.0, 0.0]);
        is(&sums, &[5], &[NAN, 0.0, 2.0, 0.0, 0.0]);
        let kind = |x: &[f32], minlength| {
            counted(&F::f32(x, &[x.len()]), &weights, minlength).unwrap_err().kind()
        };
        assert_eq!(kind(&[0.0, -1.0, 2.0], 0), eagerpy::ErrorKind::Value);
        assert_eq!(kind(&[0.0, 9e18, 2.0], 0), eagerpy::ErrorKind::Value);
        assert_eq!(kind(&[0.0, 1.0, 2.0], usize::MAX), eagerpy::ErrorKind::Value);
        assert_eq!(kind(&[0.0, 1.0], 0), eagerpy::ErrorKind::Shape);
    }

    fn differences_that_wrap_and_end() {
        is(&byte_differences(&F::f32(&[3.0, 5.0, 2.0], &[3])).unwrap(), &[2], &[2.0, 253.0]);
        let x = F::f32(&[1.0, 4.0, 9.0, 16.0], &[2, 2]);
        is(&differences(&x, 0).unwrap(), &[2, 2], &[1.0, 4.0, 9.0, 16.0]);
        is(&differences(&x, 1).unwrap(), &[2, 1], &[3.0, 7.0]);
        is(&differences(&x, 2).unwrap(), &[2, 0], &[]);
        is(&differences(&x, usize::MAX / 2).unwrap(), &[2, 0], &[]);
    }

    fn norms_of_the_least_order() {
        let (two, least) = norms(&F::f32(&[3.0, -4.0, 12.0], &[3])).unwrap();
        is(&two, &[], &[13.0]);
        is(&least, &[], &[3.0]);
        let told = norms(&F::f32(&[], &[0])).unwrap_err();
        assert_eq!(told.kind(), eagerpy::ErrorKind::Value, "{told}");
    }

    fn running_log_sums_at_the_ends() {
        let x = F::f32(&[-INF, -INF, 0.0, 1000.0, 1000.0, INF, 1.0, NAN, 1.0], &[9]);
        let twice = 1000.0 + 2.0_f32.ln();
        let right = [-INF, -INF, 0.0, 1000.0, twice, INF, INF, NAN, NAN];
        is(&log_sums(&x).unwrap(), &[9], &right);
    }
}
