//! What tensor code elsewhere got wrong in softmaxes, losses, convolutions and poolings: one test each, on every backend.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::*;
use eagerpy::agnostic;

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// Holds a tensor to its sizes and elements; NaN and infinities count as equal to themselves.
#[track_caller]
fn is(tensor: &impl Read, shape: &[usize], data: &[f64]) {
    let (have_shape, have) = tensor.read();
    assert_eq!(have_shape, shape, "shape");
    assert_eq!(have.len(), data.len());
    for (h, d) in have.iter().zip(data) {
        let same = h == d || (h.is_nan() && d.is_nan());
        let near = (h - d).abs() <= 1e-5 * d.abs().max(1.0);
        assert!(same || near, "{have:?} is not {data:?}");
    }
}

// ---------------------------------------------------------------------- softmax

#[agnostic]
fn log_sum(x: &Tensor<_, N, D>) -> Tensor<_, N> {
    x.logsumexp(axis = 1)
}

#[agnostic]
fn log_sum_of(x: &Tensor<_, N, D>) -> (Scalar, Tensor<_, N, D>) {
    (x.logsumexp(axis = (0, 1)), x.logsumexp(axis = ()))
}

#[agnostic]
fn shares(x: &Tensor<_, N, D>, keep: &Tensor<bool, N, D>) -> (Tensor<_, N, D>, Tensor<_, N, D>) {
    (x.softmax(), x.masked_softmax(keep))
}

#[agnostic]
fn attend(
    q: &Tensor<_, L, D>,
    k: &Tensor<_, S, D>,
    v: &Tensor<_, S, V>,
    skipped: i64,
) -> Tensor<_, L, V> {
    let keep = arange(S, dtype = i64) != skipped;
    scaled_dot_product_attention(q, k, v, mask = keep, is_causal = true)
}

// ---------------------------------------------------------------------- losses

#[agnostic]
fn binary(x: &Tensor<_, N>, t: &Tensor<_, N>) -> Tensor<_, N> {
    binary_cross_entropy_with_logits(x, t, reduction = "none")
}

#[agnostic]
fn ignoring(
    x: &Tensor<_, N, C>,
    labels: &Tensor<i64, N>,
    ignored: i64,
    share: f64,
) -> (Tensor<_, N>, Scalar, Scalar) {
    let each = x.crossentropy(labels, ignore_index = ignored, label_smoothing = share);
    let mean = x.crossentropy(
        labels,
        ignore_index = ignored,
        label_smoothing = share,
        reduction = "mean",
    );
    let sum = x.crossentropy(
        labels,
        ignore_index = ignored,
        label_smoothing = share,
        reduction = "sum",
    );
    (each, mean, sum)
}

// ---------------------------------------------------------------------- windows

/// A weight that is a view with an offset, and its copy.
#[agnostic]
fn sliced_weight(
    x: &Tensor<_, 1, 2, 4, 4>,
    w: &Tensor<_, 3, 4, 1, 1>,
    one: &Tensor<_, 1, 1, 1, 1>,
) -> (
    Tensor<_, 1, 3, 4, 4>,
    Tensor<_, 1, 3, 4, 4>,
    Tensor<_, 1, 3, 4, 4>,
) {
    let view = w[s![.., 1..3]];
    (
        x.conv2d(view),
        x.conv2d(view * one),
        x.conv2d(view, padding = (0, 0)),
    )
}

#[agnostic]
fn averages(x: &Tensor<_, 1, 1, N>) -> (Tensor<_, 1, 1, _>, Tensor<_, 1, 1, _>) {
    let rows = x.expand_dims(2).broadcast_to((1, 1, 2, N));
    let both = rows.avg_pool2d((2, 2), ceil_mode = true);
    (
        x.avg_pool1d(2, stride = 2, ceil_mode = true),
        both.squeeze(2),
    )
}

/// Windows that reach beyond the padding, with the padding counted and not.
#[agnostic]
fn padded_averages(
    x: &Tensor<_, 1, 1, N>,
    y: &Tensor<_, 1, 1, H, W>,
    count: bool,
) -> (Tensor<_, 1, 1, _>, Tensor<_, 1, 1, _, _>) {
    (
        x.avg_pool1d(
            3,
            stride = 2,
            padding = 1,
            ceil_mode = true,
            count_include_pad = count,
        ),
        y.avg_pool2d(
            3,
            stride = 2,
            padding = 1,
            ceil_mode = true,
            count_include_pad = count,
        ),
    )
}

