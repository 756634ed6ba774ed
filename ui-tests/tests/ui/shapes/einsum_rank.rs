use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, K>, w: &Tensor<_, K, M>) -> Tensor<_, N, M> {
    einsum("bnk,km->nm", x, w)
}

fn main() {}
