use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, M>, mask: &Tensor<bool, N>) -> Tensor<_, N, M> {
    x.masked_fill(mask, 0.0)
}

fn main() {}
