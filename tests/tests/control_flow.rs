//! Loops, jumps, `match` and `let … else` with tensors in them, on every backend.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use eagerpy::agnostic;

mod common;
#[cfg(feature = "candle")]
use common::ca;
#[cfg(feature = "ndarray")]
use common::nd;
#[cfg(feature = "tch")]
use common::tc;
use common::{Framework, gives, on_every_backend};

/// Halves until the largest element is below the bound.
#[agnostic]
fn halve_until(x: &Tensor, bound: f64) -> (Tensor, usize) {
    let mut y = x;
    let mut rounds = 0;
    while y.abs().max().item() >= bound {
        y = y / 2.0;
        rounds += 1;
    }
    (y, rounds)
}

/// A `while` over the host alone, and `while let`.
#[agnostic]
fn drain(x: &Tensor, factors: Vec<f64>) -> Tensor {
    let mut y = x;
    let mut left = factors;
    while let Some(factor) = left.pop() {
        y = y * factor;
    }
    let mut i = 0;
    while i < 3 {
        i += 1;
        if i == 2 {
            continue;
        }
        y += i as f64;
    }
    y
}

/// Newton's square root: `loop` that gives a tensor.
#[agnostic]
fn newton(x: &Tensor, tolerance: f64) -> (Tensor, usize) {
    let mut guess = ones_like(x);
    let mut rounds: usize = 0;
    let root = loop {
        let next = (guess + x / guess) * 0.5;
        rounds += 1;
        if (next - guess).abs().max().item() < tolerance {
            break next;
        }
        if rounds > 100 {
            break guess;
        }
        guess = next;
    };
    (root, rounds)
}

/// Jumps over two loops, with variables of both.
#[agnostic]
fn grid(x: &Tensor, rows: usize, columns: usize, stop: usize) -> (Tensor, Tensor) {
    let mut total = x;
    let mut last = x;
    'rows: for i in 0..rows {
        let mut row = x * 0.0;
        for j in 0..columns {
            if j > i {
                total = total + row;
                continue 'rows;
            }
            if i * columns + j == stop {
                last = row;
                break 'rows;
            }
            row = row + (i * columns + j) as f64;
        }
        total = total + row * 100.0;
    }
    (total, last)
}

/// A labelled block that is left early.
#[agnostic]
fn blocks(x: &Tensor, how: usize) -> (Tensor, Tensor) {
    let mut y = x;
    let z = 'pick: {
        if how == 0 {
            break 'pick x * 10.0;
        }
        y = y + 1.0;
        if how == 1 {
            y = y + 1.0;
            break 'pick y;
        }
        x - 1.0
    };
    (y, z)
}

enum Kind {
    Same,
    Scaled(f64),
    Shifted { by: f64, twice: bool },
}

#[agnostic]
fn matched(x: &Tensor, kind: &Kind, n: usize) -> (Tensor, usize) {
    let mut seen = 0;
    let mut y = x;
    let z = match kind {
        Kind::Same => x,
        Kind::Scaled(factor) if *factor < 0.0 => {
            seen = 1;
            y = y * 2.0;
            -x
        }
        Kind::Scaled(factor) => x * *factor,
        Kind::Shifted { by, twice } => {
            let shifted = x + *by;
            if *twice { shifted + *by } else { shifted }
        }
    };
    let k = match (n, x.ndim()) {
        (0, _) => return (z, seen),
        (1, d) => d,
        _ if x.dim(0) > 2 => 7,
        _ => 8,
    };
    (y + z, k + seen)
}

#[agnostic]
fn looked_up(x: &Tensor, table: &[f64], place: Option<usize>) -> Tensor {
    let Some(place) = place else {
        return x * 0.0;
    };
    let Some(factor) = table.get(place + x.ndim()) else {
        let y = x + 100.0;
        return y;
    };
    if let Some(first) = table.first()
        && *first > 1.0
    {
        x * *factor + *first
    } else {
        x * *factor
    }
}

/// `continue` in a loop over tensors that are swapped.
#[agnostic]
fn swapped(a: &Tensor, b: &Tensor, rounds: usize) -> (Tensor, Tensor) {
    let (mut a, mut b) = (a, b);
    for i in 0..rounds {
        if i % 3 == 2 {
            continue;
        }
        (a, b) = (b, a + b);
    }
    (a, b)
}

/// Views that go round: what is left of a slice at each round.
#[agnostic]
fn peel(x: &Tensor<_, N>) -> (Tensor<_, _>, Scalar) {
    let mut rest = x;
    let mut total = zeros(());
    loop {
        if rest.dim(0) <= 1 {
            break;
        }
        let head = rest[0];
        rest = rest[1..];
        if head.item() < 0.0 {
            continue;
        }
        total += head;
    }
    (rest, total)
}

/// A side that never gives a value.
#[agnostic]
fn strict(x: &Tensor, how: &str) -> Tensor {
    let y = match how {
        "double" => x * 2.0,
        "half" => x / 2.0,
        other => unreachable!("{other} was refused before"),
    };
    if how == "double" {
        y
    } else {
        panic!("only doubles")
    }
}

/// A pair that goes round, with a host value in it.
#[agnostic]
fn counted(x: &Tensor, rounds: usize) -> (Tensor, usize) {
    let mut pair = (x, 0);
    for i in 0..rounds {
        pair = (pair.0 * 2.0, pair.1 + i);
    }
    pair
}

