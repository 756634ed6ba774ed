//! Host code between tensors: items, closures, macros, lists, `match` and `while` of host values, questions to tensors.

use eagerpy::agnostic;
use ndarray::array;

#[derive(Clone, Copy)]
enum Mode {
    Up,
    Down(f64),
}

#[agnostic]
fn decided(x: &Tensor<_, N>, mode: Mode) -> Tensor<_, N> {
    const HALF: f64 = 0.5;
    fn double(v: f64) -> f64 {
        v * 2.0
    }
    let scale = match mode {
        Mode::Up => double(HALF),
        Mode::Down(by) => -by,
    };
    let add = |a: f64, b: f64| a + b;
    let mut n = 1;
    while n < 100 {
        n *= 10;
    }
    assert!(n == 100, "{}", n);
    x * scale + add(1.0, n as f64)
}

#[agnostic]
fn questions(x: &Tensor<_, N, D>) -> (usize, usize, f64, Vec<usize>, bool) {
    let sizes = x.shape().to_vec();
    let rows = x.dim(0);
    let last = x.dim(-1) + x.ndim();
    let most = x.max().item();
    let any = (x > 3.0).any().item();
    (rows, last, most * 2.0, sizes, any)
}

// Sizes in ranges and lists, which are the host's.
#[agnostic]
fn size_lists(x: &Tensor<_, N, D>) -> (Tensor, Vec<usize>) {
    let shape = [x.dim(1), x.dim(0)];
    let steps = 0..x.dim(0);
    let mut seen = Vec::new();
    for i in (0..x.dim(1)).rev() {
        seen.push(i);
    }
    seen.extend(steps);
    (x.reshape(shape), seen)
}

#[agnostic]
fn mutated(x: &Tensor<_, N>) -> (Tensor<_, N>, Vec<f64>) {
    let mut seen: Vec<f64> = Vec::new();
    let mut y = x;
    for i in 0..N {
        seen.push(y[i].item());
        y = y + 1.0;
    }
    (y, seen)
}

fn main() -> eagerpy::Result<()> {
    let x = array![1.0_f64, 2.0];
    assert_eq!(decided(&x, Mode::Up)?, array![102.0, 103.0]);
    assert_eq!(decided(&x, Mode::Down(3.0))?, array![98.0, 95.0]);
    let (rows, last, most, sizes, any) = questions(&array![[1.0_f64, 2.0, 4.0]])?;
    assert_eq!(
        (rows, last, most, sizes, any),
        (1, 5, 8.0, vec![1, 3], true)
    );
    let (y, seen) = size_lists(&array![[1.0_f64, 2.0, 4.0]])?;
    assert_eq!(y, array![[1.0], [2.0], [4.0]].into_dyn());
    assert_eq!(seen, [2, 1, 0, 0]);
    let (y, seen) = mutated(&x)?;
    assert_eq!(y, array![3.0, 4.0]);
    assert_eq!(seen, [1.0, 3.0]);
    Ok(())
}
