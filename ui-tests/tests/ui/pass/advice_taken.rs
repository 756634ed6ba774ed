//! Rejected programs, mended as their messages say.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn element_types(
    x: &Tensor<_, N>,
    n: &Tensor<i64, N>,
) -> (
    Scalar,
    Tensor<bool, N>,
    Scalar,
    Tensor<i64, N>,
    Tensor<_, N>,
) {
    (
        x.argmax().astype(_).sqrt(),
        !(x > 0.0),
        n.astype(_).mean(),
        n.floor_divide(2) + (x > 0.0).astype(i64),
        n.astype(_) * 0.5 + where_(x > 0.0, x, 0.0) + x * (n != 0).astype(_),
    )
}

#[agnostic]
fn fixed_types(n: &Tensor<i64, N>, d: &Tensor<f64, N>) -> Tensor<f32, N> {
    (n.astype(f32) * 0.5).maximum(d.astype(f32))
}

#[agnostic]
fn labels(x: &Tensor<f32, N, C>, labels: &Tensor<f32, N>) -> Tensor<f32, N> {
    x.crossentropy(labels.astype(i64))
}

#[agnostic]
fn conditions(x: &Tensor<_, N>, rounds: &Scalar<i64>) -> Tensor<_, N> {
    let mut y = where_(x > 1.0, x.sqrt(), x);
    if (x > 8.0).any().item() {
        for _ in 0..rounds.item() {
            y += 1.0;
        }
    }
    y
}

#[agnostic]
fn shapes(
    x: &Tensor<_, N, D>,
    per_row: &Tensor<_, N>,
) -> (Tensor<_, N, D>, Tensor<_, N, N>, Tensor<_, N>, Tensor<_, D>) {
    let mut y = x - per_row.expand_dims(axis = -1);
    y -= x.mean(axis = 1, keepdims = true);
    let mut rows = x[0] * x.sum();
    for i in 0..x.dim(0) {
        rows += x[i];
    }
    (
        y,
        x.matmul(x.transpose()),
        x[(.., 0)] + x.sum(axis = 1),
        rows,
    )
}

#[agnostic]
fn in_place(x: &Tensor<_, N>) -> (Tensor<_, N>, Tensor<_, _>) {
    (
        where_(arange(N) == 0, 1.0, x),
        concatenate([full(1, 5.0), x[1..], x[(N - 1) as i64..]]),
    )
}

#[agnostic]
fn host_values(x: &Tensor<_, N>, t: f64) -> (Scalar, f64) {
    let most = x.max().item();
    println!("{most}");
    (full((), most) + x[t as i64], x.sum().item())
}

#[agnostic(backends(ndarray))]
fn float_types(n: usize, seed: u64) -> (Scalar<i64>, Tensor<i64, _>) {
    (
        zeros((n, 3), dtype = f32).argmax(),
        uniform((n,), low = 2.0, high = 3.0, seed = seed, dtype = f32).astype(i64),
    )
}

fn main() -> eagerpy::Result<()> {
    let x = array![4.0_f64, 0.0, 9.0];
    let n = array![2_i64, 0, 5];
    let (a, b, c, d, e) = element_types(&x, &n)?;
    assert_eq!(a.into_scalar(), 2.0_f64.sqrt());
    assert_eq!(b, array![false, true, false]);
    assert!((c.into_scalar() - 7.0 / 3.0).abs() < 1e-12);
    assert_eq!(d, array![2, 0, 3]);
    assert_eq!(e, array![9.0, 0.0, 20.5]);
    assert_eq!(
        fixed_types(&n, &array![0.0, 7.0, 0.0])?,
        array![1.0_f32, 7.0, 2.5]
    );
    let losses = labels(&array![[0.0_f32, 0.0], [0.0, 100.0]], &array![1.0_f32, 1.0])?;
    assert!((losses[0] - 2.0_f32.ln()).abs() < 1e-6 && losses[1].abs() < 1e-6);
    assert_eq!(
        conditions(&x, &ndarray::arr0(2_i64))?,
        array![4.0, 2.0, 5.0]
    );
    assert_eq!(
        conditions(&array![4.0_f64], &ndarray::arr0(2_i64))?,
        array![2.0]
    );
    let m = array![[1.0_f32, 3.0], [5.0, 5.0]];
    let (y, product, sums, rows) = shapes(&m, &array![1.0_f32, 0.0])?;
    assert_eq!(y, array![[-2.0, 0.0], [0.0, 0.0]]);
    assert_eq!(product, array![[10.0, 20.0], [20.0, 50.0]]);
    assert_eq!(sums, array![5.0, 15.0]);
    assert_eq!(rows, array![20.0, 50.0]);
    let (a, b) = in_place(&x)?;
    assert_eq!(a, array![1.0, 0.0, 9.0]);
    assert_eq!(b, array![5.0, 0.0, 9.0, 9.0]);
    let (s, total) = host_values(&x, 2.9)?;
    assert_eq!((s.into_scalar(), total), (18.0, 13.0));
    let (place, twos) = float_types::ndarray(4, 1)?;
    assert_eq!(place.into_scalar(), 0);
    assert_eq!(twos, array![2, 2, 2, 2]);
    Ok(())
}
