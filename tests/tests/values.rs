//! Options, lists, structs and enums as values: out of branches, round loops, in one another, on every backend.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::*;
use eagerpy::agnostic;

#[agnostic]
pub struct Layer<D, C> {
    pub w: Tensor<_, D, C>,
    pub b: Tensor<_, C>,
    pub rate: f64,
}
#[agnostic]
pub enum Loss<C> {
    Squared,
    Huber { delta: f64 },
    Weighted(Tensor<_, C>),
}
#[agnostic]
pub struct Deep<D> {
    pub inner: Layer<_, D, D>,
    pub history: Vec<Tensor<_, D>>,
    pub mask: Option<Tensor<_, D>>,
    pub loss: Loss<_, D>,
}

#[agnostic]
fn parts_out(
    p: &Deep<_, D>,
) -> (
    Loss<_, D>,
    Option<Tensor<_, D>>,
    Vec<Tensor<_, D>>,
    Layer<_, D, D>,
) {
    (p.loss, p.mask, p.history, p.inner)
}

#[agnostic]
fn passes(l: Option<&Layer<_, D, _>>, x: &Tensor<_, N, D>) -> Option<Layer<_, D, _>> {
    let y = x.sum(axis = 0);
    if y.dim(0) > 100 { None } else { l }
}

#[agnostic]
fn applied(x: &Tensor<_, N, D>, l: Option<&Layer<_, D, D>>) -> Tensor<_, N, D> {
    let Some(l) = l else {
        return x;
    };
    x.matmul(l.w) + l.b
}

#[agnostic]
fn or_default(x: &Tensor<_, N, D>, l: &Layer<_, D, D>, kind: usize) -> Tensor<_, N, D> {
    let mut layer: Option<Layer<_, D, D>> = None;
    if kind == 1 {
        layer = Some(l);
    }
    if kind == 2 {
        layer = Some(Layer { w: l.w * 2.0, ..l });
    }
    let y = applied(x, layer);
    let Some(layer) = layer else {
        return y * 100.0;
    };
    y * layer.rate
}

#[agnostic]
fn best_pair(x: &Tensor<_, N, M>) -> (Tensor<_, M>, f64) {
    let mut best: Option<(Tensor<_, M>, f64)> = None;
    for i in 0..N {
        let row = x[i];
        let sum = row.sum().item();
        let better = match best {
            Some((_, most)) => sum > *most,
            None => true,
        };
        if better {
            best = Some((row * 2.0, sum));
        }
    }
    if let Some((row, most)) = best {
        let most = *most;
        return (row * most, most);
    }
    (zeros((M,)), 0.0)
}

#[agnostic]
fn grown_in_option(x: &Tensor<_, N>, kind: usize) -> (Option<Vec<Tensor<_, N>>>, usize) {
    let lists = if kind == 0 {
        None
    } else {
        Some(vec![x, x * 2.0])
    };
    let mut count = 0;
    if let Some(mut list) = lists {
        list.push(x * 3.0);
        count = list.len();
    }
    (lists, count)
}

#[agnostic]
fn aliases(x: &Tensor<_, N>) -> (usize, usize, usize, usize) {
    let mut list = vec![x];
    let before = list;
    let mut other = list;
    list.push(x * 2.0);
    other.push(x);
    other.push(x);
    let pair = (list, before);
    list.push(x);
    (list.len(), before.len(), other.len(), pair.0.len())
}

#[agnostic]
fn around(x: &Tensor<_, N>, rounds: usize) -> Vec<Tensor<_, N>> {
    let mut list: Vec<Tensor<_, N>> = vec![];
    for i in 0..rounds {
        list = if i == 2 { vec![] } else { list };
        list.push(x * i as f64);
        if i == 3 {
            continue;
        }
        if i > 5 {
            list = Vec::new();
            break;
        }
        list.push(x);
    }
    list
}

#[agnostic]
fn labelled(x: &Tensor<_, N, M>, limit: f64) -> Option<Scalar> {
    let found = 'outer: loop {
        for i in 0..N {
            for j in 0..M {
                if x[(i, j)].item() > limit {
                    break 'outer Some(x[(i, j)]);
                }
            }
        }
        break None;
    };
    found
}

#[agnostic]
fn until(x: &Tensor<_, N>) -> (Tensor<_, N>, usize) {
    let mut best: Option<Tensor<_, N>> = None;
    let mut y = x;
    let mut k = 0;
    while best.is_none() {
        y = y * 2.0;
        k += 1;
        if k < 2 {
            continue;
        }
        if y.max().item() > 10.0 {
            best = Some(y);
        }
    }
    (best.unwrap_or(x), k)
}