#[agnostic]
fn largest(x: &Tensor<_, 1, 1, 2, 2>) -> (Tensor<_, 1, 1, 1, 1>, Tensor<_, 1, 1, 2>) {
    (x.max_pool2d(2), x.reshape((1, 1, 4)).max_pool1d(2))
}

#[agnostic]
fn transposed(x: &Tensor<_, 1, 1, N>, w: &Tensor<_, 1, 1, K>) -> Tensor<_, 1, 1, _> {
    x.conv_transpose1d(w, stride = 2, padding = 1, output_padding = 1)
}

#[agnostic]
fn back(x: &Tensor<_, 1, 1, N>, w: &Tensor<_, 1, 1, K>) -> Tensor<_, 1, 1, _> {
    x.conv1d(w, stride = 2, padding = 1)
}

/// What is left, and the numbers that decide it.
#[agnostic]
fn dropped(x: &Tensor<_, N>) -> (Tensor<_, N>, Tensor<_, N>) {
    (x.dropout(p = 0.5, seed = 7), uniform(N, seed = 7))
}

on_every_backend! {
    fn logsumexp_of_large_and_infinite_elements() {
        let inf = f32::INFINITY;
        let x = F::f32(&[1000.0, 999.0, 1001.0, -inf, -inf, -inf, inf, 1.0, 0.0], &[3, 3]);
        is(&log_sum(&x).unwrap(), &[3], &[1001.4076, -INF, INF]);
        let x = F::f32(&[1000.0, 1000.0], &[1, 2]);
        let (all, none) = log_sum_of(&x).unwrap();
        is(&all, &[], &[1000.0 + 2.0_f64.ln()]);
        is(&none, &[1, 2], &[1000.0, 1000.0]);
        let x = F::f32(&[1000.0, 999.0, 1001.0, -inf, -inf, -inf], &[2, 3]);
        is(&log_sum_of(&x).unwrap().0, &[], &[1001.4076]);
        is(&log_sum_of(&F::f32(&[-inf; 4], &[2, 2])).unwrap().0, &[], &[-INF]);
        is(&log_sum_of(&F::f32(&[inf, 1.0, -inf, 0.0], &[2, 2])).unwrap().0, &[], &[INF]);
    }

    fn rows_that_are_wholly_masked() {
        let inf = f32::INFINITY;
        let x = F::f32(&[-inf, -inf, 1.0, 1.0], &[2, 2]);
        let keep = x_not_above(&x).unwrap();
        let (plain, masked) = shares(&x, &keep).unwrap();
        is(&plain, &[2, 2], &[NAN, NAN, 0.5, 0.5]);
        // Row 0 holds nothing but -∞, row 1 is masked.
        is(&masked, &[2, 2], &[0.0, 0.0, 0.0, 0.0]);
        // A causal mask and one of key 0 leave row 0 nothing.
        let x = F::f32(&[1.0, 2.0, 3.0], &[3, 1]);
        let out = attend(&x, &x, &x, 0).unwrap();
        let (low, high) = (1.0, 3.0_f64.exp());
        is(&out, &[3, 1], &[0.0, 2.0, (2.0 * low + 3.0 * high) / (low + high)]);
    }

    fn binary_crossentropy_of_far_logits() {
        let x = F::f32(&[200.0, -200.0, -200.0, 0.0, 30.0], &[5]);
        let t = F::f32(&[1.0, 1.0, 0.0, 0.5, 1.0], &[5]);
        let out = binary(&x, &t).unwrap();
        is(&out, &[5], &[0.0, 200.0, 0.0, 2.0_f64.ln(), 0.0]);
        // The tail is not cut.
        assert!(out.read().1[4] > 9e-14, "{:?}", out.read());
    }

    fn every_label_is_ignored() {
        let x = F::f32(&[1.0, 2.0], &[1, 2]);
        let (each, mean, sum) = ignoring(&x, &F::i64(&[-100], &[1]), -100, 0.0).unwrap();
        is(&each, &[1], &[0.0]);
        is(&mean, &[], &[NAN]);
        is(&sum, &[], &[0.0]);
        let none = F::f32(&[], &[0, 2]);
        let (each, mean, sum) = ignoring(&none, &F::i64(&[], &[0]), -100, 0.0).unwrap();
        is(&each, &[0], &[]);
        is(&mean, &[], &[NAN]);
        is(&sum, &[], &[0.0]);
    }

    fn ignored_rows_are_0_whatever_they_hold() {
        let inf = f32::INFINITY;
        let x = F::f32(&[-inf, -inf, 0.0, 0.0, f32::NAN, 1.0], &[3, 2]);
        let (each, mean, sum) = ignoring(&x, &F::i64(&[-1, 1, -1], &[3]), -1, 0.0).unwrap();
        let one = 2.0_f64.ln();
        is(&each, &[3], &[0.0, one, 0.0]);
        is(&mean, &[], &[one]);
        is(&sum, &[], &[one]);
    }

    fn bad_labels_beside_smoothing() {
        let x = F::f32(&[1.0, 2.0, 0.0, 0.0], &[2, 2]);
        let (each, _, _) = ignoring(&x, &F::i64(&[-1, 0], &[2]), -1, 0.1).unwrap();
        is(&each, &[2], &[0.0, 2.0_f64.ln()]);
        let x = F::f32(&[1.0, -f32::INFINITY], &[1, 2]);
        let (each, _, _) = ignoring(&x, &F::i64(&[0], &[1]), -1, 0.1).unwrap();
        is(&each, &[1], &[INF]);
        let told = ignoring(&x, &F::i64(&[2], &[1]), -1, 0.1).unwrap_err();
        assert_eq!(told.kind(), eagerpy::ErrorKind::Index, "{told}");
    }

    fn weights_that_are_views_with_an_offset() {
        let x: Vec<f32> = (0..32).map(|v| v as f32 / 8.0).collect();
        let w: Vec<f32> = (0..12).map(|v| v as f32 - 5.0).collect();
        let (x, w) = (F::f32(&x, &[1, 2, 4, 4]), F::f32(&w, &[3, 4, 1, 1]));
        let (view, copy, padded) = sliced_weight(&x, &w, &F::f32(&[1.0], &[1, 1, 1, 1])).unwrap();
        let (_, right) = copy.read();
        // Channel 0 is 0, 1/8, …, channel 1 is 2 more; the weights are -4 and -3 for the first output.
        assert_eq!(right[1], -4.0 / 8.0 + -3.0 * (2.0 + 1.0 / 8.0));
        is(&view, &[1, 3, 4, 4], &right);
        is(&padded, &[1, 3, 4, 4], &right);
    }

    fn what_is_beyond_the_padding_is_not_counted() {
        let x = F::f32(&[1.0, 2.0, 3.0, 4.0, 5.0], &[1, 1, 5]);
        let (line, plane) = averages(&x).unwrap();
        is(&line, &[1, 1, 3], &[1.5, 3.5, 5.0]);
        is(&plane, &[1, 1, 3], &[1.5, 3.5, 5.0]);
    }

    fn the_padding_is_counted_and_what_is_beyond_it_is_not() {
        let x = F::f32(&[1.0, 2.0, 3.0, 4.0], &[1, 1, 4]);
        let y: Vec<f32> = (1..17).map(|v| v as f32).collect();
        let y = F::f32(&y, &[1, 1, 4, 4]);
        let (line, plane) = padded_averages(&x, &y, true).unwrap();
        is(&line, &[1, 1, 3], &[1.0, 3.0, 2.0]);
        let right = [14.0 / 9.0, 10.0 / 3.0, 2.0, 19.0 / 3.0, 11.0, 6.0, 4.5, 7.5, 4.0];
        is(&plane, &[1, 1, 3, 3], &right);
        let (line, plane) = padded_averages(&x, &y, false).unwrap();
        is(&line, &[1, 1, 3], &[1.5, 3.0, 4.0]);
        is(&plane, &[1, 1, 3, 3], &[3.5, 5.0, 6.0, 9.5, 11.0, 12.0, 13.5, 15.0, 16.0]);
    }

    fn nan_in_a_window() {
        for data in [[1.0, f32::NAN, 2.0, 3.0], [f32::NAN, 1.0, 2.0, 3.0]] {
            let (plane, line) = largest(&F::f32(&data, &[1, 1, 2, 2])).unwrap();
            is(&plane, &[1, 1, 1, 1], &[NAN]);
            is(&line, &[1, 1, 2], &[NAN, 3.0]);
        }
    }

    fn the_transpose_has_the_size_that_the_convolution_comes_from() {
        let (x, w) = (F::f32(&[1.0, 2.0, 3.0], &[1, 1, 3]), F::f32(&[1.0, 10.0, 100.0], &[1, 1, 3]));
        let out = transposed(&x, &w).unwrap();
        is(&out, &[1, 1, 6], &[10.0, 102.0, 20.0, 203.0, 30.0, 300.0]);
        is(&back(&out, &w).unwrap(), &[1, 1, 3], &[10300.0, 20602.0, 30503.0]);
    }

    fn dropout_leaves_out_the_same_elements_everywhere() {
        let x = F::f32(&[1.0; 16], &[16]);
        let (left, numbers) = dropped(&x).unwrap();
        let right: Vec<f64> = numbers.read().1.iter().map(|&u| if u < 0.5 { 0.0 } else { 2.0 }).collect();
        assert!(right.contains(&0.0) && right.contains(&2.0));
        is(&left, &[16], &right);
    }
}

