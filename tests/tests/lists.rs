//! Lists and optional values whose type is not written, on every backend: they hold what gets into them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::*;
use eagerpy::agnostic;

#[agnostic]
#[derive(Clone)]
pub struct Step<N> {
    pub state: Tensor<_, N>,
    pub reward: Option<Scalar>,
    pub time: usize,
}

#[agnostic]
fn gae(rewards: &Tensor<_, T>, values: &Tensor<_, { T + 1 }>, gamma: f64) -> Tensor<_, T> {
    let mut advantages = Vec::new();
    let mut next = rewards[0] * 0.0;
    for t in (0..T).rev() {
        next = rewards[t] + values[t + 1] * gamma - values[t] + next * gamma;
        advantages.push(next);
    }
    stack(advantages).flip(axis = 0)
}

#[agnostic]
fn table(x: &Tensor<_, N>, rows: usize, columns: usize) -> Tensor<_, _, _, _> {
    let mut table = Vec::new();
    for i in 0..rows {
        let mut row = Vec::with_capacity(x.dim(0));
        for j in 0..columns {
            row.push(x * (i * columns + j) as f64);
        }
        table.push(row);
    }
    let mut joined = vec![];
    for row in table.iter() {
        joined.push(stack(row));
    }
    stack(joined)
}

/// What is pushed depends on the list, and on another that is not written either.
#[agnostic]
fn fibonacci(x: &Tensor<_, N>, n: usize) -> (Vec<Tensor<_, N>>, Vec<Tensor<_, N>>) {
    let (mut all, mut even, mut places) = (Vec::new(), Vec::new(), Vec::new());
    all.push(x);
    all.push(x);
    while all.len() < n {
        let next = all[-1] + all[-2];
        all.push(next);
        if all.len() % 2 == 0 {
            places.push(all.len() - 1);
        }
    }
    for place in places.iter() {
        even.push(all[*place]);
    }
    (all, even)
}

#[agnostic]
fn sizes_differ(
    x: &Tensor<_, N>,
    y: &Tensor<_, M>,
    end: bool,
) -> (Vec<Tensor<_, _>>, Tensor<_, _>) {
    let mut list: Vec<_> = Vec::new();
    if end {
        return (list, x);
    }
    list.push(x);
    list.push(y);
    list.push(concatenate(list));
    let joined = concatenate(list);
    (list, joined)
}

#[agnostic]
fn assigned(x: &Tensor<_, N>, n: usize) -> (Vec<Tensor<_, N>>, usize) {
    let mut last = Vec::new();
    let mut counts = Vec::new();
    for i in 0..n {
        if i % 3 == 0 {
            last = vec![x * i as f64];
            counts.push(i);
        } else if i == 7 {
            last = Vec::new();
        } else {
            last.push(x + i as f64);
        }
    }
    (last, counts.len())
}

#[agnostic]
fn total(xs: &[Tensor<_, N>]) -> Tensor<_, N> {
    let mut total = xs[0];
    for x in xs.iter().skip(1) {
        total += x;
    }
    total
}

#[agnostic]
fn mapped(f: impl Fn(&Tensor<_, N>) -> Tensor<_, N>, x: &Tensor<_, N>) -> Tensor<_, N> {
    f(f(x))
}

/// In bodies that are copied while they are compiled, and handed to others.
#[agnostic]
fn inside(x: &Tensor<_, N>, w: Option<&Tensor<_, N>>) -> Tensor<_, N> {
    let y = mapped(
        |v| {
            let mut twice = Vec::new();
            twice.push(v);
            twice.push(v * 2.0);
            total(twice)
        },
        x,
    );
    if let Some(w) = w {
        let mut weighted = vec![];
        weighted.push(w * y);
        weighted.push(x);
        return total(weighted);
    }
    y
}

#[agnostic]
fn inside_or_not(x: &Tensor<_, N>, weighted: bool) -> Tensor<_, N> {
    if weighted {
        inside(x, Some(x))
    } else {
        inside(x, None)
    }
}

