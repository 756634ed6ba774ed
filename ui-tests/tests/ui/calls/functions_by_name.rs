use eagerpy::agnostic;

#[agnostic]
fn iterate(f: impl Fn(&Tensor<_, N>) -> Tensor<_, N>, x: &Tensor<_, N>, times: usize) -> Tensor<_, N> {
    let mut y = x;
    for _ in 0..times {
        y = f(y);
    }
    y
}

#[agnostic]
fn above(x: &Tensor<_, N>) -> Tensor<bool, N> {
    x > 0.0
}

#[agnostic]
fn of_rows(x: &Tensor<_, N, D>) -> Tensor<_, N> {
    x.sum(axis = 1)
}

#[agnostic]
fn scaled(x: &Tensor<_, N>, k: f64) -> Tensor<_, N> {
    x * k
}

#[agnostic]
fn by_name(
    x: &Tensor<_, N>,
    model: impl Fn(&Tensor<_, N>, f64) -> Tensor<_, N>,
    n: usize,
) -> Tensor<_, N> {
    let a = iterate(above, x, 1);
    let b = iterate(of_rows, x, 1);
    let c = iterate(scaled, x, 1);
    let d = iterate(n + 1, x, 1);
    let e = iterate(model, x, 1);
    a + b + c + d + e
}

fn main() {}