#[agnostic]
fn x_not_above(x: &Tensor<_, N, D>) -> Tensor<bool, N, D> {
    x < 0.0
}

// ---------------------------------------------------------------------- gradients

#[agnostic]
fn net(
    x: &Tensor<_, 1, 2, 4, 4>,
    w: &Tensor<_, 3, 2, 3, 3>,
    b: &Tensor<_, 3>,
    target: &Tensor<_, 1, 3, 2, 2>,
) -> Scalar {
    let y = x.conv2d(w, b, padding = 1);
    y.max_pool2d(2).mse_loss(target)
}

#[agnostic]
fn head(
    x: &Tensor<_, N, D>,
    scale: &Tensor<_, D>,
    shift: &Tensor<_, D>,
    labels: &Tensor<i64, N>,
) -> Scalar {
    x.layer_norm(weight = scale, bias = shift).crossentropy(
        labels,
        label_smoothing = 0.1,
        ignore_index = -1,
        reduction = "mean",
    )
}

#[agnostic]
fn others(
    x: &Tensor<_, 1, 2, 4, 4>,
    w: &Tensor<_, 2, 2, 2, 2>,
    y: &Tensor<_, 1, 2, 4, 4>,
) -> Scalar {
    let z = x
        .conv_transpose2d(w, stride = 2)
        .avg_pool2d(3, stride = 2, padding = 1);
    let z = z.group_norm(2).huber_loss(y, delta = 0.5) + z.binary_cross_entropy_with_logits(y);
    let rows = x.reshape((8, 4));
    let mixed = scaled_dot_product_attention(rows, rows, rows, is_causal = true)
        .glu()
        .rms_norm();
    z + mixed.sum()
        + kl_div_with_logits(rows, y.reshape((8, 4)), axis = 0).sum()
        + rows.cosine_similarity(y.reshape((8, 4))).sum()
        + x.adaptive_avg_pool2d(3).sum()
}

