//! Decompositions, systems and sums of products: sizes follow from the signature.

use eagerpy::agnostic;

#[agnostic]
fn least_squares(x: &Tensor<_, N, D>, y: &Tensor<_, N>, ridge: f32) -> Tensor<_, D> {
    let gram = einsum("nd,ne->de", x, x) + eye(D) * ridge;
    gram.solve(x.transpose().matmul(y))
}

#[agnostic]
fn log_density(x: &Tensor<_, B, N>, mean: &Tensor<_, N>, cov: &Tensor<_, N, N>) -> Tensor<_, B> {
    let l = cov.cholesky();
    let z = l.solve_triangular((x - mean).transpose(), lower = true);
    let (_, log) = cov.slogdet();
    -0.5 * (z.vecdot(z, axis = 0) + log)
}

#[agnostic]
fn attention(q: &Tensor<_, B, H, Q, D>, k: &Tensor<_, B, H, K, D>) -> Tensor<_, B, H, Q, K> {
    einsum("bhqd,bhkd->bhqk", q, k)
}

/// The letters that stand once, in the order of the alphabet.
#[agnostic]
fn implicit(x: &Tensor<_, N, K>, w: &Tensor<_, K, M>) -> Tensor<_, M, N> {
    einsum("nk, km", x, w)
}

#[agnostic]
fn dots(x: &Tensor<_, B, N, K>, w: &Tensor<_, K, M>) -> (Tensor<_, B, N, M>, Tensor<_, B, N>) {
    (einsum("...k,km->...m", x, w), einsum("...k->...", x))
}

#[agnostic]
fn diagonal(x: &Tensor<i64, N, N>) -> (Tensor<i64, N>, Scalar<i64>) {
    (einsum("ii->i", x), einsum("ii", x))
}

#[agnostic]
fn factors(x: &Tensor<_, B, N, N>) -> (Tensor<_, B, N, N>, Tensor<_, B, N>, Tensor<_, B>) {
    let (q, r) = x.qr();
    let (u, s, vh) = x.svd();
    let (w, v) = (x + x.swapaxes(-2, -1)).eigh();
    let z = q.matmul(r) + u.matmul(vh) + v + x.pinv() + x.matrix_power(2);
    (z, s + w + x.eigvalsh(), x.det() + x.matrix_norm(ord = "nuc"))
}

#[agnostic]
fn blocks(x: &Tensor<_, 2, 3>, y: &Tensor<_, N, 4>) -> (Tensor<_, { 2 * N }, 12>, Tensor<_, 2, 3>) {
    (x.kron(y), x.cross(x, axis = -1))
}

#[agnostic]
fn given(x: &Tensor<_, N, K>, w: &Tensor<_, K, M>, equation: &str) -> (Tensor<_, N, M>, Tensor) {
    (x.tensordot(w, axes = 1), einsum(equation, x, w))
}

fn main() {}
