//! Loops in matches in loops, with jumps, returns and variables that change on some ways only.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn walked(x: &Tensor<_, N>, steps: &[i32]) -> (Tensor<_, N>, Tensor<_, N>, usize) {
    let mut y = x;
    let mut z = x * 0.0;
    let mut count = 0;
    for step in steps {
        match step {
            0 => continue,
            k if *k < 0 => {
                let mut left = -k;
                while left > 0 {
                    if y.max().item() <= 1.0 {
                        break;
                    }
                    y = y / 2.0;
                    left -= 1;
                }
            }
            100 => return (y, z, count),
            k => {
                z = if *k > 10 { y } else { z + y * *k };
            }
        }
        count += 1;
    }
    (z, y, count)
}

#[agnostic]
fn first_above(x: &Tensor<_, N, M>, bound: f64) -> (Scalar, usize) {
    for i in 0..N {
        let row = x[i];
        let mut j = 0;
        while j < M {
            let v = row[j];
            if v.item() > bound {
                return (v, i * M + j);
            }
            j += 1;
        }
    }
    (x.max(), N * M)
}

fn main() -> eagerpy::Result<()> {
    let x = array![8.0_f64, 4.0];
    // z = 2·x; y = x/4; z = z + y; y = y/2 and stops; end.
    assert_eq!(
        walked(&x, &[2, 0, -2, 1, -9])?,
        (array![18.0, 9.0], array![1.0, 0.5], 4)
    );
    assert_eq!(walked(&x, &[11, 100, 1])?, (x.clone(), x.clone(), 1));
    let m = array![[1.0_f64, 2.0], [3.0, 4.0]];
    let (v, place) = first_above(&m, 2.5)?;
    assert_eq!((v.into_scalar(), place), (3.0, 2));
    let (v, place) = first_above(&m, 9.0)?;
    assert_eq!((v.into_scalar(), place), (4.0, 4));
    Ok(())
}