/// Numbers that are neither sorted nor equal.
fn scattered(count: usize, seed: usize) -> Vec<f64> {
    (0..count)
        .map(|i| ((i * 7919 + seed * 104_729) % 1009) as f64 / 504.5 - 1.0)
        .collect()
}

/// Each derivative, against a difference of two values.
#[cfg(any(feature = "candle", feature = "tch"))]
#[track_caller]
fn held_to_differences(
    inputs: &[(Vec<f64>, &[usize])],
    grads: &[Vec<f64>],
    value: impl Fn(&[(Vec<f64>, &[usize])]) -> f64,
) {
    let step = 1e-6;
    for (which, grad) in grads.iter().enumerate() {
        for (place, given) in grad.iter().enumerate() {
            let moved = |by: f64| {
                let mut inputs = inputs.to_vec();
                inputs[which].0[place] += by;
                value(&inputs)
            };
            let slope = (moved(step) - moved(-step)) / (2.0 * step);
            let off = (slope - given).abs();
            assert!(
                off < 1e-6 * slope.abs().max(1.0),
                "input {which}, element {place}: {} is not {slope}",
                given
            );
        }
    }
}

#[cfg(any(feature = "candle", feature = "tch"))]
macro_rules! gradient_tests {
    ($framework:ident, $tracked:path, $grads:path) => {
        #[test]
        fn gradients_of_a_convolution_a_pooling_and_a_loss() {
            let inputs: Vec<(Vec<f64>, &[usize])> = vec![
                (scattered(32, 1), &[1, 2, 4, 4]),
                (scattered(54, 2), &[3, 2, 3, 3]),
                (scattered(3, 3), &[3]),
                (scattered(12, 4), &[1, 3, 2, 2]),
            ];
            let value = |inputs: &[(Vec<f64>, &[usize])]| {
                let t: Vec<_> = inputs.iter().map(|(d, s)| $framework::f64(d, s)).collect();
                net(&t[0], &t[1], &t[2], &t[3]).unwrap().read().1[0]
            };
            let t: Vec<_> = inputs.iter().map(|(d, s)| $tracked(d, s)).collect();
            let grads = $grads(&net(&t[0], &t[1], &t[2], &t[3]).unwrap(), &t);
            held_to_differences(&inputs, &grads, value);
        }

        #[test]
        fn gradients_of_a_normalisation_and_crossentropy() {
            let inputs: Vec<(Vec<f64>, &[usize])> = vec![
                (scattered(15, 5), &[3, 5]),
                (scattered(5, 6), &[5]),
                (scattered(5, 7), &[5]),
            ];
            let labels = $framework::i64(&[4, -1, 0], &[3]);
            let value = |inputs: &[(Vec<f64>, &[usize])]| {
                let t: Vec<_> = inputs.iter().map(|(d, s)| $framework::f64(d, s)).collect();
                head(&t[0], &t[1], &t[2], &labels).unwrap().read().1[0]
            };
            let t: Vec<_> = inputs.iter().map(|(d, s)| $tracked(d, s)).collect();
            let grads = $grads(&head(&t[0], &t[1], &t[2], &labels).unwrap(), &t);
            held_to_differences(&inputs, &grads, value);
        }

        #[test]
        fn gradients_of_the_others() {
            let inputs: Vec<(Vec<f64>, &[usize])> = vec![
                (scattered(32, 8), &[1, 2, 4, 4]),
                (scattered(16, 9), &[2, 2, 2, 2]),
                (scattered(32, 10), &[1, 2, 4, 4]),
            ];
            let value = |inputs: &[(Vec<f64>, &[usize])]| {
                let t: Vec<_> = inputs.iter().map(|(d, s)| $framework::f64(d, s)).collect();
                others(&t[0], &t[1], &t[2]).unwrap().read().1[0]
            };
            let t: Vec<_> = inputs.iter().map(|(d, s)| $tracked(d, s)).collect();
            let grads = $grads(&others(&t[0], &t[1], &t[2]).unwrap(), &t);
            held_to_differences(&inputs, &grads, value);
        }

        #[test]
        fn ignored_rows_have_no_gradient() {
            let inf = f64::INFINITY;
            let x = $tracked(&[-inf, -inf, 1.0, 0.5], &[2, 2]);
            let labels = $framework::i64(&[-1, 0], &[2]);
            let (_, mean, _) = ignoring(&x, &labels, -1, 0.1).unwrap();
            let grads = $grads(&mean, &[x]);
            assert_eq!(grads[0][..2], [0.0, 0.0], "{grads:?}");
            assert!(grads[0][2] < 0.0 && grads[0][3] > 0.0, "{grads:?}");
        }

        #[test]
        fn the_gradient_of_binary_crossentropy_at_0() {
            let (x, t) = (
                $tracked(&[0.0, 200.0], &[2]),
                $framework::f64(&[1.0, 0.0], &[2]),
            );
            let loss = binary(&x, &t).unwrap().sum_all_of();
            let grads = $grads(&loss, &[x]);
            assert_eq!(grads[0], [-0.5, 1.0]);
        }
    };
}

