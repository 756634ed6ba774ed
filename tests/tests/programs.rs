//! Whole agnostic functions: each runs on every backend of the build and must give the values worked out by hand.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use eagerpy::{ErrorKind, agnostic};

mod common;
#[cfg(feature = "candle")]
use common::ca;
#[cfg(feature = "ndarray")]
use common::nd;
#[cfg(feature = "tch")]
use common::tc;
use common::{Framework, Read, gives, on_every_backend};

// ---------------------------------------------------------------------- the functions

/// Euclidean norm of all elements.
#[agnostic]
pub fn l2_norm(x: &Tensor) -> Scalar {
    x.square().sum().sqrt()
}

/// Mean cross-entropy of a linear classifier.
#[agnostic]
pub fn linear_loss(
    x: &Tensor<f32, N, D>,
    w: &Tensor<f32, D, C>,
    b: &Tensor<f32, C>,
    labels: &Tensor<i64, N>,
) -> Scalar<f32> {
    let logits = x.matmul(w) + b;
    logits.crossentropy(labels).mean()
}

/// Every operator, numbers and host expressions on either side.
#[agnostic]
fn operators(x: &Tensor, y: &Tensor, n: usize, a: f64) -> (Tensor, Tensor) {
    let k = n as f64 + 1.0;
    let p = (2.0 * x - y / 2 + (a * k) * x - 1) % 7.0;
    let q = -(k - x) * (y + n as f32) + 6.0 / y;
    (p, q)
}

#[agnostic]
fn masks(x: &Tensor, y: &Tensor) -> Tensor {
    let near = (x >= 0.0) & (x < 2.5) | (y == 4.0);
    let far = !near ^ (x != y);
    where_(near, x, 0.0) + where_(far, 100.0, y)
}

#[agnostic]
fn horner(x: &Tensor, degree: usize) -> Tensor {
    let mut sum = ones_like(x);
    for i in (1..=degree).rev() {
        sum = sum * x / i as f64 + 1.0;
    }
    sum
}

#[agnostic]
fn fibonacci(a: &Tensor, b: &Tensor, rounds: usize) -> (Tensor, Tensor) {
    let (mut a, mut b) = (a, b);
    for _ in 0..rounds {
        let next = a + b;
        a = b;
        b = next;
    }
    (a, b)
}

#[agnostic]
fn chosen(x: &Tensor<_, N, D>, how: &str) -> Tensor<_, _, _> {
    if N == 1 {
        return x * 10.0;
    }
    let y = if how == "exp" {
        let shifted = x - x.max(axis = 1, keepdims = true);
        shifted.exp()
    } else if how == "same" {
        x
    } else {
        x.transpose()
    };
    y + 1.0
}

#[agnostic]
fn nested(x: &Tensor<_, N>) -> Scalar {
    let mut total = zeros(());
    for i in 0..N {
        let part = {
            let head = x[0..i + 1];
            head.sum()
        };
        if i % 2 == 0 {
            total += part;
        } else {
            for _ in 0..2 {
                total -= part / 2.0;
            }
        }
    }
    total / N as f64
}

#[agnostic]
fn indexing(
    x: &Tensor<_, 3, 4>,
    rows: &Tensor<i64, K>,
) -> (Tensor, Tensor, Tensor, Tensor, Scalar) {
    let strided = x[s![.., 0..4;2]];
    let backwards = x[s![..;-1, 1]];
    let picked = x[(rows, 1..3)];
    let new = x[s![0, NewAxis, ..]];
    (strided, backwards, picked, new, x[(-1, -1)])
}

#[agnostic]
fn masked(x: &Tensor<_, 2, 3>) -> (Tensor<_, _>, Tensor<_, _, 3>, Tensor<_, 2, _>, Tensor<_, _>) {
    let rows = x.sum(axis = 1) > 0.0;
    (x[x > 1.0], x[rows], x[(.., x[0] < 2.0)], x[s![rows, 1]])
}

