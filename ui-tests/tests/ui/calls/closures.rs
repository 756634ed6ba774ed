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
fn gives(x: &Tensor<_, N>) -> Tensor<_, N> {
    let a = iterate(|v| v > 0.0, x, 1);
    let b = iterate(|v| v.sum(), x, 1);
    let c = iterate(|v| v.astype(f64) * 1.5, x.astype(f32), 1);
    let d = iterate(|v| (v, v), x, 1);
    a + b + c + d
}

#[agnostic]
fn takes(x: &Tensor<_, N>, m: &Tensor<_, N, D>) -> Tensor<_, N> {
    let a = iterate(|v, k| v * k, x, 1);
    let b = iterate(|v: &Tensor<_, N, D>| v.sum(axis = 1), x, 1);
    let c = iterate(|v| v + m, x, 1);
    let d = iterate(|v| v.sqr(), x, 1);
    a + b + c + d
}

#[agnostic]
fn writes(x: &Tensor<_, N>) -> Tensor<_, N> {
    let mut total = x;
    let mut all: Vec<Tensor<_, N>> = Vec::new();
    let a = iterate(
        |v| {
            total += v;
            all.push(v);
            v
        },
        x,
        3,
    );
    let b = iterate(
        |v| {
            if v.max().item() > 1.0 {
                return v;
            }
            v * 2.0
        },
        x,
        3,
    );
    let c = x.maximum(|v| v * 2.0);
    let d = iterate(x, |v| v * 2.0, 3);
    total + all[0] + a + b + c + d
}

fn main() {}
