//! Lists out of branches and loops, given back twice, copied from a parameter; fields that are lists and options.

use eagerpy::agnostic;
use eagerpy::backends::Ndarray;
use ndarray::{Array1, array};

#[agnostic]
fn chosen(x: &Tensor<_, N>, twice: bool) -> Vec<Tensor<_, N>> {
    if twice { vec![x, x * 2.0] } else { vec![x] }
}

#[agnostic]
fn bound_anew(x: &Tensor<_, N>, rounds: usize) -> Vec<Tensor<_, N>> {
    let mut list = vec![x];
    let first = list;
    for i in 0..rounds {
        list = vec![list[-1] + 1.0, x * i as f64];
    }
    list.push(first[0]);
    list
}

#[agnostic]
fn twice(x: &Tensor<_, N>) -> (Vec<Tensor<_, N>>, Vec<Tensor<_, N>>) {
    let list = vec![x];
    (list, list)
}

#[agnostic]
fn copied(xs: &[Tensor<_, N>]) -> Vec<Tensor<_, N>> {
    xs.iter().map(|x| x).collect()
}

#[agnostic]
fn of_a_call(x: &Tensor<_, N>) -> Tensor<_, N> {
    let list = chosen(x, true);
    let (a, b) = twice(list[1]);
    a[0] + b[0] * chosen(x, false).len() as f64
}

#[agnostic]
pub struct Parts<D> {
    pub list: Vec<Tensor<_, D>>,
    pub mask: Option<Tensor<_, D>>,
    pub count: usize,
}

#[agnostic]
fn made(xs: &[Tensor<_, D>], mask: Option<&Tensor<_, D>>) -> Parts<_, D> {
    let list: Vec<Tensor<_, D>> = xs.iter().map(|x| x * 2.0).collect();
    let count = list.len();
    Parts { list, mask, count }
}

#[agnostic]
fn counted(parts: &Parts<_, D>) -> Parts<_, D> {
    let mut out = parts;
    out.count = out.count + 1;
    out
}

fn main() -> eagerpy::Result<()> {
    let x: Array1<f32> = array![1.0];
    assert_eq!(chosen(&x, true)?, [array![1.0], array![2.0]]);
    assert_eq!(chosen(&x, false)?, [array![1.0]]);
    // [1] → [2, 0] → [1, 1], and the first of all.
    assert_eq!(bound_anew(&x, 2)?, [array![1.0], array![1.0], array![1.0]]);
    assert_eq!(bound_anew(&x, 0)?, [array![1.0], array![1.0]]);
    assert_eq!(twice(&x)?, (vec![x.clone()], vec![x.clone()]));
    assert_eq!(copied(&[x.clone(), x.clone()])?.len(), 2);
    assert_eq!(of_a_call(&x)?, array![4.0]);
    let parts: Parts<Ndarray> = made(&[x.clone()], Some(&x))?;
    assert_eq!((parts.list[0][0], parts.count), (2.0, 1));
    assert_eq!(parts.mask, Some(x.clone()));
    let parts = counted(&parts)?;
    assert_eq!((parts.list.len(), parts.count), (1, 2));
    let parts: Parts<Ndarray> = made(&[x.clone()], None)?;
    assert_eq!(parts.mask, None);
    Ok(())
}