#[agnostic]
fn steps(x: &Tensor<_, N>, n: usize) -> (Vec<Step<_, N>>, Scalar, Vec<Option<Tensor<_, N>>>) {
    let mut steps = Vec::new();
    let mut pairs = Vec::new();
    let mut maybe = Vec::new();
    let mut numbers = Vec::new();
    maybe.push(None);
    for time in 0..n {
        let state = x * time as f64;
        let reward = if time % 2 == 0 {
            Some(state.sum())
        } else {
            None
        };
        steps.push(Step {
            state,
            reward,
            time,
        });
        pairs.push((state.sum(), time));
        maybe.push(Some(state));
        numbers.push(time as f64);
    }
    let mut sum = x.sum() * 0.0;
    for (state, time) in pairs.iter() {
        sum += state * *time as f64 + numbers[*time];
    }
    (steps, sum, maybe)
}

#[agnostic]
fn best_of(xs: &[Tensor<_, N>], least: f64) -> (Option<Tensor<_, N>>, Tensor<_, N>, usize) {
    let (mut best, mut place) = (None, None);
    let mut most = least;
    for (i, x) in xs.iter().enumerate() {
        let sum = x.sum().item();
        if sum > most {
            most = sum;
            best = Some(x * 2.0);
            place = Some(i);
        }
    }
    let mut last = None;
    let mut seen = 0;
    for x in xs.iter() {
        let difference = match last {
            Some(last) => x - last,
            None => x,
        };
        if difference.max().item() > 0.0 {
            seen += 1;
        }
        last = Some(x);
    }
    let last = last.unwrap_or(xs[0]);
    (best, last, seen + place.unwrap_or(10))
}

#[agnostic]
fn extended(xs: &[Tensor<_, N>], y: &Tensor<_, N>) -> Vec<Tensor<_, N>> {
    let mut all = Vec::new();
    all.extend(xs);
    all.push(y);
    let more = [y, y * 2.0];
    all.extend(more.iter().rev());
    let mut numbers = Vec::new();
    numbers.extend([1.0, 2.0]);
    all.push(y * numbers[1]);
    all
}

/// Elements that are assigned: each keeps what it was under another name.
#[agnostic]
fn sorted(list: &[Tensor<_, N>]) -> Vec<Tensor<_, N>> {
    let mut list = list;
    for i in 0..list.len() {
        for j in 1..list.len() - i {
            if list[j - 1].sum().item() > list[j].sum().item() {
                let before = list[j - 1];
                list[j - 1] = list[j];
                list[j] = before;
            }
        }
    }
    list
}

#[agnostic]
fn changed(x: &Tensor<_, N>, k: usize) -> (Vec<Tensor<_, N>>, Vec<(Tensor<_, N>, usize)>) {
    let mut list = vec![x, x * 2.0, x * 3.0, x * 4.0];
    let first = list;
    list.pop();
    list[k] += list[0];
    list[-1] = first[-1] * 10.0;
    list[0] = list[0] - list[1][0];
    let mut pairs = vec![(x, 1), (x, 2)];
    pairs[1] = (list[0], k);
    (list, pairs)
}

