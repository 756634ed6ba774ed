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
use common::{Framework, Read, number, on_every_backend};

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
        total += stack(&list).square().sum();
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

// ---------------------------------------------------------------------- options

/// A bias that may be left out.
#[agnostic(grad)]
fn biased(x: &Tensor<_, N, D>, w: &Tensor<_, D, C>, b: Option<&Tensor<_, C>>) -> Scalar {
    let mut y = x.matmul(w);
    if let Some(b) = b {
        y = (y + b).tanh();
    }
    let scale = match b {
        Some(b) => (b * b).sum() + 1.0,
        None => ones(()),
    };
    if b.is_some() {
        y = y * 2.0;
    }
    (y * y).sum() * scale
}

/// Options that a function makes, in a loop.
#[agnostic(grad)]
fn best(x: &Tensor<_, N>, y: Option<&Tensor<_, N>>, n: usize) -> Scalar {
    let mut best = None;
    let mut least = 1e9;
    for i in 0..n {
        let z = x * (i as f64 - 1.0) + x.sin();
        let size = (z * z).sum();
        if size.item() < least {
            least = size.item();
            best = Some(z);
        }
    }
    let first = best.unwrap_or(x);
    let Some(y) = y else {
        return first.sum() * 3.0;
    };
    let list = vec![Some(x), None, Some(y * first)];
    let mut total = zeros(());
    for z in list {
        match z {
            Some(z) => total += (z * z).sum(),
            None => total = total * 0.5 + first.sum(),
        }
    }
    total
}

#[agnostic(grad)]
fn perhaps(x: &Tensor<_, N, D>, w: &Tensor<_, D, C>, b: &Tensor<_, C>, with: bool) -> Scalar {
    let b = if with { Some(b * 2.0) } else { None };
    biased(x, w, b)
}

#[agnostic(grad)]
fn best_of(x: &Tensor<_, N>, y: &Tensor<_, N>, with: bool, n: usize) -> Scalar {
    let mut given = None;
    if with {
        given = Some(y.sin());
    }
    best(x, given, n)
}

// ---------------------------------------------------------------------- structs and enums

#[agnostic]
#[derive(Clone)]
pub struct Dense<D, C> {
    pub w: Tensor<_, D, C>,
    pub bias: Option<Tensor<_, C>>,
    pub act: Act<_, C>,
    pub rate: f64,
}

#[agnostic]
#[derive(Clone)]
pub enum Act<C> {
    Tanh,
    Scaled(Tensor<_, C>),
    Mixed {
        a: Tensor<_, C>,
        b: Tensor<_, C>,
        power: f64,
    },
}

#[agnostic]
#[derive(Clone)]
pub struct Mlp<D> {
    pub layers: Vec<Dense<_, D, D>>,
    pub head: Tensor<_, D>,
}

#[agnostic(grad)]
fn activated(x: &Tensor<_, N, C>, act: &Act<_, C>) -> Tensor<_, N, C> {
    match act {
        Act::Tanh => x.tanh(),
        Act::Scaled(scale) => (x * scale).tanh(),
        Act::Mixed { a, b, power } => (x * a).sin() * *power + (x * b).exp() * a,
    }
}

#[agnostic(grad)]
fn dense(layer: &Dense<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
    let mut y = x.matmul(layer.w) * layer.rate;
    if let Some(bias) = layer.bias {
        y += bias;
    }
    let act: Act<_, C> = layer.act;
    activated(y, act)
}

#[agnostic(grad)]
fn net_of(layers: &[Dense<_, D, D>], x: &Tensor<_, N, D>) -> Scalar {
    let mut y = x;
    for layer in layers {
        let act: Act<_, D> = layer.act;
        y = dense(layer, y) + activated(y, act);
    }
    (y * y).mean()
}

#[agnostic(grad)]
fn mlp(net: &Mlp<_, D>, x: &Tensor<_, N, D>) -> Scalar {
    let mut y = x;
    let mut seen = vec![x];
    for layer in net.layers.iter() {
        let layer: Dense<_, D, D> = layer;
        let act: Act<_, D> = layer.act;
        y = match act {
            Act::Scaled(scale) => dense(layer, y) * scale,
            _ => dense(layer, y),
        };
        seen.push(y);
    }
    (stack(seen).sum(axis = 0) * net.head).square().mean()
}

