//! Generic parameters: the float type, sizes that are constants, types and lifetimes of the host, `where`.

use eagerpy::agnostic;
use ndarray::{Array1, array};

#[agnostic]
fn powers<E: Float, const K: usize>(x: &Tensor<E, N>) -> Tensor<E, N> {
    let mut y = ones_like(x);
    for _ in 0..K {
        y = y * x;
    }
    y
}

#[agnostic]
fn scaled<T: Into<f64>>(x: &Tensor<_, N>, by: T) -> Tensor<_, N> {
    x * by.into()
}

#[agnostic]
fn folded<'a, I, const W: usize>(
    x: &Tensor<_, N, W>,
    factors: I,
    name: &'a str,
) -> (Tensor<_, N, W>, &'a str)
where
    I: IntoIterator<Item = f64>,
{
    let mut y = x;
    for factor in factors {
        y = y * factor;
    }
    (y / W as f64, name)
}

#[agnostic]
fn host(x: &Tensor<_, N>, f: impl Fn(f64) -> f64, ks: &[f64; 2]) -> Tensor<_, N> {
    x * f(ks[0]) + ks[1]
}

fn main() -> eagerpy::Result<()> {
    let cubes: Array1<f64> = powers::<3, _, _>(&array![2.0, 3.0])?;
    assert_eq!(cubes, array![8.0, 27.0]);
    let x = array![1.0_f32, 2.0];
    assert_eq!(scaled(&x, 3_u8)?, array![3.0, 6.0]);
    assert_eq!(scaled(&x, 0.5_f32)?, array![0.5, 1.0]);
    let m = array![[1.0_f32, 2.0], [3.0, 4.0]];
    let (y, name) = folded::<_, 2, _, _>(&m, [2.0, 3.0], "n")?;
    assert_eq!((y, name), (array![[3.0, 6.0], [9.0, 12.0]], "n"));
    assert!(folded::<_, 3, _, _>(&m, [1.0], "n").is_err());
    assert_eq!(host(&x, |v| v * 10.0, &[1.0, 0.5])?, array![10.5, 20.5]);
    Ok(())
}
