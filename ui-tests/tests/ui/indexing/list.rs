use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor {
    x[[0, 2, 4]]
}

fn main() {}
