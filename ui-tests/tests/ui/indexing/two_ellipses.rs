use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, A, B, C>) -> Tensor {
    x[(Ellipsis, 0, Ellipsis)]
}

fn main() {}
