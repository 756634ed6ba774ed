use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, K>, w: &Tensor<_, M, K>) -> Tensor<_, N, M> {
    einsum("nk,km->nm", x, w)
}

fn main() {}
