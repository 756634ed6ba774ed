use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, N, N> {
    einsum("n->nn", x)
}

fn main() {}
