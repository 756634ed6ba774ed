use eagerpy::agnostic;

#[agnostic]
fn shapes(
    x: &Tensor<_, N, M>,
) -> (
    Tensor<_, M, N>,
    Tensor<_, M, N>,
    Tensor<_, { N * 2 }, M>,
    Tensor<_, { N * 2 }, { M * 3 }>,
    Tensor<_, { N + 3 }, M>,
    Tensor<_, M, N>,
) {
    (
        x.moveaxis(0, -1),
        x.matrix_transpose(),
        x.repeat(2, axis = 0),
        x.tile((2, 3)),
        x.pad([(1, 2), (0, 0)], mode = "edge"),
        x.rot90(),
    )
}

#[agnostic]
fn lists(x: &Tensor<_, 6, M>) -> (Tensor<_, 2, M>, Tensor<_, 3, M>, Tensor<_, M>, Tensor<_, 3, 2, M>) {
    let parts = x.split(3);
    let mut sum = zeros_like(parts[0]);
    for p in parts {
        sum += p;
    }
    let (left, right) = (x.split(sizes = (3, 3))[0], x.chunk(2)[1]);
    (sum, left + right, x.unstack()[0], stack(parts))
}

#[agnostic]
fn matrices(x: &Tensor<_, B, N, N>) -> (Tensor<_, B, N>, Tensor<_, B>, Tensor<_, B, N, N>) {
    let diagonal = x.diagonal();
    (diagonal, x.trace(), x.tril() + diagonal.diag_embed())
}

#[agnostic]
fn positions(
    x: &Tensor<_, N, M>,
    at: &Tensor<i64, N, 2>,
    y: &Tensor<_, N, 2>,
) -> (Tensor<_, N, 2>, Tensor<_, N, M>, Tensor<_, N, M>, Tensor<_, N, M>) {
    let picked = x.gather(at, axis = 1);
    let set = x.scatter(at, y, axis = 1).put_along_axis(at, 0.0, axis = 1);
    let sum = x.scatter_add(at, picked, axis = 1);
    (picked, set, sum, x.masked_fill(x > 0.0, 1.0).index_add(arange(N), x))
}

#[agnostic]
fn made(x: &Tensor<f32, N>, n: usize) -> (Tensor<f32, N, N>, Tensor<i64, 4>, Tensor<bool, N>, Tensor<f32, N, 2>) {
    let (left, right) = (meshgrid([x, x], indexing = "ij")[0], tri(N));
    let order: Tensor<i64> = permutation(n, seed = 1);
    let more = x.take(order).sum() + x.take(arange(n)).sum();
    (
        left * right + more,
        randint(4, 0, n as i64, seed = 2),
        bernoulli(N, p = 0.25, seed = 3),
        stack([linspace(0.0, 1.0, N), x], axis = 1),
    )
}

fn main() {}
