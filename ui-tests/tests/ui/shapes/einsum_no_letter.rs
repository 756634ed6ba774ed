use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, K>, w: &Tensor<_, K, M>) -> Tensor<_, N, M> {
    einsum("nk,k1->n1", x, w)
}

fn main() {}
