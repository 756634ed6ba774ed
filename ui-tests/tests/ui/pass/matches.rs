//! `match` over host values: literals, ranges, alternatives, guards, bindings, tuples, and the user's own enum.

use eagerpy::agnostic;
use ndarray::array;

#[agnostic]
fn by_number(x: &Tensor<_, N>, mode: usize) -> Tensor<_, N> {
    match mode {
        0 => x.square(),
        1 | 2 => x.abs(),
        3..=5 => {
            let y = x + 1.0;
            y * mode as f64
        }
        n if n % 2 == 0 => -x,
        _ => x,
    }
}

#[agnostic]
fn by_text(x: &Tensor<_, N>, name: &str) -> Tensor<_, N> {
    match name {
        "double" => x * 2.0,
        "half" => x / 2.0,
        other => unreachable!("{other} is no name"),
    }
}

#[agnostic]
fn by_size(x: &Tensor<_, N>, up: bool) -> (Tensor<_, N>, usize) {
    let mut y = x;
    let k = match (x.dim(0), up) {
        (0, _) => return (x, 0),
        (1, true) => {
            y += 1.0;
            1
        }
        (n, false) => n * 10,
        (n, true) => n,
    };
    (y, k)
}

pub enum Schedule {
    Constant,
    Step { every: usize, by: f64 },
    List(Vec<f64>),
}

#[agnostic]
fn by_enum(x: &Tensor<_, N>, schedule: &Schedule, step: usize) -> Tensor<_, N> {
    match schedule {
        Schedule::Constant => x,
        Schedule::Step { every, by } => x * by.powi((step / every) as i32),
        Schedule::List(rates) if step < rates.len() => x * rates[step],
        Schedule::List(_) => x * 0.0,
    }
}

fn main() -> eagerpy::Result<()> {
    let x = array![-2.0_f64, 3.0];
    assert_eq!(by_number(&x, 0)?, array![4.0, 9.0]);
    assert_eq!(by_number(&x, 2)?, array![2.0, 3.0]);
    assert_eq!(by_number(&x, 4)?, array![-4.0, 16.0]);
    assert_eq!(by_number(&x, 8)?, array![2.0, -3.0]);
    assert_eq!(by_number(&x, 9)?, x);
    assert_eq!(by_text(&x, "half")?, array![-1.0, 1.5]);
    assert_eq!(by_size(&x, true)?, (x.clone(), 2));
    assert_eq!(by_size(&x, false)?, (x.clone(), 20));
    assert_eq!(by_size(&array![1.0], true)?, (array![2.0], 1));
    assert_eq!(by_enum(&x, &Schedule::Constant, 0)?, x);
    let step = Schedule::Step { every: 2, by: 0.5 };
    assert_eq!(by_enum(&x, &step, 5)?, array![-0.5, 0.75]);
    let list = Schedule::List(vec![1.0, 3.0]);
    assert_eq!(by_enum(&x, &list, 1)?, array![-6.0, 9.0]);
    assert_eq!(by_enum(&x, &list, 2)?, array![0.0, 0.0]);
    Ok(())
}