#[agnostic]
fn updated(
    x: &Tensor<_, 3, 4>,
    rows: &Tensor<i64, K>,
    v: &Tensor<_, K, 4>,
) -> (
    Tensor<_, 3, 4>,
    Tensor<_, 3, 4>,
    Tensor<_, 3, 4>,
    Tensor<_, 3, 4>,
) {
    (
        x.index_update(rows, v),
        x.index_update(s![..;-2, 1..3], v[(..2, ..2)]),
        index_update(x, (rows, 1), value = 100.0),
        x.index_update(x > 9.0, x[(0, 2..)]),
    )
}

/// A tensor of integers, one of masks, and a position that the host counts.
#[agnostic]
fn updated_ints(at: &Tensor<i64, N>, k: i64) -> (Tensor<f64, N>, Tensor<f64, N>) {
    let mut even = at % 2 == 0;
    for i in 0..2 {
        even = even.index_update(i, true);
    }
    (at.index_update(k, -7).astype(f64), even.astype(f64))
}

#[agnostic]
fn loss_behind_indices(x: &Tensor<_, N>, v: &Tensor<_, 2>, at: &Tensor<i64, 2>) -> Scalar {
    let y = x.index_update(at, v * 3.0).index_update(3.., v[..1]);
    let z = y[y > 0.0];
    (z * z).sum()
}

#[agnostic]
fn host_values(x: &Tensor<_, N, D>, text: &str) -> (Scalar, usize, bool) {
    let factor: f64 = text.parse::<f64>()?;
    let size = x.dim(0) * x.shape()[1] + x.ndim();
    let largest = x.max().item();
    let big = largest > 3.0;
    (x.sum() * factor, size + N, big)
}

mod library {
    use eagerpy::agnostic;

    /// Rows scaled to norm 1.
    #[agnostic]
    pub(crate) fn normalised(x: &Tensor<_, N, D>) -> Tensor<_, N, D> {
        x / x.l2(axis = -1, keepdims = true)
    }

    /// Mean and variance of the rows.
    #[agnostic]
    pub(super) fn moments(x: &Tensor<_, N, D>) -> (Tensor<_, N>, Tensor<_, N>) {
        (x.mean(axis = 1), x.var(axis = 1))
    }

    /// Evenly spaced numbers.
    #[agnostic]
    pub fn grid(n: usize) -> Tensor<f32> {
        arange(n, dtype = _) / 2.0
    }
}

#[agnostic]
fn calls(x: &Tensor<_, N, D>) -> (Tensor, Scalar) {
    let unit = library::normalised(x);
    let (mean, var) = library::moments(unit);
    (mean + var, l2_norm(unit) / l2_norm(&unit))
}

#[agnostic]
fn shapes(
    x: &Tensor<f32, N, 2>,
) -> (
    Tensor<f32, 2, N>,
    Tensor<f32>,
    Tensor<f32, _, 4>,
    Tensor<f32, N, 2, 1>,
) {
    let wide = concatenate([x, x * 2.0], axis = 1);
    let joined = stack([x, x], axis = 0);
    (
        x.transpose(),
        joined.reshape((-1, 2 * N)),
        wide,
        x.expand_dims(-1),
    )
}

#[agnostic]
fn made(x: &Tensor<_, N>) -> (Tensor<_, N, N>, Tensor<i64, 3>, Tensor<_, N, 3>) {
    let hot = arange(3, dtype = i64);
    (
        eye(N) + full((N, N), 2.0),
        hot,
        broadcast_to(x.expand_dims(1), (N, 3)),
    )
}

#[agnostic]
fn chance(n: usize) -> (Tensor<f32>, Tensor<f64>) {
    (
        uniform((n, 2), low = -1.0, seed = 7, dtype = f32),
        normal(n, seed = 8, dtype = f64),
    )
}

#[agnostic]
fn best(scores: &Tensor<_, N, C>) -> (Tensor<i64, N>, Tensor<_, N, 2>, Tensor<_, N, C>) {
    let (values, _indices) = scores.topk(2);
    let label = scores.argmax(axis = 1);
    (label, values, one_hot(label, C))
}

#[agnostic]
fn doubled(x: &Tensor) -> Tensor {
    x * 2.0
}

/// A result of any rank, from a function of any rank.
#[agnostic]
fn quadrupled(x: &Tensor) -> (Tensor, Tensor) {
    let y = doubled(x);
    (doubled(y), doubled(doubled(x)) + 0.0)
}

