use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, 3, 4>, y: &Tensor<_, 3>) -> Tensor {
    maximum(x, y)
}

fn main() {}
