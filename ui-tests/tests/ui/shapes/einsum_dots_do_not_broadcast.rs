use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, B, N>, y: &Tensor<_, C, N>) -> Tensor<_, B> {
    einsum("...n,...n->...", x, y)
}

fn main() {}