#[agnostic]
fn annotated(x: &Tensor<f64, N>, n: usize) -> Tensor<f64, N> {
    let y: Tensor<f64, N> = zeros(n, dtype = f64);
    let z: Tensor<f64, N> = doubled(x);
    y + z
}

#[agnostic]
fn swapped_twice(x: &Tensor<_, N, D>, rounds: usize) -> Tensor<_, N, D> {
    let mut y = x;
    for _ in 0..rounds {
        y = y.transpose();
    }
    y
}

#[agnostic]
fn both(x: &Tensor) -> (Tensor, Tensor) {
    let y = x.exp();
    let (mut a, mut b) = (x, x);
    for _ in 0..2 {
        (a, b) = (y, y);
    }
    let c = if a.ndim() == 1 { y } else { b };
    (c, c)
}

#[agnostic]
fn declared(x: &Tensor<_, N, D>, k: usize) -> Tensor<_, N, D> {
    x[(0..k, ..)]
}

// ---------------------------------------------------------------------- what they give

on_every_backend! {
    fn norm() {
        gives(&l2_norm(&F::f32(&[3.0, 4.0], &[2])).unwrap(), &[], &[5.0]);
        gives(&l2_norm(&F::f64(&[1.0; 4], &[2, 2])).unwrap(), &[], &[2.0]);
    }

    fn loss() {
        let x = F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2]);
        let w = F::f32(&[0.0; 6], &[2, 3]);
        let b = F::f32(&[0.0; 3], &[3]);
        let labels = F::i64(&[0, 2], &[2]);
        gives(&linear_loss(&x, &w, &b, &labels).unwrap(), &[], &[3f64.ln()]);
    }

    fn entry_checks_name_both_places() {
        let x = F::f32(&[0.0; 8], &[4, 2]);
        let w = F::f32(&[0.0; 6], &[2, 3]);
        let b = F::f32(&[0.0; 3], &[3]);
        let error = linear_loss(&x, &w, &b, &F::i64(&[0; 5], &[5])).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::Shape);
        assert!(error.to_string().contains("`N` is 4 in `x` (axis 0) but 5 in `labels` (axis 0)"), "{error}");
    }

    fn errors_name_function_operation_and_place() {
        let x = F::f32(&[0.0; 4], &[2, 2]);
        let w = F::f32(&[0.0; 6], &[2, 3]);
        let b = F::f32(&[0.0; 3], &[3]);
        let error = linear_loss(&x, &w, &b, &F::i64(&[0, 3], &[2])).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::Index);
        let text = error.to_string();
        assert!(text.contains("linear_loss") && text.contains("logits.crossentropy(labels)") && text.contains("programs.rs"), "{text}");
        assert_eq!(error.op(), Some("crossentropy"));
    }

    fn every_operator() {
        let (p, q) = operators(&F::f32(&[1.0, -2.0], &[2]), &F::f32(&[4.0, 8.0], &[2]), 1, 0.5).unwrap();
        gives(&p, &[2], &[(2.0f64 - 2.0 + 1.0 - 1.0) % 7.0, (-4.0f64 - 4.0 - 2.0 - 1.0).rem_euclid(7.0)]);
        gives(&q, &[2], &[-(2.0 - 1.0) * 5.0 + 1.5, -(2.0 + 2.0) * 9.0 + 0.75]);
    }

    fn masks_choose() {
        let x = F::f32(&[-1.0, 1.0, 3.0], &[3]);
        let y = F::f32(&[4.0, 1.0, 4.0], &[3]);
        // near: T T T; far: !near ^ (x != y) = F^T, F^F, F^T
        gives(&masks(&x, &y).unwrap(), &[3], &[-1.0 + 100.0, 1.0 + 1.0, 3.0 + 100.0]);
    }

    fn loops_carry_tensors() {
        let x = F::f64(&[1.0, -0.5], &[2]);
        gives(&horner(&x, 20).unwrap(), &[2], &[1f64.exp(), (-0.5f64).exp()]);
        let (a, b) = fibonacci(&F::f32(&[0.0], &[1]), &F::f32(&[1.0], &[1]), 10).unwrap();
        gives(&a, &[1], &[55.0]);
        gives(&b, &[1], &[89.0]);
        let (a, b) = fibonacci(&F::f32(&[3.0], &[1]), &F::f32(&[4.0], &[1]), 0).unwrap();
        gives(&a, &[1], &[3.0]);
        gives(&b, &[1], &[4.0]);
    }

    fn branches_give_tensors() {
        let x = F::f32(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], &[2, 3]);
        gives(&chosen(&x, "same").unwrap(), &[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        gives(&chosen(&x, "").unwrap(), &[3, 2], &[1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
        let e = |v: f64| v.exp() + 1.0;
        gives(&chosen(&x, "exp").unwrap(), &[2, 3], &[e(-2.0), e(-1.0), 2.0, e(-2.0), e(-1.0), 2.0]);
        gives(&chosen(&F::f32(&[1.0, 2.0], &[1, 2]), "exp").unwrap(), &[1, 2], &[10.0, 20.0]);
    }

    fn blocks_nest() {
        // Prefix sums 1 3 6 10, signs + - + -.
        gives(&nested(&F::f32(&[1.0, 2.0, 3.0, 4.0], &[4])).unwrap(), &[], &[(1.0 - 3.0 + 6.0 - 10.0) / 4.0]);
    }

    fn every_form_of_index() {
        let data: Vec<f32> = (0..12).map(|v| v as f32).collect();
        let (strided, backwards, picked, new, last) =
            indexing(&F::f32(&data, &[3, 4]), &F::i64(&[2, 0], &[2])).unwrap();
        gives(&strided, &[3, 2], &[0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        gives(&backwards, &[3], &[9.0, 5.0, 1.0]);
        gives(&picked, &[2, 2], &[9.0, 10.0, 1.0, 2.0]);
        gives(&new, &[1, 4], &[0.0, 1.0, 2.0, 3.0]);
        gives(&last, &[], &[11.0]);
        let error = indexing(&F::f32(&data, &[3, 4]), &F::i64(&[3], &[1])).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::Index);
    }

    fn masks_pick() {
        let (some, rows, columns, crossed) =
            masked(&F::f32(&[1.0, 2.0, 3.0, -4.0, 5.0, -6.0], &[2, 3])).unwrap();
        gives(&some, &[3], &[2.0, 3.0, 5.0]);
        gives(&rows, &[1, 3], &[1.0, 2.0, 3.0]);
        gives(&columns, &[2, 1], &[1.0, -4.0]);
        gives(&crossed, &[1], &[2.0]);
        let (some, rows, columns, crossed) = masked(&F::f32(&[-1.0; 6], &[2, 3])).unwrap();
        gives(&some, &[0], &[]);
        gives(&rows, &[0, 3], &[]);
        gives(&columns, &[2, 3], &[-1.0; 6]);
        gives(&crossed, &[0], &[]);
    }

    fn parts_are_replaced() {
        let data: Vec<f32> = (0..12).map(|v| v as f32).collect();
        let x = F::f32(&data, &[3, 4]);
        let v = F::f32(&[-1.0, -1.0, -1.0, -1.0, -2.0, -2.0, -2.0, -2.0, -3.0, -3.0, -3.0, -3.0], &[3, 4]);
        let (rows, steps, crossed, chosen) = updated(&x, &F::i64(&[2, 0, 2], &[3]), &v).unwrap();
        // Of the rows for 2 the last stays.
        gives(&rows, &[3, 4], &[-2.0, -2.0, -2.0, -2.0, 4.0, 5.0, 6.0, 7.0, -3.0, -3.0, -3.0, -3.0]);
        gives(&steps, &[3, 4], &[0.0, -2.0, -2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, -1.0, -1.0, 11.0]);
        gives(&crossed, &[3, 4], &[0.0, 100.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 100.0, 10.0, 11.0]);
        gives(&chosen, &[3, 4], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 2.0, 3.0]);
        gives(&x, &[3, 4], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0]);
        let error = updated(&x, &F::i64(&[0, 3, 0], &[3]), &v).err().unwrap();
        assert_eq!((error.kind(), error.op()), (ErrorKind::Index, Some("index_update")));
        let error = updated(&F::f32(&[1.0; 12], &[3, 4]), &F::i64(&[0, 0, 0], &[3]), &v).err().unwrap();
        assert_eq!((error.kind(), error.op()), (ErrorKind::Shape, Some("index_update")));
        let text = "a value of shape [2] does not broadcast to [0], the shape of what it replaces";
        assert!(error.to_string().contains(text), "{error}");
    }

    fn parts_of_ints_and_masks_are_replaced() {
        let (at, even) = updated_ints(&F::i64(&[1, 3, 5, 6], &[4]), -2).unwrap();
        gives(&at, &[4], &[1.0, 3.0, -7.0, 6.0]);
        gives(&even, &[4], &[1.0, 1.0, 0.0, 1.0]);
        let error = updated_ints(&F::i64(&[1, 3, 5, 6], &[4]), 4).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::Index);
    }

    fn host_values_come_out() {
        let x = F::f32(&[1.0, 2.0, 3.0, 4.0, 0.0, 0.0], &[2, 3]);
        let (sum, size, big) = host_values(&x, "0.5").unwrap();
        gives(&sum, &[], &[5.0]);
        assert_eq!((size, big), (2 * 3 + 2 + 2, true));
        let error = host_values(&x, "half").err().unwrap();
        assert_eq!(error.kind(), ErrorKind::Host);
        assert!(std::error::Error::source(&error).is_some_and(|e| e.is::<std::num::ParseFloatError>()));
    }

    fn functions_call_each_other() {
        let x = F::f64(&[3.0, 4.0, 0.0, 2.0], &[2, 2]);
        let (a, b) = calls(&x).unwrap();
        gives(&a, &[2], &[0.7 + 0.01, 0.5 + 0.25]);
        gives(&b, &[], &[1.0]);
    }

    fn shapes_change() {
        let (t, joined, wide, tall) = shapes(&F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2])).unwrap();
        gives(&t, &[2, 2], &[1.0, 3.0, 2.0, 4.0]);
        gives(&joined, &[2, 4], &[1.0, 2.0, 3.0, 4.0, 1.0, 2.0, 3.0, 4.0]);
        gives(&wide, &[2, 4], &[1.0, 2.0, 2.0, 4.0, 3.0, 4.0, 6.0, 8.0]);
        gives(&tall, &[2, 2, 1], &[1.0, 2.0, 3.0, 4.0]);
    }

    fn tensors_are_made() {
        let (square, _count, wide) = made(&F::f32(&[5.0, 6.0], &[2])).unwrap();
        gives(&square, &[2, 2], &[3.0, 2.0, 2.0, 3.0]);
        gives(&wide, &[2, 3], &[5.0, 5.0, 5.0, 6.0, 6.0, 6.0]);
    }

    fn scores_rank() {
        let (_label, values, hot) = best(&F::f32(&[1.0, 9.0, 3.0, 7.0, 2.0, 7.0], &[2, 3])).unwrap();
        gives(&values, &[2, 2], &[9.0, 3.0, 7.0, 7.0]);
        gives(&hot, &[2, 3], &[0.0, 1.0, 0.0, 1.0, 0.0, 0.0]);
    }

    fn a_result_is_held_to_its_sizes() {
        let x = F::f32(&[0.0; 6], &[3, 2]);
        assert!(declared(&x, 3).is_ok());
        let error = declared(&x, 2).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::Shape);
        assert!(error.to_string().contains("the result is [2, 2], but the signature says [3, 2]"), "{error}");
    }

    fn results_of_any_rank_go_on() {
        let (a, b) = quadrupled(&F::f32(&[1.0, 2.0], &[1, 2])).unwrap();
        gives(&a, &[1, 2], &[4.0, 8.0]);
        gives(&b, &[1, 2], &[4.0, 8.0]);
    }

    fn written_types_are_checked() {
        let x = F::f64(&[1.0, 2.0], &[2]);
        gives(&annotated(&x, 2).unwrap(), &[2], &[2.0, 4.0]);
        let error = annotated(&x, 5).err().unwrap();
        assert!(error.to_string().contains("a tensor is [5], but its `let` says [2]"), "{error}");
    }

    fn sizes_that_a_loop_changes_are_checked() {
        let x = F::f32(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3]);
        gives(&swapped_twice(&x, 2).unwrap(), &[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(swapped_twice(&x, 1).err().unwrap().kind(), ErrorKind::Shape);
    }

    fn one_value_goes_out_twice() {
        let (a, b) = both(&F::f32(&[0.0], &[1])).unwrap();
        gives(&a, &[1], &[1.0]);
        gives(&b, &[1], &[1.0]);
    }

    fn sizes_of_one_and_none() {
        gives(&l2_norm(&F::f32(&[], &[0])).unwrap(), &[], &[0.0]);
        gives(&library::normalised(&F::f32(&[2.0], &[1, 1])).unwrap(), &[1, 1], &[1.0]);
        gives(&library::normalised(&F::f32(&[], &[0, 3])).unwrap(), &[0, 3], &[]);
    }
}

