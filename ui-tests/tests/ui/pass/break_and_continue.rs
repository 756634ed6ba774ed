//! `break` and `continue` in loops over tensors, with labels, from inner loops and from blocks.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn stopped(x: &Tensor, n: usize) -> Tensor {
    let mut y = x * 1.0;
    for i in 0..n {
        if i == 3 {
            break;
        }
        y += x;
    }
    y
}

#[agnostic]
fn skipped(x: &Tensor, n: usize) -> Tensor {
    let mut y = x * 1.0;
    for i in 0..n {
        if i == 3 {
            continue;
        }
        y += x;
    }
    y
}

// Row 0 gives 1, row 1 gives 10 + 11, then 21 ends it all.
#[agnostic]
fn labelled(x: &Tensor, rows: usize) -> (Tensor, Tensor) {
    let mut total = x * 0.0;
    let mut last = x;
    'rows: for i in 0..rows {
        for j in 0..rows {
            if j > i {
                continue 'rows;
            }
            if i == 2 && j == 1 {
                last = x + 21.0;
                break 'rows;
            }
            total = total + (i * 10 + j) as f64;
        }
    }
    (total, last)
}

#[agnostic]
fn block(x: &Tensor<_, N>, how: usize) -> Tensor<_, N> {
    let y = 'pick: {
        if how == 0 {
            break 'pick x * 10.0;
        }
        let z = x + 1.0;
        if how == 1 {
            break 'pick z;
        }
        z * z
    };
    y - 1.0
}

fn main() -> eagerpy::Result<()> {
    let x = array![2.0_f32];
    assert_eq!(stopped(&x, 9)?, array![8.0]);
    assert_eq!(stopped(&x, 1)?, array![4.0]);
    assert_eq!(skipped(&x, 9)?, array![18.0]);
    let (total, last) = labelled(&x, 5)?;
    assert_eq!(total, array![0.0 + 10.0 + 11.0 + 20.0]);
    assert_eq!(last, array![23.0]);
    assert_eq!(block(&x, 0)?, array![19.0]);
    assert_eq!(block(&x, 1)?, array![2.0]);
    assert_eq!(block(&x, 2)?, array![8.0]);
    Ok(())
}
