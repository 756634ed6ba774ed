//! Gradients through lists, options and enums of tensors, on every backend: against central differences, and both ways.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use eagerpy::agnostic;

mod common;
#[cfg(feature = "candle")]
use common::ca;
#[cfg(feature = "ndarray")]
use common::nd;
#[cfg(feature = "tch")]
use common::tc;
use common::{Framework, Read, on_every_backend};

// ---------------------------------------------------------------------- lists that a function makes

/// By index, the first and the last.
#[agnostic(grad)]
fn picked(x: &Tensor<_, N>, k: usize) -> Scalar {
    let list = [x, x * 2.0, x.sin()];
    (list[0] * list[-1]).sum() + (list[k] * list[k]).sum() * list.len() as f64
}

/// States of a net over time, all of them at the end.
#[agnostic(grad)]
fn states(x: &Tensor<_, T, D>, u: &Tensor<_, D, D>) -> Scalar {
    let mut states = Vec::new();
    let mut h = x[0];
    for t in 0..T {
        h = (h.matmul(u) + x[t]).tanh();
        states.push(h);
    }
    let all = stack(states);
    (all * all).sum() + states[1].sum() * 3.0
}

/// A list that is read while it grows.
#[agnostic(grad)]
fn growing(x: &Tensor<_, N>, n: usize) -> Scalar {
    let mut list = vec![x, x * 0.5];
    let mut total = zeros(());
    for _ in 0..n {
        let next = list[-1] * list[-2] + x;
        total += stack(list).square().sum();
        list.push(next);
    }
    let joined = concatenate(list);
    total + (joined * joined).mean() + list[2].sum()
}

/// `map` and `collect`.
#[agnostic(grad)]
fn mapped(x: &Tensor<_, N>, n: usize) -> Scalar {
    let list: Vec<Tensor<_, N>> = (0..n).map(|i| x * (i as f64 + 1.0)).collect();
    let more = list.iter().map(|y| y.sin() * x).collect();
    let mut total = zeros(());
    for (i, (a, b)) in list.iter().zip(more).enumerate() {
        total += (a * b).sum() * i as f64;
    }
    total
}

/// A list is chosen by a branch, and goes round a loop.
#[agnostic(grad)]
fn carried(x: &Tensor<_, N>, n: usize, more: bool) -> Scalar {
    let mut list = vec![x];
    if more {
        list = vec![x * 2.0, x.exp()];
    }
    for i in 0..n {
        list = list.iter().map(|y| y * x + i as f64).collect();
        if i == 1 {
            list.push(x);
        }
    }
    stack(list).sum()
}

/// Lists in the rounds of a loop, which is left.
#[agnostic(grad)]
fn inner_lists(x: &Tensor<_, N>, limit: f64) -> Scalar {
    let mut total = zeros(());
    for i in 0..4 {
        let mut parts = Vec::new();
        parts.push(x * i as f64);
        for j in 0..i {
            parts.push(parts[-1] * x + j as f64);
            if j == 2 {
                break;
            }
        }
        let sum = stack(parts).square().sum();
        if sum.item() > limit {
            continue;
        }
        total += sum * parts[0].sum();
    }
    total
}

/// Elements that are assigned.
#[agnostic(grad)]
fn assigned(x: &Tensor<_, N>, n: usize) -> Scalar {
    let mut list = vec![x, x * 2.0, x * 3.0];
    for i in 0..n {
        list[i % 3] = list[i % 3] * x + list[-1];
        list[0] += x;
    }
    list.pop();
    list.push(list[0] * list[1]);
    list[1] = x;
    stack(list).square().sum()
}

/// Lists of pairs.
#[agnostic(grad)]
fn pairs(x: &Tensor<_, N>, n: usize) -> Scalar {
    let mut list = Vec::new();
    for i in 0..n {
        list.push((x * i as f64, x.sin()));
    }
    let mut total = zeros(());
    for (a, b) in list.iter().rev().skip(1) {
        total = total * 0.5 + (a * b).sum();
    }
    total
}

// ---------------------------------------------------------------------- loops over lists

#[agnostic(grad)]
fn steps(list: &[Tensor<_, N>], weights: &[f64]) -> Scalar {
    let mut total = zeros(());
    for (i, x) in list.iter().enumerate() {
        total += (x * x).sum() * (i + 1) as f64;
    }
    for x in list.iter().rev().take(2) {
        total = total * 0.5 + x.sin().sum();
    }
    for (x, w) in list.iter().skip(1).zip(weights.iter().copied()) {
        total += x.sum() * w;
    }
    for (a, b) in list.iter().zip(list.iter().skip(1)) {
        if a.sum().item() > 1.0 {
            continue;
        }
        total += (a * b).sum();
    }
    total + (list[-1] * list[0]).sum() + stack(list).exp().mean()
}

/// With a rest.
#[agnostic(grad)]
fn until(list: &[Tensor<_, N>], limit: f64) -> Tensor<_, N> {
    let mut y = list[0];
    for x in list {
        y = y * x + x;
        if y.sum().item() > limit {
            break;
        }
    }
    y
}

#[agnostic(grad)]
fn scalars(list: &[Scalar]) -> Scalar {
    let mut product = ones(());
    for x in list {
        product = product * x + 0.5;
    }
    product
}