/// The same seed gives the same numbers on every backend.
#[test]
#[cfg(all(feature = "ndarray", feature = "candle"))]
fn one_seed_one_stream() {
    let (a, b) = chance::ndarray(5).unwrap();
    let (c, d) = chance::candle(5).unwrap();
    assert_eq!(a.read().1, c.read().1);
    assert_eq!(b.read().1, d.read().1);
    assert!(a.read().1.iter().all(|v| (-1.0..1.0).contains(v)));
    assert!(library::grid::ndarray(3).unwrap().read().1 == [0.0, 0.5, 1.0]);
}

/// What only ndarray has: ranks in types, and any storage.
#[cfg(feature = "ndarray")]
mod ndarray_types {
    use super::*;
    use eagerpy::frameworks::ndarray::{Array0, Array1, Array2, ArrayD, CowArray, array, s};

    #[agnostic]
    fn doubled(x: &Tensor) -> Tensor {
        x * 2.0
    }

    #[agnostic]
    fn difference(x: &Tensor, y: &Tensor) -> Tensor {
        (x - y).abs()
    }

    #[agnostic]
    fn rows(x: &Tensor<_, N, D>) -> Tensor<_, N> {
        x.sum(axis = 1)
    }

    #[agnostic]
    fn last_sums(x: &Tensor) -> Tensor {
        x.sum(axis = -1)
    }

