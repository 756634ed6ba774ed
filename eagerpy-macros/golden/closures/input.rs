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