/// An enum of its own, by what the host says.
#[agnostic(grad)]
fn chosen(x: &Tensor<_, N, C>, way: usize) -> Scalar {
    let row = x[0];
    let mut act = match way {
        0 => Act::Tanh,
        1 => Act::Scaled(row * 2.0),
        _ => Act::Mixed {
            a: row.sin(),
            b: row,
            power: 0.5,
        },
    };
    let mut y = x;
    for i in 0..2 {
        y = activated(y, act);
        if i == 0 && way == 3 {
            act = Act::Scaled(y[0]);
        }
    }
    y.sum()
}

/// What comes out is a struct.
#[agnostic(grad)]
fn updated(layer: &Dense<_, D, C>, x: &Tensor<_, N, D>) -> (Dense<_, D, C>, Vec<Tensor<_, N, C>>) {
    let y = dense(layer, x);
    let mut new = layer;
    new.w = layer.w * 0.5 + x.mean();
    let act: Act<_, C> = new.act;
    new.act = match act {
        Act::Scaled(scale) => Act::Scaled(scale * scale),
        _ => act,
    };
    (new, vec![y, y * 2.0])
}

#[agnostic(grad)]
fn twice(layer: &Dense<_, D, C>, x: &Tensor<_, N, D>) -> Scalar {
    let (new, list) = updated(layer, x);
    let act: Act<_, C> = layer.act;
    let y = dense(new, x);
    let mut total = (y * y).sum();
    for z in list {
        total += (z * activated(y, act)).sum();
    }
    total
}

/// Parts of a tensor in a loop.
#[agnostic(grad)]
fn heads(x: &Tensor<_, N, D>, n: usize) -> Scalar {
    let parts = x.split(n, axis = 1);
    let mut out = Vec::new();
    for part in parts {
        out.push((part * part).sum(axis = 1, keepdims = true) * part);
    }
    (concatenate(out, axis = 1) * x).sum()
}

#[agnostic(grad)]
fn total_of(list: &[Tensor<_, N>], w: Option<&Tensor<_, N>>) -> Scalar {
    let mut total = zeros(());
    for x in list {
        total += match w {
            Some(w) => (x * x * w).sum(),
            None => x.sum(),
        };
    }
    total
}

#[agnostic(grad)]
fn by_calls(x: &Tensor<_, N>, n: usize) -> Scalar {
    let mut list = vec![x];
    let mut total = zeros(());
    for i in 0..n {
        total += total_of(list, if i % 2 == 0 { None } else { Some(x) });
        list.push(list[-1] * x);
    }
    total + total_of(list, None) + total_of([x, x.sin()], Some(list[-1]))
}

// ---------------------------------------------------------------------- all of them together

/// With second derivatives.
#[agnostic(grad, order = 2)]
fn curved(list: &[Tensor<_, N>], n: usize) -> Scalar {
    let mut seen = vec![list[0]];
    let mut total = zeros(());
    for (i, x) in list.iter().enumerate() {
        seen.push(seen[-1] * x + x);
        if i == n {
            seen[0] = x.sin();
        }
        let part = match i {
            0 => None,
            _ => Some(x * x),
        };
        if let Some(part) = part {
            total += (part * seen[i]).sum();
        }
    }
    total + stack(seen).exp().mean()
}

/// A list comes out of a branch that may leave.
#[agnostic(grad)]
fn behind(x: &Tensor<_, N>, limit: f64) -> Scalar {
    let mut total = zeros(());
    for i in 0..4 {
        let list = if i == 1 {
            vec![x, x * 2.0]
        } else if i == 2 && limit < 1.0 {
            break;
        } else {
            vec![x * i as f64]
        };
        let perhaps = if i == 3 {
            continue;
        } else if i == 0 {
            None
        } else {
            Some(x.sin())
        };
        total += stack(list).sum();
        if let Some(y) = perhaps {
            total += (y * list[0]).sum();
        }
        let again: Vec<Tensor<_, N>> = loop {
            if i > 1 {
                break vec![x.exp()];
            }
            break vec![x * x, x];
        };
        total += (again[-1] * again[0]).sum();
    }
    total
}

#[agnostic(grad)]
fn tables(x: &Tensor<_, N>, n: usize) -> Scalar {
    let mut table = Vec::new();
    for i in 0..n {
        let mut row = Vec::new();
        for j in 0..i + 1 {
            row.push(x * (i + j) as f64);
        }
        table.push(row);
    }
    let mut total = zeros(());
    for row in table.iter() {
        let sums: Vec<Scalar> = row.iter().map(|y| (y * y).sum()).collect();
        total += stack(sums).sin().sum();
        for (a, b) in row.iter().zip(table[0].iter()) {
            total += (a * b).sum();
        }
    }
    total
}

