use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, K>) -> Tensor<_, N, K> {
    einsum("nk->nm", x)
}

fn main() {}