on_every_backend! {
    fn elements_that_are_assigned() {
        let list: Vec<_> = [[3.0, 1.0], [0.0, 0.5], [2.0, -1.0]].iter().map(|x| F::f32(x, &[2])).collect();
        let found = sorted(&list).unwrap();
        gives(&found[0], &[2], &[0.0, 0.5]);
        gives(&found[1], &[2], &[2.0, -1.0]);
        gives(&found[2], &[2], &[3.0, 1.0]);
        // The caller's own stays as it was.
        gives(&list[0], &[2], &[3.0, 1.0]);

        let x = F::f32(&[1.0, 2.0], &[2]);
        let (list, pairs) = changed(&x, 1).unwrap();
        assert_eq!((list.len(), pairs[0].1, pairs[1].1), (3, 1, 1));
        gives(&list[0], &[2], &[-2.0, -1.0]);
        gives(&list[1], &[2], &[3.0, 6.0]);
        gives(&list[2], &[2], &[40.0, 80.0]);
        gives(&pairs[0].0, &[2], &[1.0, 2.0]);
        gives(&pairs[1].0, &[2], &[-2.0, -1.0]);
        let error = changed(&x, 3).unwrap_err().to_string();
        assert!(error.contains("position 3 of a list of 3 tensors"), "{error}");
    }

    fn extended_by_others() {
        let (x, y) = (F::f32(&[1.0, 2.0], &[2]), F::f32(&[3.0, 4.0], &[2]));
        let list = extended(&[x], &y).unwrap();
        assert_eq!(list.len(), 5);
        gives(&list[0], &[2], &[1.0, 2.0]);
        gives(&list[2], &[2], &[6.0, 8.0]);
        gives(&list[3], &[2], &[3.0, 4.0]);
        gives(&list[4], &[2], &[6.0, 8.0]);
    }

    fn options_that_begin_as_none() {
        let xs = [
            F::f32(&[1.0, 2.0], &[2]),
            F::f32(&[5.0, 5.0], &[2]),
            F::f32(&[0.0, 1.0], &[2]),
        ];
        let (best, last, count) = best_of(&xs, 0.0).unwrap();
        gives(best.as_ref().unwrap(), &[2], &[10.0, 10.0]);
        gives(&last, &[2], &[0.0, 1.0]);
        assert_eq!(count, 3);
        let (best, _, count) = best_of(&xs, 100.0).unwrap();
        assert!(best.is_none() && count == 12);
    }

    fn pushed_in_loops() {
        let rewards = F::f32(&[1.0, 2.0, 4.0], &[3]);
        let values = F::f32(&[1.0, 1.0, 1.0, 2.0], &[4]);
        // 4 + 1 - 1 = 4; 2 + 0.5 - 1 + 2 = 3.5; 1 + 0.5 - 1 + 1.75 = 2.25
        gives(&gae(&rewards, &values, 0.5).unwrap(), &[3], &[2.25, 3.5, 4.0]);
        let x = F::f32(&[1.0, 10.0], &[2]);
        gives(
            &table(&x, 2, 3).unwrap(),
            &[2, 3, 2],
            &[0.0, 0.0, 1.0, 10.0, 2.0, 20.0, 3.0, 30.0, 4.0, 40.0, 5.0, 50.0],
        );
        let (all, even) = fibonacci(&x, 7).unwrap();
        assert_eq!((all.len(), even.len()), (7, 2));
        gives(&all[6], &[2], &[13.0, 130.0]);
        gives(&even[1], &[2], &[8.0, 80.0]);
    }

    fn of_any_size_and_assigned() {
        let (x, y) = (F::f32(&[1.0, 2.0], &[2]), F::f32(&[3.0], &[1]));
        let (list, joined) = sizes_differ(&x, &y, false).unwrap();
        assert_eq!(list.len(), 3);
        gives(&list[2], &[3], &[1.0, 2.0, 3.0]);
        gives(&joined, &[6], &[1.0, 2.0, 3.0, 1.0, 2.0, 3.0]);
        let (list, joined) = sizes_differ(&x, &y, true).unwrap();
        assert!(list.is_empty());
        gives(&joined, &[2], &[1.0, 2.0]);
        let (list, count) = assigned(&x, 6).unwrap();
        assert_eq!((list.len(), count), (3, 2));
        gives(&list[0], &[2], &[3.0, 6.0]);
        gives(&list[2], &[2], &[6.0, 7.0]);
        assert_eq!(assigned(&x, 8).unwrap().0.len(), 0);
    }

    fn of_anything() {
        let x = F::f32(&[1.0, 2.0], &[2]);
        gives(&inside_or_not(&x, false).unwrap(), &[2], &[9.0, 18.0]);
        gives(&inside_or_not(&x, true).unwrap(), &[2], &[10.0, 38.0]);
        let (steps, sum, maybe) = steps(&x, 3).unwrap();
        assert_eq!((steps.len(), maybe.len(), steps[2].time), (3, 4, 2));
        gives(&steps[2].state, &[2], &[2.0, 4.0]);
        assert!(steps[1].reward.is_none() && maybe[0].is_none());
        gives(steps[2].reward.as_ref().unwrap(), &[], &[6.0]);
        gives(maybe[3].as_ref().unwrap(), &[2], &[2.0, 4.0]);
        // 0 + 3·1 + 1 + 6·2 + 2
        gives(&sum, &[], &[18.0]);
    }
}