/// `return` out of two loops.
#[agnostic]
fn first_above(x: &Tensor<_, N, M>, bound: f64) -> (Scalar, usize) {
    for i in 0..N {
        let row = x[i];
        let mut j = 0;
        while j < M {
            let v = row[j];
            if v.item() > bound {
                return (v, i * M + j);
            }
            j += 1;
        }
    }
    (x.max(), N * M)
}

on_every_backend! {
    fn loops_end_on_a_condition() {
        let (y, rounds) = halve_until(&F::f32(&[8.0, -12.0], &[2]), 2.0).unwrap();
        gives(&y, &[2], &[1.0, -1.5]);
        assert_eq!(rounds, 3);
        gives(&drain(&F::f32(&[1.0, 2.0], &[2]), vec![2.0, 3.0]).unwrap(), &[2], &[10.0, 16.0]);
        let (root, rounds) = newton(&F::f64(&[4.0, 9.0], &[2]), 1e-9).unwrap();
        gives(&root, &[2], &[2.0, 3.0]);
        assert!(rounds < 12);
    }
    fn jumps_leave_what_the_variables_are() {
        let x = F::f32(&[1.0], &[1]);
        // i = 0: j 0 adds 0, j 1 jumps on: total 1 + 0; i = 1: j 0 adds 3, j 1 adds 4, j 2 jumps on: 8;
        // i = 2: adds 6, 7, 8, is whole: 8 + 2100.
        let (total, last) = grid(&x, 3, 3, 99).unwrap();
        gives(&total, &[1], &[2108.0]);
        gives(&last, &[1], &[1.0]);
        let (total, last) = grid(&x, 3, 3, 8).unwrap();
        gives(&total, &[1], &[8.0]);
        gives(&last, &[1], &[13.0]);
        let (a, b) = swapped(&x, &F::f32(&[2.0], &[1]), 5).unwrap();
        gives(&a, &[1], &[8.0]);
        gives(&b, &[1], &[13.0]);
    }
    fn labelled_blocks() {
        let x = F::f32(&[1.0, 2.0], &[2]);
        for (how, y, z) in [
            (0, [1.0, 2.0], [10.0, 20.0]),
            (1, [3.0, 4.0], [3.0, 4.0]),
            (2, [2.0, 3.0], [0.0, 1.0]),
        ] {
            let (have_y, have_z) = blocks(&x, how).unwrap();
            gives(&have_y, &[2], &y);
            gives(&have_z, &[2], &z);
        }
    }
    fn match_over_host_values() {
        let x = F::f32(&[1.0, 2.0], &[2]);
        let (y, k) = matched(&x, &Kind::Same, 0).unwrap();
        gives(&y, &[2], &[1.0, 2.0]);
        assert_eq!(k, 0);
        let (y, k) = matched(&x, &Kind::Scaled(-1.0), 1).unwrap();
        gives(&y, &[2], &[1.0, 2.0]);
        assert_eq!(k, 2);
        let (y, k) = matched(&x, &Kind::Scaled(3.0), 5).unwrap();
        gives(&y, &[2], &[4.0, 8.0]);
        assert_eq!(k, 8);
        let (y, _) = matched(&x, &Kind::Shifted { by: 0.5, twice: true }, 1).unwrap();
        gives(&y, &[2], &[3.0, 5.0]);
        let (y, _) = matched(&x, &Kind::Shifted { by: 0.5, twice: false }, 1).unwrap();
        gives(&y, &[2], &[2.5, 4.5]);
    }
    fn let_else_and_let_chains() {
        let x = F::f32(&[1.0, 2.0], &[2]);
        gives(&looked_up(&x, &[1.0, 2.0, 3.0], None).unwrap(), &[2], &[0.0, 0.0]);
        gives(&looked_up(&x, &[1.0, 2.0, 3.0], Some(1)).unwrap(), &[2], &[3.0, 6.0]);
        gives(&looked_up(&x, &[1.0, 2.0, 3.0], Some(2)).unwrap(), &[2], &[101.0, 102.0]);
        gives(&looked_up(&x, &[5.0, 2.0, 3.0], Some(0)).unwrap(), &[2], &[7.0, 9.0]);
    }
    fn views_go_round() {
        let (rest, total) = peel(&F::f32(&[1.0, -5.0, 2.0, 4.0], &[4])).unwrap();
        gives(&rest, &[1], &[4.0]);
        gives(&total, &[], &[3.0]);
    }
    fn sides_that_give_nothing() {
        gives(&strict(&F::f32(&[1.0], &[1]), "double").unwrap(), &[1], &[2.0]);
    }
    fn pairs_go_round() {
        let (y, k) = counted(&F::f32(&[1.0], &[1]), 4).unwrap();
        gives(&y, &[1], &[16.0]);
        assert_eq!(k, 6);
    }
    fn return_leaves_all_loops() {
        let x = F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2]);
        let (v, place) = first_above(&x, 2.5).unwrap();
        gives(&v, &[], &[3.0]);
        assert_eq!(place, 2);
        let (v, place) = first_above(&x, 9.0).unwrap();
        gives(&v, &[], &[4.0]);
        assert_eq!(place, 4);
    }
}