#[agnostic]
fn both(x: &Tensor<_, N>, c: bool) -> (Option<Tensor<_, N>>, Vec<Tensor<_, N>>) {
    let (best, list) = if c {
        (Some(x), vec![x])
    } else {
        (None, vec![])
    };
    (best, list)
}

#[agnostic]
fn mapped(
    xs: &[Tensor<_, N>],
    keep: bool,
) -> (Vec<(Tensor<_, N>, Tensor<_, N>)>, usize, Tensor<_, N>) {
    let pairs: Vec<(Tensor<_, N>, Tensor<_, N>)> = xs
        .iter()
        .zip(xs.iter().skip(1))
        .map(|(a, b)| (a, b * 2.0))
        .collect();
    let swapped: Vec<(Tensor<_, N>, Tensor<_, N>)> = pairs.iter().map(|(a, b)| (b, a)).collect();
    let options: Vec<Option<Tensor<_, N>>> = xs
        .iter()
        .enumerate()
        .map(|(i, x)| if keep || i == 0 { Some(x) } else { None })
        .collect();
    let mut n = 0;
    for o in options.iter() {
        if o.is_some() {
            n += 1;
        }
    }
    let nested: Vec<Vec<Tensor<_, N>>> = (0..2)
        .map(|k| xs.iter().map(|x| x * k as f64).collect())
        .collect();
    let mut total = xs[0] * 0.0;
    for row in nested.iter() {
        total += stack(row).sum(axis = 0);
    }
    (swapped, n, total)
}

#[agnostic]
fn after_growth(x: &Tensor<_, N, N>) -> (Tensor<_, N, N>, Tensor<_, N, N>) {
    let mut list = vec![x];
    let t = list[0].transpose();
    list.push(t);
    let mut layers = vec![Layer {
        w: x,
        b: x[0],
        rate: 1.0,
    }];
    let first = layers[0];
    layers.push(Layer {
        w: first.w * 2.0,
        ..first
    });
    let mut options = vec![Some(x), None];
    let head = options[0];
    options.push(head);
    let y = match head {
        Some(h) => h + layers[1].w,
        None => x,
    };
    (list[1] + first.w, y)
}

#[agnostic]
fn ints(
    x: &Tensor<_, N>,
    k: &Tensor<i64, M>,
    c: bool,
) -> (Option<Tensor<i64, M>>, Option<Tensor<bool, N>>) {
    let a = if c { Some(k + 1) } else { None };
    let b = if c { None } else { Some(x > 0.0) };
    (a, b)
}

#[agnostic]
fn of_option(x: &Tensor<_, N>, c: bool) -> Tensor<_, N> {
    let mut y = x;
    if let Some(v) = Some(x * 2.0) {
        y = y + v;
    }
    let w = Some(y);
    match w {
        Some(v) if c => v,
        Some(v) => v * 10.0,
        None => x,
    }
}

#[agnostic]
fn deep(x: &Tensor<_, D, D>, full: bool) -> Deep<_, D> {
    let inner: Layer<_, D, D> = Layer {
        w: x,
        b: x[0],
        rate: 0.5,
    };
    let mask = if full { Some(x[1]) } else { None };
    let loss = if full {
        Loss::Weighted(x[0])
    } else {
        Loss::Huber { delta: 2.0 }
    };
    Deep {
        inner,
        history: vec![x[0]],
        mask,
        loss,
    }
}

/// A struct taken apart, and lists that grow while a loop goes over them.
#[agnostic]
fn apart(l: &Layer<_, D, C>, x: &Tensor<_, N, D>) -> (Tensor<_, N, C>, f64, usize) {
    let Layer { w, b: bias, .. } = l;
    let Layer { rate, .. } = Layer { rate: 0.25, ..l };
    let mut all = vec![w, w * 2.0];
    for w in all.iter() {
        all.push(w + 1.0);
    }
    all.extend(all);
    (x.matmul(all[3]) + bias, rate, all.len())
}