    #[test]
    fn ranks_are_kept() {
        let x = array![[1.0_f32, 2.0], [3.0, 4.0]];
        let y: Array2<f32> = doubled(&x).unwrap();
        assert_eq!(y, array![[2.0, 4.0], [6.0, 8.0]]);
        let v: Array1<f64> = rows(&array![[1.0_f64, 2.0]]).unwrap();
        assert_eq!(v, array![3.0]);
        let n: Array0<f32> = l2_norm(&x).unwrap();
        assert!((n.into_scalar() - 30f32.sqrt()).abs() < 1e-6);
        let d: Array2<f32> = difference(&x, &array![1.0_f32, 1.0]).unwrap();
        assert_eq!(d, array![[0.0, 1.0], [2.0, 3.0]]);
        let any: ArrayD<f32> = last_sums(&x).unwrap();
        assert_eq!(any.shape(), [2]);
        let any: ArrayD<f32> = rows(&x).unwrap().into_dyn();
        assert_eq!(any.shape(), [2]);
    }

    #[test]
    fn any_storage_and_layout() {
        let x = array![[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
        let want = array![6.0_f32, 15.0];
        assert_eq!(rows(&x).unwrap(), want);
        assert_eq!(rows(&x.view()).unwrap(), want);
        assert_eq!(rows(&x.clone().into_shared()).unwrap(), want);
        assert_eq!(rows(&CowArray::from(x.view())).unwrap(), want);
        assert_eq!(rows(&x.t()).unwrap(), array![5.0, 7.0, 9.0]);
        assert_eq!(rows(&x.slice(s![.., ..;2])).unwrap(), array![4.0, 10.0]);
        assert_eq!(rows(&x.slice(s![.., ..;-1])).unwrap(), want);
        let mut y = x.clone();
        assert_eq!(rows(&y.view_mut()).unwrap(), want);
        let error = rows(&x.clone().into_shape_with_order(6).unwrap().into_dyn())
            .err()
            .unwrap();
        assert!(
            error
                .to_string()
                .contains("`x` has rank 1 ([6]), but the signature says [N, D]"),
            "{error}"
        );
    }
}

/// Gradients that candle tracks flow through.
#[test]
#[cfg(feature = "candle")]
fn candle_trains_through_generated_functions() {
    use eagerpy::frameworks::candle_core::{Device, Var};
    let x = Var::new(&[3.0_f32, 4.0], &Device::Cpu).unwrap();
    let norm = l2_norm(&x).unwrap();
    let grads = norm.backward().unwrap();
    gives(grads.get(&x).unwrap(), &[2], &[0.6, 0.8]);

    let w = Var::new(&[[0.0_f32, 0.0], [0.0, 0.0]], &Device::Cpu).unwrap();
    let b = ca::Tensor::new(&[0.0_f32, 0.0], &Device::Cpu).unwrap();
    let data = ca::Tensor::new(&[[1.0_f32, -2.0]], &Device::Cpu).unwrap();
    let labels = ca::Tensor::new(&[1_i64], &Device::Cpu).unwrap();
    let loss = linear_loss::candle(&data, &w, &b, &labels).unwrap();
    let grads = loss.backward().unwrap();
    gives(grads.get(&w).unwrap(), &[2, 2], &[0.5, -0.5, -1.0, 1.0]);

    // Only what the indices left of x and took of v has a gradient.
    let x = Var::new(&[1.0_f32, 2.0, -3.0, 4.0], &Device::Cpu).unwrap();
    let v = Var::new(&[5.0_f32, 6.0], &Device::Cpu).unwrap();
    let at = ca::Tensor::new(&[1_i64, 1], &Device::Cpu).unwrap();
    let loss = loss_behind_indices::candle(&x, &v, &at).unwrap();
    gives(&loss, &[], &[350.0]);
    let grads = loss.backward().unwrap();
    gives(grads.get(&x).unwrap(), &[4], &[2.0, 0.0, 0.0, 0.0]);
    gives(grads.get(&v).unwrap(), &[2], &[10.0, 108.0]);
}

/// Gradients that tch tracks flow through.
#[test]
#[cfg(feature = "tch")]
fn tch_trains_through_generated_functions() {
    let x = tc::Tensor::from_slice(&[3.0_f32, 4.0]).set_requires_grad(true);
    let norm = l2_norm(&x).unwrap();
    norm.backward();
    gives(&x.grad(), &[2], &[0.6, 0.8]);

    let w = tc::Tensor::zeros(
        [2, 2],
        (tc::Kind::Float, eagerpy::frameworks::tch::Device::Cpu),
    )
    .set_requires_grad(true);
    let b = tc::Tensor::from_slice(&[0.0_f32, 0.0]);
    let data = tc::Tensor::from_slice(&[1.0_f32, -2.0]).reshape([1, 2]);
    let labels = tc::Tensor::from_slice(&[1_i64]);
    linear_loss::tch(&data, &w, &b, &labels).unwrap().backward();
    gives(&w.grad(), &[2, 2], &[0.5, -0.5, -1.0, 1.0]);

    // Only what the indices left of x and took of v has a gradient.
    let x = tc::Tensor::from_slice(&[1.0_f32, 2.0, -3.0, 4.0]).set_requires_grad(true);
    let v = tc::Tensor::from_slice(&[5.0_f32, 6.0]).set_requires_grad(true);
    let at = tc::Tensor::from_slice(&[1_i64, 1]);
    let loss = loss_behind_indices::tch(&x, &v, &at).unwrap();
    gives(&loss, &[], &[350.0]);
    loss.backward();
    gives(&x.grad(), &[4], &[2.0, 0.0, 0.0, 0.0]);
    gives(&v.grad(), &[2], &[10.0, 108.0]);
}

/// A wrong element type is found at entry on frameworks that know it at run time only.
#[test]
#[cfg(feature = "candle")]
fn element_types_are_checked_at_entry() {
    let ints = ca::Ca::i64(&[1, 2], &[2]);
    let error = l2_norm(&ints).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Dtype);
    assert!(
        error
            .to_string()
            .contains("`x` has elements of i64, but the signature says a float type"),
        "{error}"
    );
}

#[test]
fn explain_shows_the_types() {
    assert!(
        linear_loss::EXPLAIN.contains("%logits = add %4, %b : f32[N, C]"),
        "{}",
        linear_loss::EXPLAIN
    );
}
