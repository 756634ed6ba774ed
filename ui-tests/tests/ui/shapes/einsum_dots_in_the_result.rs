use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, B, N>) -> Tensor<_, N> {
    einsum("...n->n", x)
}

fn main() {}