#[agnostic(grad)]
fn guarded(x: &Tensor<_, N>, n: usize, flag: bool) -> Scalar {
    let mut total = zeros(());
    for i in 0..n {
        let y = if i % 2 == 0 {
            Some((x * 2.0, x.sin()))
        } else {
            None
        };
        total += match y {
            Some((a, b)) if flag && i > 0 => (a * b).sum(),
            Some((_, b)) => b.sum(),
            None => (x * x).sum(),
        };
    }
    total
}

#[agnostic(grad)]
fn several(x: &Tensor<_, N>, n: usize) -> Scalar {
    let list: Vec<Tensor<_, N>> = (0..n).map(|i| x * (i + 1) as f64).collect();
    let same = broadcast_arrays(list);
    let grid = meshgrid(list);
    let mut total = zeros(());
    for (a, b) in same.iter().zip(grid) {
        total += (a * a).sum() + b.sin().sum();
    }
    let place = n / 2;
    let chosen = broadcast_arrays([x, x[0]])[place];
    total + concat(list).square().mean() + (chosen * x).sum()
}

/// A list that the caller's becomes one's own.
#[agnostic(grad)]
fn owned(list: &[Tensor<_, N>]) -> (Vec<Tensor<_, N>>, Option<Tensor<_, N>>) {
    let mut list = list;
    list.push(list[0] * list[1]);
    let mut more = list;
    more[0] = more[0] * 2.0;
    list.extend(more);
    let last = list[-1];
    list.pop();
    (list, Some(last * last))
}

