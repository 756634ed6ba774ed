use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, M>) -> Tensor {
    x.moveaxis((0, 1), 0)
}

fn main() {}
