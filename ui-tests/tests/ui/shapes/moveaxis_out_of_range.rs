use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, M>) -> Tensor {
    x.moveaxis(0, 2)
}

fn main() {}