#[agnostic(grad)]
fn of_own(list: &[Tensor<_, N>]) -> Scalar {
    let (own, last) = owned(list);
    let mut total = zeros(());
    for (i, x) in own.iter().enumerate() {
        total += x.sin().sum() * (i + 1) as f64;
    }
    match last {
        Some(last) => total * last.sum(),
        None => total,
    }
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

    fn lists_of_lists_and_second_order() {
        let at = [0.5, -0.4, 0.9];
        for limit in [0.5, 9.0] {
            checked(&at, &|x| number(&behind(&F::f64(x, &[3]), limit).unwrap()),
                &|x| behind::value_and_grad(&F::f64(x, &[3]), limit).unwrap().1.read().1,
                &|x, t| number(&behind::jvp(&F::f64(x, &[3]), limit, &F::f64(t, &[3])).unwrap()));
        }
        for n in [1, 2, 3] {
            checked(&at, &|x| number(&tables(&F::f64(x, &[3]), n).unwrap()),
                &|x| tables::value_and_grad(&F::f64(x, &[3]), n).unwrap().1.read().1,
                &|x, t| number(&tables::jvp(&F::f64(x, &[3]), n, &F::f64(t, &[3])).unwrap()));
            checked(&at, &|x| number(&guarded(&F::f64(x, &[3]), n, n > 1).unwrap()),
                &|x| guarded::value_and_grad(&F::f64(x, &[3]), n, n > 1).unwrap().1.read().1,
                &|x, t| number(&guarded::jvp(&F::f64(x, &[3]), n, n > 1, &F::f64(t, &[3])).unwrap()));
            checked(&at, &|x| number(&several(&F::f64(x, &[3]), n).unwrap()),
                &|x| several::value_and_grad(&F::f64(x, &[3]), n).unwrap().1.read().1,
                &|x, t| number(&several::jvp(&F::f64(x, &[3]), n, &F::f64(t, &[3])).unwrap()));
        }
        let list = |x: &[f64]| -> Vec<_> { x.chunks(2).map(|x| F::f64(x, &[2])).collect() };
        let at = [0.5, -0.4, 0.9, 0.3, 0.7, -1.1];
        let way = [0.3, 0.1, -0.5, 0.8, 0.2, -0.7];
        for n in [0, 1, 7] {
            checked(&at, &|x| number(&curved(&list(x), n).unwrap()),
                &|x| all(&curved::grad(&list(x), n).unwrap()),
                &|x, t| number(&curved::jvp(&list(x), n, &list(t)).unwrap()));
            let hvp = all(&curved::hessian_vector_product(&list(&at), n, &list(&way)).unwrap());
            for (i, found) in hvp.iter().enumerate() {
                let by = |far: f64| {
                    let x: Vec<f64> = at.iter().zip(&way).map(|(x, w)| x + w * far).collect();
                    all(&curved::grad(&list(&x), n).unwrap())[i]
                };
                let slope = (by(1e-5) - by(-1e-5)) / 2e-5;
                assert!((slope - found).abs() < 1e-6 * (1.0 + slope.abs()), "{found} for {slope}");
            }
        }
        checked(&at, &|x| number(&of_own(&list(x)).unwrap()),
            &|x| all(&of_own::grad(&list(x)).unwrap()),
            &|x, t| number(&of_own::jvp(&list(x), &list(t)).unwrap()));
    }

    fn options() {
        let x = F::f64(&[0.5, -0.4, 0.9, 0.3, 0.7, -1.1], &[3, 2]);
        let zero = F::f64(&[0.0; 6], &[3, 2]);
        let at = [0.3, -0.2, 0.5, 0.1, 0.4, -0.6];
        let parts = |at: &[f64]| (F::f64(&at[..4], &[2, 2]), F::f64(&at[4..], &[2]));
        for with in [true, false] {
            checked(&at, &|at| { let (w, b) = parts(at); number(&perhaps(&x, &w, &b, with).unwrap()) },
                &|at| { let (w, b) = parts(at); let (_, w, b) = perhaps::grad(&x, &w, &b, with).unwrap(); [w.read().1, b.read().1].concat() },
                &|at, t| { let ((w, b), (tw, tb)) = (parts(at), parts(t)); number(&perhaps::jvp(&x, &w, &b, with, &zero, &tw, &tb).unwrap()) });
        }
        let at = [0.5, -0.4, 0.9, 0.2, 0.7, -0.3];
        let parts = |at: &[f64]| (F::f64(&at[..3], &[3]), F::f64(&at[3..], &[3]));
        for n in [0, 1, 4] {
            for with in [true, false] {
                checked(&at, &|at| { let (x, y) = parts(at); number(&best_of(&x, &y, with, n).unwrap()) },
                    &|at| { let (x, y) = parts(at); let (x, y) = best_of::grad(&x, &y, with, n).unwrap(); [x.read().1, y.read().1].concat() },
                    &|at, t| { let ((x, y), (tx, ty)) = (parts(at), parts(t)); number(&best_of::jvp(&x, &y, with, n, &tx, &ty).unwrap()) });
            }
        }
    }

    fn calls_and_operations() {
        let at = [0.5, -0.4, 0.9];
        for n in [0, 1, 3] {
            checked(&at, &|x| number(&by_calls(&F::f64(x, &[3]), n).unwrap()),
                &|x| by_calls::value_and_grad(&F::f64(x, &[3]), n).unwrap().1.read().1,
                &|x, t| number(&by_calls::jvp(&F::f64(x, &[3]), n, &F::f64(t, &[3])).unwrap()));
        }
        let at = [0.5, -0.4, 0.9, 0.3, 0.7, -1.1, 0.2, 0.8];
        for way in 0..4 {
            checked(&at, &|x| number(&chosen(&F::f64(x, &[2, 4]), way).unwrap()),
                &|x| chosen::value_and_grad(&F::f64(x, &[2, 4]), way).unwrap().1.read().1,
                &|x, t| number(&chosen::jvp(&F::f64(x, &[2, 4]), way, &F::f64(t, &[2, 4])).unwrap()));
        }
        for n in [1, 2, 4] {
            checked(&at, &|x| number(&heads(&F::f64(x, &[2, 4]), n).unwrap()),
                &|x| heads::value_and_grad(&F::f64(x, &[2, 4]), n).unwrap().1.read().1,
                &|x, t| number(&heads::jvp(&F::f64(x, &[2, 4]), n, &F::f64(t, &[2, 4])).unwrap()));
        }
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

// ---------------------------------------------------------------------- structs, which name their backend

macro_rules! of_structs {
    ($test:ident, $Layer:ty, $Net:ty, $tensor:expr) => {
        #[test]
        fn $test() {
            const WAYS: [[usize; 2]; 3] = [[0, 1], [2, 0], [1, 2]];
            type Layer = $Layer;
            type Net = $Net;
            let tensor = |data: &[f64]| $tensor(data, [2]);
            let layer = |x: &[f64], way: usize| -> Layer {
                Dense {
                    w: $tensor(&x[..4], [2, 2]),
                    bias: (way != 1).then(|| tensor(&x[4..6])),
                    act: match way {
                        0 => Act::Tanh,
                        1 => Act::Scaled(tensor(&x[6..8])),
                        _ => Act::Mixed {
                            a: tensor(&x[6..8]),
                            b: tensor(&x[8..10]),
                            power: 0.5,
                        },
                    },
                    rate: 0.7,
                }
            };
            // What is not there has no gradient.
            let numbers = |layer: &Layer| -> Vec<f64> {
                let mut out = layer.w.read().1;
                out.extend(layer.bias.as_ref().map_or(vec![0.0; 2], |b| b.read().1));
                out.extend(match &layer.act {
                    Act::Tanh => vec![0.0; 4],
                    Act::Scaled(a) => [a.read().1, vec![0.0; 2]].concat(),
                    Act::Mixed { a, b, .. } => [a.read().1, b.read().1].concat(),
                });
                assert_eq!(layer.rate, 0.7);
                out
            };
            let at: Vec<f64> = (0..22)
                .map(|i| (f64::from(i) * 0.9 + 0.3).sin() * 0.8)
                .collect();
            let x = $tensor(&[1.0, -0.5, 0.3, 0.8, 0.2, -0.9], [3, 2]);
            let still = $tensor(&[0.0; 6], [3, 2]);
            for ways in WAYS {
                let layers = |x: &[f64]| vec![layer(&x[..10], ways[0]), layer(&x[10..20], ways[1])];
                let net = |x: &[f64]| -> Net {
                    Mlp {
                        layers: layers(x),
                        head: tensor(&x[20..]),
                    }
                };
                checked(
                    &at[..20],
                    &|at| number(&net_of(&layers(at), &x).unwrap()),
                    &|at| {
                        let (layers, _): (Vec<Layer>, _) = net_of::grad(&layers(at), &x).unwrap();
                        layers.iter().flat_map(&numbers).collect()
                    },
                    &|at, t| number(&net_of::jvp(&layers(at), &x, &layers(t), &still).unwrap()),
                );
                checked(
                    &at,
                    &|at| number(&mlp(&net(at), &x).unwrap()),
                    &|at| {
                        let (_, (net, _)): (_, (Net, _)) =
                            mlp::value_and_grad(&net(at), &x).unwrap();
                        let mut out: Vec<f64> = net.layers.iter().flat_map(&numbers).collect();
                        out.extend(net.head.read().1);
                        out
                    },
                    &|at, t| number(&mlp::jvp(&net(at), &x, &net(t), &still).unwrap()),
                );
                checked(
                    &at[..10],
                    &|at| number(&twice(&layer(at, ways[0]), &x).unwrap()),
                    &|at| {
                        let (layer, _): (Layer, _) = twice::grad(&layer(at, ways[0]), &x).unwrap();
                        numbers(&layer)
                    },
                    &|at, t| {
                        number(
                            &twice::jvp(&layer(at, ways[0]), &x, &layer(t, ways[0]), &still)
                                .unwrap(),
                        )
                    },
                );
            }
            // What is left out has no gradient, and what is there has one in its form.
            let (w, b) = ($tensor(&at[..4], [2, 2]), tensor(&at[4..6]));
            let (_, _, none) = biased::grad(&x, &w, None).unwrap();
            assert!(none.is_none());
            let (_, _, db) = biased::grad(&x, &w, Some(&b)).unwrap();
            let slope = |i: usize| {
                let by = |far: f64| {
                    let mut b = at[4..6].to_vec();
                    b[i] += far;
                    number(&biased(&x, &w, Some(&tensor(&b))).unwrap())
                };
                (by(1e-5) - by(-1e-5)) / 2e-5
            };
            let found = db.unwrap().read().1;
            assert!((found[0] - slope(0)).abs() < 1e-6 && (found[1] - slope(1)).abs() < 1e-6);
        }
    };
}

#[cfg(feature = "ndarray")]
fn nd_tensor<S: eagerpy::frameworks::ndarray::IntoDimension>(
    data: &[f64],
    shape: S,
) -> eagerpy::frameworks::ndarray::Array<f64, S::Dim> {
    let shape = shape.into_dimension();
    eagerpy::frameworks::ndarray::Array::from_shape_vec(shape, data.to_vec()).unwrap()
}
#[cfg(feature = "ndarray")]
of_structs!(structs_on_ndarray, Dense<eagerpy::backends::Ndarray, f64>, Mlp<eagerpy::backends::Ndarray, f64>, nd_tensor);

#[cfg(feature = "candle")]
fn ca_tensor<const R: usize>(data: &[f64], shape: [usize; R]) -> ca::Tensor {
    ca::Ca::f64(data, &shape)
}
#[cfg(feature = "candle")]
of_structs!(
    structs_on_candle,
    Dense<eagerpy::backends::Candle>,
    Mlp<eagerpy::backends::Candle>,
    ca_tensor
);

#[cfg(feature = "tch")]
fn tc_tensor<const R: usize>(data: &[f64], shape: [usize; R]) -> tc::Tensor {
    tc::Tc::f64(data, &shape)
}
#[cfg(feature = "tch")]
of_structs!(
    structs_on_tch,
    Dense<eagerpy::backends::Tch>,
    Mlp<eagerpy::backends::Tch>,
    tc_tensor
);

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
