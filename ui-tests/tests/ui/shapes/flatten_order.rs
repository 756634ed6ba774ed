use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, A, B, C>) -> Tensor {
    x.flatten(start = 2, end = 1)
}

fn main() {}
