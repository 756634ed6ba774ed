//! Mistakes that other libraries have been known to make with matrices, on every backend.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::*;
use eagerpy::{ErrorKind, agnostic};

#[agnostic]
fn inverse(x: &Tensor<_, N, N>) -> Tensor<_, N, N> {
    x.inv()
}

#[agnostic]
fn solved(x: &Tensor<_, N, N>, y: &Tensor<_, N>) -> Tensor<_, N> {
    x.solve(y)
}

#[agnostic]
fn stacked(x: &Tensor<_, B, N, N>, y: &Tensor<_, N, K>) -> Tensor<_, B, N, K> {
    x.solve(y)
}

#[agnostic]
fn back(x: &Tensor<_, N, N>, y: &Tensor<_, N>) -> Tensor<_, N> {
    x.solve_triangular(y)
}

#[agnostic]
fn factor(x: &Tensor<_, N, N>) -> Tensor<_, N, N> {
    x.cholesky()
}

#[agnostic]
fn determinant(x: &Tensor<_, N, N>) -> (Scalar, Scalar, Scalar) {
    let (sign, log) = x.slogdet();
    (x.det(), sign, log)
}

#[agnostic]
fn values(x: &Tensor<_, N, N>) -> (Tensor<_, N>, Tensor<_, N>) {
    (x.eigvalsh(), x.svdvals())
}

#[agnostic]
fn squared(x: &Tensor) -> Tensor {
    x.inv()
}

/// A product of repeated rows: nothing is read through a stride of 0 as if it were 1.
#[agnostic]
fn repeated(x: &Tensor<_, K>, w: &Tensor<_, K, M>, n: usize) -> Tensor {
    let rows = x.broadcast_to((n, K));
    let cubes = x.expand_dims(0).broadcast_to((2, n, K));
    rows.matmul(w) + cubes.matmul(w)[1] + einsum("ik,km->im", rows, w)
}

#[agnostic]
fn product(x: &Tensor, y: &Tensor) -> Tensor {
    x.matmul(y)
}

#[agnostic]
fn by_letters(x: &Tensor, y: &Tensor, equation: &str) -> Tensor {
    einsum(equation, x, y)
}

/// How far the factors, multiplied, are from what they are factors of.
#[agnostic]
fn distances(x: &Tensor<f64, N, N>) -> Tensor<f64, 7> {
    let one = eye(N, dtype = f64);
    let gram = x.matmul(x.transpose()) + one;
    let (q, r) = x.qr();
    let (u, s, vh) = x.svd();
    let (w, v) = gram.eigh();
    let l = gram.cholesky();
    let y = gram.solve(x);
    stack([
        (x.matmul(x.inv()) - one).linf(),
        (q.matmul(r) - x).linf(),
        ((u * s).matmul(vh) - x).linf(),
        ((v * w).matmul(v.transpose()) - gram).linf(),
        (l.matmul(l.transpose()) - gram).linf(),
        (gram.matmul(y) - x).linf(),
        (w.log().sum() - gram.slogdet().1).abs(),
    ])
}

fn fails<T>(result: eagerpy::Result<T>, kind: ErrorKind) -> String {
    match result {
        Ok(_) => panic!("no error of kind {kind:?}"),
        Err(error) => {
            assert_eq!(error.kind(), kind, "{error}");
            error.to_string()
        }
    }
}

const SINGULAR: [f32; 4] = [1.0, 2.0, 2.0, 4.0];
const NAN: f32 = f32::NAN;

