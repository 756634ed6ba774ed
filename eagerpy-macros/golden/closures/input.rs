#[agnostic]
fn iterate(f: impl Fn(&Tensor<_, N>) -> Tensor<_, N>, x: &Tensor<_, N>, times: usize) -> Tensor<_, N> {
    let mut y = x;
    for _ in 0..times {
        y = f(y);
    }
    y
}

#[agnostic]
fn halved(x: &Tensor<_, N>) -> Tensor<_, N> {
    x * 0.5
}

/// Fixed-point iteration: a closure over tensors, and an agnostic function by its name.
#[agnostic]
fn closures(x: &Tensor<_, N>, w: &Tensor<_, N>, rounds: usize) -> Tensor<_, N> {
    let start = iterate(halved, x, 2);
    iterate(
        |v| {
            let next = v * w + start;
            if next.max().item() > 10.0 { start } else { next }
        },
        start,
        rounds,
    )
}
