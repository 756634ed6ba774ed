/// Means over windows of rows: a list that grows in a loop.
#[agnostic]
pub fn rolling(x: &Tensor<_, N, D>, width: usize) -> Tensor<_, _, D> {
    let mut means: Vec<Tensor<_, D>> = Vec::new();
    for start in 0..(N + 1).saturating_sub(width) {
        means.push(x[start..start + width].mean(axis = 0));
    }
    stack(means)
}
