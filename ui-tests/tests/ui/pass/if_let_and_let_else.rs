//! `if let`, `let … else` and chains of them over host values, with tensors around them.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn by_size(x: &Tensor<_, N>) -> Tensor<_, N> {
    if let 2 = x.dim(0) { x.square() } else { -x }
}

#[agnostic]
fn looked_up(x: &Tensor<_, N>, table: &[f64], place: Option<usize>) -> Tensor<_, N> {
    let Some(place) = place else {
        return x * 0.0;
    };
    let Some(factor) = table.get(place) else {
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

#[agnostic]
fn summed(x: &Tensor<_, N>, parts: &[Option<f64>]) -> Tensor<_, N> {
    let mut y = x;
    for part in parts {
        let Some(part) = part else {
            continue;
        };
        if *part < 0.0 {
            break;
        }
        y = y + *part;
    }
    y
}

fn main() -> eagerpy::Result<()> {
    let x = array![1.0_f64, 2.0];
    assert_eq!(by_size(&x)?, array![1.0, 4.0]);
    assert_eq!(by_size(&array![1.0_f64])?, array![-1.0]);
    assert_eq!(looked_up(&x, &[1.0, 3.0], None)?, array![0.0, 0.0]);
    assert_eq!(looked_up(&x, &[1.0, 3.0], Some(1))?, array![3.0, 6.0]);
    assert_eq!(looked_up(&x, &[1.0, 3.0], Some(2))?, array![101.0, 102.0]);
    assert_eq!(looked_up(&x, &[5.0], Some(0))?, array![10.0, 15.0]);
    let parts = [Some(1.0), None, Some(10.0), Some(-1.0), Some(100.0)];
    assert_eq!(summed(&x, &parts)?, array![12.0, 13.0]);
    Ok(())
}