on_every_backend! {
    fn parts_of_structs_go_out() {
        let w = F::f32(&[1.0, 0.0, 0.0, 2.0], &[2, 2]);
        let (loss, mask, history, inner) = parts_out(&deep(&w, true).unwrap()).unwrap();
        assert!(matches!(loss, Loss::Weighted(_)));
        gives(&mask.unwrap(), &[2], &[0.0, 2.0]);
        gives(&history[0], &[2], &[1.0, 0.0]);
        gives(&inner.w, &[2, 2], &[1.0, 0.0, 0.0, 2.0]);
        let (loss, mask, ..) = parts_out(&deep(&w, false).unwrap()).unwrap();
        assert!(matches!(loss, Loss::Huber { delta } if delta == 2.0));
        assert!(mask.is_none());
        let x = F::f32(&[2.0, 4.0], &[1, 2]);
        let kept = passes(Some(&inner), &x).unwrap().unwrap();
        gives(&kept.b, &[2], &[1.0, 0.0]);
        gives(&or_default(&x, &inner, 0).unwrap(), &[1, 2], &[200.0, 400.0]);
        gives(&or_default(&x, &inner, 1).unwrap(), &[1, 2], &[1.5, 4.0]);
        gives(&or_default(&x, &inner, 2).unwrap(), &[1, 2], &[2.5, 8.0]);
    }

    fn options_go_round() {
        let m = F::f32(&[1.0, 2.0, 5.0, 4.0, 3.0, 3.0], &[3, 2]);
        let (row, most) = best_pair(&m).unwrap();
        gives(&row, &[2], &[90.0, 72.0]);
        assert_eq!(most, 9.0);
        gives(&labelled(&m, 3.5).unwrap().unwrap(), &[], &[5.0]);
        assert!(labelled(&m, 9.5).unwrap().is_none());
        let v = F::f32(&[1.0, 2.0], &[2]);
        let (y, k) = until(&v).unwrap();
        gives(&y, &[2], &[8.0, 16.0]);
        assert_eq!(k, 3);
        let (best, list) = both(&v, true).unwrap();
        assert!(best.is_some() && list.len() == 1);
        let (best, list) = both(&v, false).unwrap();
        assert!(best.is_none() && list.is_empty());
        let (a, b) = ints(&v, &F::i64(&[1, 2], &[2]), true).unwrap();
        assert!(a.is_some() && b.is_none());
        gives(&of_option(&v, true).unwrap(), &[2], &[3.0, 6.0]);
        gives(&of_option(&v, false).unwrap(), &[2], &[30.0, 60.0]);
    }

    fn structs_are_taken_apart() {
        let layer = deep(&F::f32(&[1.0, 0.0, 0.0, 2.0], &[2, 2]), true).unwrap().inner;
        let (y, rate, count) = apart(&layer, &F::f32(&[1.0, 1.0], &[1, 2])).unwrap();
        // 2 w + 1 = [3 1; 1 5], b = [1, 0]
        gives(&y, &[1, 2], &[5.0, 6.0]);
        assert_eq!((rate, count), (0.25, 8));
    }

    fn lists_are_values() {
        let v = F::f32(&[1.0, 2.0], &[2]);
        let (lists, count) = grown_in_option(&v, 1).unwrap();
        assert_eq!((lists.unwrap().len(), count), (2, 3));
        assert!(grown_in_option(&v, 0).unwrap().0.is_none());
        assert_eq!(aliases(&v).unwrap(), (3, 1, 3, 2));
        // Begun anew at 2: 2v, v | 3v | 4v, v | 5v, v
        let list = around(&v, 6).unwrap();
        assert_eq!(list.len(), 7);
        gives(&list[2], &[2], &[3.0, 6.0]);
        gives(&list[6], &[2], &[1.0, 2.0]);
        assert_eq!(around(&v, 7).unwrap().len(), 0);
        let xs = [
            F::f32(&[1.0, 2.0], &[2]),
            F::f32(&[3.0, 4.0], &[2]),
            F::f32(&[5.0, 6.0], &[2]),
        ];
        let (swapped, n, total) = mapped(&xs, false).unwrap();
        assert_eq!((swapped.len(), n), (2, 1));
        gives(&swapped[1].0, &[2], &[10.0, 12.0]);
        gives(&swapped[1].1, &[2], &[3.0, 4.0]);
        gives(&total, &[2], &[9.0, 12.0]);
        let q = F::f32(&[1.0, 2.0, 3.0, 4.0], &[2, 2]);
        let (a, b) = after_growth(&q).unwrap();
        gives(&a, &[2, 2], &[2.0, 5.0, 5.0, 8.0]);
        gives(&b, &[2, 2], &[3.0, 6.0, 9.0, 12.0]);
    }
}