/// The sum of a framework's own tensor.
#[cfg(any(feature = "candle", feature = "tch"))]
trait Summed {
    fn sum_all_of(&self) -> Self;
}

#[cfg(feature = "candle")]
mod gradients_of_candle {
    use super::*;
    use ca::{Ca, Tensor};
    use eagerpy::frameworks::candle_core::{Device, Var};

    impl Summed for Tensor {
        fn sum_all_of(&self) -> Tensor {
            self.sum_all().unwrap()
        }
    }

    fn tracked(data: &[f64], shape: &[usize]) -> Tensor {
        let tensor = Tensor::from_slice(data, shape, &Device::Cpu).unwrap();
        Var::from_tensor(&tensor).unwrap().into_inner()
    }

    fn grads(loss: &Tensor, of: &[Tensor]) -> Vec<Vec<f64>> {
        let grads = loss.backward().unwrap();
        of.iter()
            .map(|t| {
                let grad = grads.get(t).expect("a gradient");
                assert_eq!(grad.dims(), t.dims());
                grad.flatten_all().unwrap().to_vec1().unwrap()
            })
            .collect()
    }

    gradient_tests!(Ca, tracked, grads);
}

#[cfg(feature = "tch")]
mod gradients_of_tch {
    use super::*;
    use tc::{Tc, Tensor};

    impl Summed for Tensor {
        fn sum_all_of(&self) -> Tensor {
            self.sum(None::<eagerpy::frameworks::tch::Kind>)
        }
    }

    fn tracked(data: &[f64], shape: &[usize]) -> Tensor {
        Tc::f64(data, shape).set_requires_grad(true)
    }

    fn grads(loss: &Tensor, of: &[Tensor]) -> Vec<Vec<f64>> {
        loss.backward();
        of.iter()
            .map(|t| {
                let grad = t.grad();
                assert!(grad.defined());
                assert_eq!(grad.size(), t.size());
                grad.read().1
            })
            .collect()
    }

    gradient_tests!(Tc, tracked, grads);
}
