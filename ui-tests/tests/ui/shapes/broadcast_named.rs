use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, per_row: &Tensor<_, N>) -> Tensor<_, N, D> {
    x - per_row
}

fn main() {}