on_every_backend! {
    fn a_singular_matrix_is_an_error_of_kind_value() {
        let (x, y) = (F::f32(&SINGULAR, &[2, 2]), F::f32(&[1.0, 2.0], &[2]));
        let text = fails(inverse(&x), ErrorKind::Value);
        assert!(text.contains("the matrix is singular"), "{text}");
        fails(solved(&x, &y), ErrorKind::Value);
        fails(back(&F::f32(&[1.0, 2.0, 0.0, 0.0], &[2, 2]), &y), ErrorKind::Value);
        fails(inverse(&F::f32(&[0.0; 4], &[2, 2])), ErrorKind::Value);
    }

    fn a_singular_matrix_of_a_stack_is_an_error_of_kind_value() {
        let both = [[1.0, 0.0, 0.0, 1.0], SINGULAR].concat();
        fails(squared(&F::f32(&both, &[2, 2, 2])), ErrorKind::Value);
    }

    fn nan_is_no_inverse() {
        let x = F::f32(&[NAN, 1.0, 1.0, 1.0], &[2, 2]);
        fails(inverse(&x), ErrorKind::Value);
        fails(solved(&x, &F::f32(&[1.0, 2.0], &[2])), ErrorKind::Value);
        fails(factor(&x), ErrorKind::Value);
        fails(values(&x), ErrorKind::Value);
        let (det, sign, log) = determinant(&x).unwrap();
        for nan in [det.read(), sign.read(), log.read()] {
            assert!(nan.1[0].is_nan());
        }
    }

    fn a_singular_matrix_has_a_determinant() {
        let (det, sign, log) = determinant(&F::f32(&SINGULAR, &[2, 2])).unwrap();
        gives(&det, &[], &[0.0]);
        gives(&sign, &[], &[0.0]);
        assert_eq!(log.read().1, [f64::NEG_INFINITY]);
    }

    fn no_rows_are_no_mistake() {
        let x = F::f32(&[], &[0, 0]);
        let (det, sign, log) = determinant(&x).unwrap();
        gives(&det, &[], &[1.0]);
        gives(&sign, &[], &[1.0]);
        gives(&log, &[], &[0.0]);
        gives(&inverse(&x).unwrap(), &[0, 0], &[]);
        gives(&factor(&x).unwrap(), &[0, 0], &[]);
        gives(&squared(&F::f32(&[], &[0, 2, 2])).unwrap(), &[0, 2, 2], &[]);
        let (w, s) = values(&x).unwrap();
        gives(&w, &[0], &[]);
        gives(&s, &[0], &[]);
    }

    fn not_positive_definite_is_an_error_of_kind_value() {
        fails(factor(&F::f32(&[1.0, 2.0, 2.0, 1.0], &[2, 2])), ErrorKind::Value);
        fails(factor(&F::f32(&[0.0; 4], &[2, 2])), ErrorKind::Value);
    }

    fn the_lower_triangle_alone_is_read() {
        let x = F::f32(&[4.0, NAN, 2.0, 5.0], &[2, 2]);
        gives(&factor(&x).unwrap(), &[2, 2], &[2.0, 0.0, 1.0, 2.0]);
    }

    fn not_square_is_an_error_of_kind_shape() {
        fails(squared(&F::f32(&[0.0; 6], &[2, 3])), ErrorKind::Shape);
        fails(squared(&F::f32(&[0.0; 3], &[3])), ErrorKind::Shape);
    }

    fn one_matrix_on_the_right_is_for_the_whole_stack() {
        let x = F::f32(&[1.0, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 4.0], &[2, 2, 2]);
        let y = F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2]);
        let z = stacked(&x, &y).unwrap();
        gives(&z, &[2, 2, 2], &[1.0, 2.0, 3.0, 4.0, 0.5, 1.0, 0.75, 1.0]);
    }

    fn products_of_repeated_rows() {
        let (x, w) = (F::f32(&[1.0, 2.0], &[2]), F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2]));
        let y = repeated(&x, &w, 3).unwrap();
        gives(&y, &[3, 2], &[21.0, 30.0, 21.0, 30.0, 21.0, 30.0]);
    }

    fn products_of_all_ranks() {
        let ones = |shape: &[usize]| F::f32(&vec![1.0; shape.iter().product()], shape);
        let y = product(&ones(&[2, 3, 4]), &ones(&[4, 5])).unwrap();
        gives(&y, &[2, 3, 5], &[4.0; 30]);
        let y = product(&ones(&[2]), &ones(&[2])).unwrap();
        gives(&y, &[], &[2.0]);
        let y = product(&ones(&[2, 0]), &ones(&[0, 3])).unwrap();
        gives(&y, &[2, 3], &[0.0; 6]);
    }

    fn factors_of_larger_matrices() {
        for n in [1, 2, 33, 65, 130] {
            let data: Vec<f64> = (0..n * n)
                .map(|i| (i as f64 * 0.7).sin() + f64::from(u8::from(i % (n + 1) == 0)) * 8.0)
                .collect();
            let (_, distances) = distances(&F::f64(&data, &[n, n])).unwrap().read();
            assert!(distances.iter().all(|d| *d < 1e-9), "{n}: {distances:?}");
        }
    }

    fn an_equation_that_is_known_when_it_runs() {
        let (x, y) = (F::f32(&[1.0, 2.0], &[1, 2]), F::f32(&[3.0, 4.0], &[2, 1]));
        let z = by_letters(&x, &y, "ij,jk->k").unwrap();
        gives(&z, &[1], &[11.0]);
        fails(by_letters(&x, &y, "ij,jk->kk"), ErrorKind::Value);
        fails(by_letters(&x, &y, "ij,ij->i"), ErrorKind::Shape);
        fails(by_letters(&x, &y, "ij->i"), ErrorKind::Value);
        fails(by_letters(&x, &y, "ijk,jk->i"), ErrorKind::Shape);
    }
}