on_every_backend! {
    fn lists_of_the_function(){
        let at = [0.5, -0.4, 0.9];
        for k in [0, 1, 2] {
            checked(&at, &|x| number(&picked(&F::f64(x, &[3]), k).unwrap()),
                &|x| picked::value_and_grad(&F::f64(x, &[3]), k).unwrap().1.read().1,
                &|x, t| number(&picked::jvp(&F::f64(x, &[3]), k, &F::f64(t, &[3])).unwrap()));
        }
        for n in [0, 1, 3] {
            checked(&at, &|x| number(&growing(&F::f64(x, &[3]), n + 1).unwrap()),
                &|x| growing::value_and_grad(&F::f64(x, &[3]), n + 1).unwrap().1.read().1,
                &|x, t| number(&growing::jvp(&F::f64(x, &[3]), n + 1, &F::f64(t, &[3])).unwrap()));
            checked(&at, &|x| number(&mapped(&F::f64(x, &[3]), n).unwrap()),
                &|x| mapped::value_and_grad(&F::f64(x, &[3]), n).unwrap().1.read().1,
                &|x, t| number(&mapped::jvp(&F::f64(x, &[3]), n, &F::f64(t, &[3])).unwrap()));
            checked(&at, &|x| number(&assigned(&F::f64(x, &[3]), n).unwrap()),
                &|x| assigned::value_and_grad(&F::f64(x, &[3]), n).unwrap().1.read().1,
                &|x, t| number(&assigned::jvp(&F::f64(x, &[3]), n, &F::f64(t, &[3])).unwrap()));
            checked(&at, &|x| number(&pairs(&F::f64(x, &[3]), n).unwrap()),
                &|x| pairs::value_and_grad(&F::f64(x, &[3]), n).unwrap().1.read().1,
                &|x, t| number(&pairs::jvp(&F::f64(x, &[3]), n, &F::f64(t, &[3])).unwrap()));
            for more in [false, true] {
                checked(&at, &|x| number(&carried(&F::f64(x, &[3]), n, more).unwrap()),
                    &|x| carried::value_and_grad(&F::f64(x, &[3]), n, more).unwrap().1.read().1,
                    &|x, t| number(&carried::jvp(&F::f64(x, &[3]), n, more, &F::f64(t, &[3])).unwrap()));
            }
        }
        for limit in [1e9, 8.0, 0.5] {
            checked(&at, &|x| number(&inner_lists(&F::f64(x, &[3]), limit).unwrap()),
                &|x| inner_lists::value_and_grad(&F::f64(x, &[3]), limit).unwrap().1.read().1,
                &|x, t| number(&inner_lists::jvp(&F::f64(x, &[3]), limit, &F::f64(t, &[3])).unwrap()));
        }
        let u = F::f64(&[0.3, -0.2, 0.5, 0.1], &[2, 2]);
        let at = [0.5, -0.4, 0.9, 0.3, 0.1, -0.8];
        checked(&at, &|x| number(&states(&F::f64(x, &[3, 2]), &u).unwrap()),
            &|x| states::value_and_grad(&F::f64(x, &[3, 2]), &u).unwrap().1.0.read().1,
            &|x, t| number(&states::jvp(&F::f64(x, &[3, 2]), &u, &F::f64(t, &[3, 2]), &F::f64(&[0.0; 4], &[2, 2])).unwrap()));
    }

    fn lists_of_the_caller() {
        let at = [0.5, -0.4, 0.9, 0.3, 0.7, -1.1];
        let list = |x: &[f64]| -> Vec<_> { x.chunks(2).map(|x| F::f64(x, &[2])).collect() };
        let weights = [0.3, 2.0];
        checked(&at, &|x| number(&steps(&list(x), &weights).unwrap()),
            &|x| all(&steps::value_and_grad(&list(x), &weights).unwrap().1),
            &|x, t| number(&steps::jvp(&list(x), &weights, &list(t)).unwrap()));
        let dy = F::f64(&[1.0, -2.0], &[2]);
        for limit in [-1.0, 0.5, 9.0] {
            checked(&at, &|x| { let y = until(&list(x), limit).unwrap().read().1; y[0] - 2.0 * y[1] },
                &|x| all(&until::vjp(&list(x), limit, &dy).unwrap()),
                &|x, t| { let y = until::jvp(&list(x), limit, &list(t)).unwrap().read().1; y[0] - 2.0 * y[1] });
        }
        let list = |x: &[f64]| -> Vec<_> { x.iter().map(|x| F::f64(&[*x], &[])).collect() };
        checked(&at, &|x| number(&scalars(&list(x)).unwrap()),
            &|x| all(&scalars::grad(&list(x)).unwrap()),
            &|x, t| number(&scalars::jvp(&list(x), &list(t)).unwrap()));
    }
}

fn number(value: &impl Read) -> f64 {
    value.read().1[0]
}

fn all<T: Read>(list: &[T]) -> Vec<f64> {
    list.iter().flat_map(|x| x.read().1).collect()
}

/// The gradient is that of central differences, and the product along a direction that of the gradient with it.
fn checked(
    at: &[f64],
    f: &dyn Fn(&[f64]) -> f64,
    grad: &dyn Fn(&[f64]) -> Vec<f64>,
    along: &dyn Fn(&[f64], &[f64]) -> f64,
) {
    let found = grad(at);
    assert_eq!(found.len(), at.len());
    for (i, found) in found.iter().enumerate() {
        let mut x = at.to_vec();
        x[i] += 1e-5;
        let more = f(&x);
        x[i] -= 2e-5;
        let slope = (more - f(&x)) / 2e-5;
        assert!(
            (slope - found).abs() < 1e-6 * (1.0 + slope.abs()),
            "{i}: {found} for {slope}"
        );
    }
    let way: Vec<f64> = (0..at.len()).map(|i| (i as f64 * 1.7).sin()).collect();
    let dot: f64 = found.iter().zip(&way).map(|(d, t)| d * t).sum();
    let along = along(at, &way);
    assert!(
        (along - dot).abs() < 1e-9 * (1.0 + dot.abs()),
        "{along} along, {dot} back"
    );
}
