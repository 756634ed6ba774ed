use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, K>) -> Tensor<_, N> {
    einsum("nk->k->n", x)
}

fn main() {}
