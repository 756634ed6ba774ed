//! What of the results is compared, where they are not unique.
//!
//! Signs of the columns of factors, and the vectors that span a space, are the framework's choice. What does not hang on
//! it is compared: the factors multiplied, that their columns are orthonormal, the sizes of what has signs.

use super::compare::Got;
use crate::num::Num;

/// The results that a case of this operation has.
pub fn seen(op: &str, results: &[Got]) -> Vec<Got> {
    match (op, results) {
        ("qr_abs_r", [_, r]) => vec![absolute(r)],
        ("qr", [q, r]) => vec![product(q, r), product(&turned(q), q)],
        ("eigh", [w, v]) => vec![
            w.clone(),
            product(&scaled(v, w), &turned(v)),
            product(&turned(v), v),
        ],
        ("svd", [u, s, vh]) => vec![
            s.clone(),
            product(&scaled(u, s), vh),
            product(&turned(u), u),
            product(vh, &turned(vh)),
        ],
        _ => results.to_vec(),
    }
}

fn with(like: &Got, shape: Vec<usize>, data: Vec<f64>) -> Got {
    Got {
        shape,
        data: data.into_iter().map(Num::Float).collect(),
        ..like.clone()
    }
}

fn absolute(x: &Got) -> Got {
    let data = x.data.iter().map(|n| n.to_f64().abs()).collect();
    with(x, x.shape.clone(), data)
}

/// Leading sizes, rows and columns.
fn split(x: &Got) -> (Vec<usize>, usize, usize) {
    match x.shape.as_slice() {
        [lead @ .., rows, columns] => (lead.to_vec(), *rows, *columns),
        _ => (Vec::new(), 0, 0),
    }
}

fn at(x: &Got, place: usize) -> f64 {
    x.data.get(place).map_or(f64::NAN, |n| n.to_f64())
}

fn turned(x: &Got) -> Got {
    let (mut shape, m, n) = split(x);
    let count: usize = shape.iter().product();
    let mut data = Vec::new();
    for start in (0..count).map(|i| i * m * n) {
        for j in 0..n {
            data.extend((0..m).map(|i| at(x, start + i * n + j)));
        }
    }
    shape.extend([n, m]);
    with(x, shape, data)
}

/// The columns times the elements of a vector.
fn scaled(x: &Got, by: &Got) -> Got {
    let (_, m, n) = split(x);
    let size = (m * n).max(1);
    let scale = |place: usize| at(by, place / size * n + place % n.max(1));
    let data = (0..x.data.len()).map(|p| at(x, p) * scale(p)).collect();
    with(x, x.shape.clone(), data)
}

fn product(x: &Got, y: &Got) -> Got {
    let ((mut shape, m, k), (_, _, n)) = (split(x), split(y));
    let count: usize = shape.iter().product();
    let mut data = Vec::new();
    for stack in 0..count {
        for i in 0..m {
            for j in 0..n {
                let terms = (0..k)
                    .map(|l| at(x, stack * m * k + i * k + l) * at(y, stack * k * n + l * n + j));
                data.push(terms.sum());
            }
        }
    }
    shape.extend([m, n]);
    with(x, shape, data)
}
