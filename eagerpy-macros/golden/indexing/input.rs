/// All forms of an index.
#[agnostic]
pub fn indexing(x: &Tensor<f32, N, 6>, rows: &Tensor<i64, K>, i: usize) -> Tensor<f32> {
    let first = x[0];
    let last = x[(.., -1)];
    let one = x[(i, i + 1)];
    let every = x[s![.., 1..5;2]];
    let wide = x[s![NewAxis, ..2, ..]];
    let picked = x[rows];
    let crossed = x[(rows, 2)];
    let rest = x[(Ellipsis, 3..)];
    let chosen = x[x > 0.0];
    let filled = x.index_update((rows, 2), value = 0.0);
    let sums = chosen.sum() + filled.sum() + every.sum() + last.sum() + one + wide.sum() + crossed.sum() + rest.sum();
    picked + first + sums
}
