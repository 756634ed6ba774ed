//! Lists of parts, and new tensors of host numbers, in whole functions on every backend.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use eagerpy::{ErrorKind, agnostic};

mod common;
#[cfg(feature = "candle")]
use common::ca;
#[cfg(feature = "ndarray")]
use common::nd;
#[cfg(feature = "tch")]
use common::tc;
use common::{Framework, gives, on_every_backend};

#[agnostic]
fn by_parts(x: &Tensor<_, N>, count: usize) -> (Tensor, Tensor, Tensor) {
    let parts = x.split(count);
    let mut sum = zeros_like(parts[0]);
    for p in parts {
        sum += p;
    }
    let last = x.chunk(count)[count - 1];
    (sum, stack(parts), last)
}

#[agnostic]
fn heads(x: &Tensor<_, N, M>) -> (Tensor<_, N>, Tensor<_, M, N>) {
    let columns = x.unstack(axis = 1);
    let mut largest = columns[0];
    for column in columns {
        largest = maximum(largest, column);
    }
    (largest, stack(columns))
}

#[agnostic]
fn joined_again(x: &Tensor<_, N>, sizes: &[usize]) -> Tensor<_, N> {
    concatenate(x.split(sizes = sizes))
}

#[agnostic]
fn of_host_numbers(x: &Tensor<_, 2>, v: Vec<f64>, w: &[i64]) -> (Tensor, Tensor, Tensor) {
    let weights = tensor([0.5, 2.0]);
    let taken = x.take(tensor(w, dtype = i64));
    (x * weights, tensor(v) + 1.0, taken)
}

#[agnostic]
fn every_second(x: &Tensor<_, N>) -> Tensor {
    x.take(arange(0, N, 2)) + arange(0.0, 1.0, 0.5)[0]
}

#[agnostic]
fn drawn_like(x: &Tensor<f64, N>, seed: u64) -> Tensor<f64, 4, N> {
    let n = x.dim(0);
    stack([
        normal(n, seed = seed, dtype = f64),
        uniform(n, seed = seed, dtype = f64),
        randint(n, 0, 1000, seed = seed).astype(f64),
        permutation(n, seed = seed).astype(f64),
    ])
}

#[agnostic]
fn mixed(x: &Tensor<_, N>, n: usize) -> (Tensor<_, N>, Tensor<_, N>, Tensor<_, N>) {
    let mask = bernoulli(n, seed = 5);
    let drawn = randint(n, 0, 10, seed = 6).astype(_) + x * 0.0;
    (
        x.take(permutation(n, seed = 4)),
        x.masked_fill(mask, 0.0),
        drawn,
    )
}

on_every_backend! {
    fn parts_of_a_list() {
        let x = F::f32(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[6]);
        let (sum, stacked, last) = by_parts(&x, 3).unwrap();
        gives(&sum, &[2], &[9.0, 12.0]);
        gives(&stacked, &[3, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        gives(&last, &[2], &[5.0, 6.0]);
        assert_eq!(by_parts(&x, 4).err().unwrap().kind(), ErrorKind::Shape);
        assert_eq!(by_parts(&x, 0).err().unwrap().kind(), ErrorKind::Value);
        let y = F::f32(&[1.0, 5.0, 2.0, 3.0, 0.0, 4.0], &[2, 3]);
        let (largest, columns) = heads(&y).unwrap();
        gives(&largest, &[2], &[5.0, 4.0]);
        gives(&columns, &[3, 2], &[1.0, 3.0, 5.0, 0.0, 2.0, 4.0]);
        gives(&joined_again(&x, &[1, 0, 5]).unwrap(), &[6], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(joined_again(&x, &[1, 2]).err().unwrap().kind(), ErrorKind::Shape);
    }

    fn host_numbers() {
        let x = F::f32(&[3.0, 4.0], &[2]);
        let (weighted, more, taken) = of_host_numbers(&x, vec![0.5, -1.0, 2.0], &[1, 1, 0]).unwrap();
        gives(&weighted, &[2], &[1.5, 8.0]);
        gives(&more, &[3], &[1.5, 0.0, 3.0]);
        gives(&taken, &[3], &[4.0, 4.0, 3.0]);
        let x = F::f64(&[3.0, 4.0], &[2]);
        gives(&of_host_numbers(&x, vec![], &[]).unwrap().1, &[0], &[]);
        gives(&every_second(&F::f32(&[1.0, 2.0, 3.0], &[3])).unwrap(), &[2], &[1.0, 3.0]);
    }

    fn one_seed() {
        let x = F::f32(&[1.0, 2.0, 3.0, 4.0, 5.0], &[5]);
        let (order, kept, drawn) = mixed(&x, 5).unwrap();
        let read = |t: &_| common::Read::read(t).1;
        let mut sorted = read(&order);
        sorted.sort_by(f64::total_cmp);
        assert_eq!(sorted, [1.0, 2.0, 3.0, 4.0, 5.0]);
        // The same in the other float type.
        let wide = mixed(&F::f64(&[1.0, 2.0, 3.0, 4.0, 5.0], &[5]), 5).unwrap();
        assert_eq!(read(&drawn), common::Read::read(&wide.2).1);
        assert!(read(&drawn).iter().all(|n| (0.0..10.0).contains(n) && n.fract() == 0.0));
        let kept = read(&kept);
        assert!((0..).zip(&kept).all(|(i, &v)| v == 0.0 || v == f64::from(i + 1)), "{kept:?}");
    }
    fn a_seed_is_what_decides() {
        // Seven: pairs of normal numbers would leave one over.
        let x = F::f64(&[0.0; 7], &[7]);
        let read = |seed| common::Read::read(&drawn_like(&x, seed).unwrap()).1;
        assert_eq!(read(1), read(1));
        for (one, two) in read(1).chunks(7).zip(read(2).chunks(7)) {
            assert_ne!(one, two);
        }
    }
}

#[cfg(all(feature = "ndarray", feature = "candle"))]
#[test]
fn a_seed_gives_every_backend_the_same_numbers() {
    let zeros = [0.0; 7];
    let of_ndarray = drawn_like(&nd::Nd::f64(&zeros, &[7]), 3).unwrap();
    let right = common::Read::read(&of_ndarray);
    let of_candle = drawn_like(&ca::Ca::f64(&zeros, &[7]), 3).unwrap();
    assert_eq!(common::Read::read(&of_candle), right);
    #[cfg(feature = "tch")]
    {
        let of_tch = drawn_like(&tc::Tc::f64(&zeros, &[7]), 3).unwrap();
        assert_eq!(common::Read::read(&of_tch), right);
    }
}
