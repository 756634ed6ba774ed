//! Every operator: between tensors, with numbers, and with host expressions on either side.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn tensors(x: &Tensor<_, N>, y: &Tensor<_, N>) -> Tensor<_, 5, N> {
    stack([x + y, x - y, x * y, x / y, x % y])
}

#[agnostic]
fn right(x: &Tensor<_, N>, k: f64, n: usize) -> Tensor<_, 5, N> {
    stack([
        x + k,
        x - (k + 1.0),
        x * k.sqrt(),
        x / n as f64,
        x % N as f64,
    ])
}

#[agnostic]
fn left(x: &Tensor<_, N>, k: f64, n: usize) -> Tensor<_, 5, N> {
    stack([k + x, (k + 1.0) - x, 2 * x, 12.0 / x, (n as f64) % x])
}

#[agnostic]
fn comparisons(x: &Tensor<_, N>, k: f64) -> Tensor<bool, 6, N> {
    stack([x == 2.0, x != k, x < k, x <= k, k < x, k <= x])
}

#[agnostic]
fn logic(a: &Tensor<bool, N>, b: &Tensor<bool, N>, host: bool) -> Tensor<bool, 5, N> {
    stack([a & b, a | b, a ^ b, !a, a & host])
}

#[agnostic]
fn precedence(x: &Tensor<_, N>) -> Tensor<_, N> {
    -x * 2.0 + 3.0 - -x
}

#[agnostic]
fn ints(x: &Tensor<i64, N>, n: i64) -> (Tensor<i64, N>, Tensor<bool, N>) {
    (7 - x * n % 4, (x > 1) & (x != n))
}

fn main() -> eagerpy::Result<()> {
    let x = array![1.0_f64, 4.0];
    let y = array![2.0_f64, -3.0];
    assert_eq!(
        tensors(&x, &y)?,
        array![
            [3.0, 1.0],
            [-1.0, 7.0],
            [2.0, -12.0],
            [0.5, 4.0 / -3.0],
            [1.0, -2.0]
        ]
    );
    assert_eq!(
        right(&x, 4.0, 2)?,
        array![[5.0, 8.0], [-4.0, -1.0], [2.0, 8.0], [0.5, 2.0], [1.0, 0.0]]
    );
    assert_eq!(
        left(&x, 4.0, 6)?,
        array![[5.0, 8.0], [4.0, 1.0], [2.0, 8.0], [12.0, 3.0], [0.0, 2.0]]
    );
    let t = true;
    let f = false;
    assert_eq!(
        comparisons(&array![1.0_f32, 2.0, 3.0], 2.0)?,
        array![
            [f, t, f],
            [t, f, t],
            [t, f, f],
            [t, t, f],
            [f, f, t],
            [f, t, t]
        ]
    );
    assert_eq!(
        logic(&array![t, t, f, f], &array![t, f, t, f], true)?,
        array![
            [t, f, f, f],
            [t, t, t, f],
            [f, t, t, f],
            [f, f, t, t],
            [t, t, f, f]
        ]
    );
    assert_eq!(precedence(&x)?, array![2.0, -1.0]);
    let (a, b) = ints(&array![1_i64, 2, 3], 3)?;
    assert_eq!(a, array![4, 5, 6]);
    assert_eq!(b, array![f, t, f]);
    Ok(())
}
