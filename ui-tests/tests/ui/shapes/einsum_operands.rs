use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, K>, w: &Tensor<_, K, M>) -> Tensor<_, N, M> {
    einsum("nk->n", x, w)
}

fn main() {}
