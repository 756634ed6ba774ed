use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, 4, L>) -> Tensor {
    x.group_norm(3)
}

fn main() {}
