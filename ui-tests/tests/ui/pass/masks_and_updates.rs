//! Masks as an index, and `index_update` with all forms of an index.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn chosen(
    x: &Tensor<_, N, D>,
    rows: &Tensor<bool, N>,
    i: &Tensor<i64, K>,
) -> (Tensor<_, _>, Tensor<_, _, D>, Tensor<_, _>, Tensor<_, N, _>) {
    (x[x > 1.5], x[rows], x[s![rows, 0]], x[(.., x[0] > i.sum().astype(_))])
}

#[agnostic]
fn positions(x: &Tensor<_, N, D>, v: &Tensor<_, D>, k: i64) -> Tensor<_, N, D> {
    let y = x.index_update(0, v);
    let y = y.index_update((.., -1), 7.0);
    index_update(y, s![k, 0], value = 9.0)
}

#[agnostic]
fn ranges(x: &Tensor<_, N>) -> Tensor<_, N> {
    let mut y = x.index_update(s![..;-2], arange(2, dtype = _));
    y = y.index_update(index = 1..2, value = y[0..1]);
    y
}

#[agnostic]
fn tensors(x: &Tensor<_, N, D>, i: &Tensor<i32, K>, j: &Tensor<i64, K>) -> Tensor<_, N, D> {
    // Index tensors of two integer types.
    x.index_update((i, j), 0.0).index_update(x > 3.5, -1.0)
}

#[agnostic]
fn of_masks(x: &Tensor<bool, N>, i: &Tensor<u8, 1>) -> Tensor<bool, N> {
    x.index_update(i, true).index_update(!x, false)
}

#[agnostic]
fn in_a_loop(x: &Tensor<_, N>, n: usize) -> Tensor<_, N> {
    let mut y = x;
    for k in 0..n {
        y = y.index_update(k, y[k] * 10.0);
    }
    y
}

#[agnostic]
fn updates(x: &Tensor<_, N, D>, v: &Tensor<_, D>, rows: &Tensor<i64, K>) -> Tensor<_, N, D> {
    let y = x.index_update(0, v);
    let y = y.index_update(s![.., 1..;2], 0.0);
    let y = y.index_update(rows, y[rows] * 2.0);
    index_update(y, y > 9.0, value = 9.0)
}

#[agnostic]
fn above(x: &Tensor<_, N>, least: f64) -> Tensor<bool, N> {
    x > least
}

#[agnostic]
fn of_a_called_function(x: &Tensor<_, N>) -> (Tensor<_, _>, Tensor<_, N>) {
    let mask: Tensor<bool, N> = above(x, 1.5);
    (x[mask], x.index_update(mask, 0.0))
}

fn main() -> eagerpy::Result<()> {
    let x = array![[1.0_f32, 2.0], [3.0, 4.0]];
    let (a, b, c, d) = chosen(&x, &array![false, true], &array![1_i64])?;
    assert_eq!(a, array![2.0, 3.0, 4.0]);
    assert_eq!(b, array![[3.0, 4.0]]);
    assert_eq!(c, array![3.0]);
    assert_eq!(d, array![[2.0], [4.0]]);
    assert_eq!(positions(&x, &array![5.0_f32, 6.0], 1)?, array![[5.0, 7.0], [9.0, 7.0]]);
    assert_eq!(ranges(&array![9.0_f64, 8.0, 7.0])?, array![1.0, 1.0, 0.0]);
    let (i, j) = (array![0_i32, 1], array![1_i64, 0]);
    assert_eq!(tensors(&x, &i, &j)?, array![[1.0, 0.0], [0.0, -1.0]]);
    assert_eq!(
        of_masks(&array![false, true, false], &array![0_u8])?,
        array![false, true, false]
    );
    assert_eq!(in_a_loop(&array![1.0_f32, 2.0, 3.0], 2)?, array![10.0, 20.0, 3.0]);
    let v = array![6.0_f32, 7.0];
    assert_eq!(updates(&x, &v, &array![0_i64, 0])?, array![[9.0, 0.0], [3.0, 0.0]]);
    let (some, rest) = of_a_called_function(&array![1.0_f32, 2.0])?;
    assert_eq!(some, array![2.0]);
    assert_eq!(rest, array![1.0, 0.0]);
    // What does not fit is known only when it runs, and is no panic.
    assert!(positions(&x, &array![5.0_f32, 6.0], 2).is_err());
    assert!(tensors(&x, &array![0_i32, 2], &j).is_err());
    Ok(())
}
