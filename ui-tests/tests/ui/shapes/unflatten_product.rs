use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, 6>) -> Tensor {
    x.unflatten(0, (2, 2))
}

fn main() {}
