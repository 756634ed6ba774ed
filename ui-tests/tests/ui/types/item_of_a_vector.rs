use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, 3>) -> Tensor<_, 3> {
    x * x.item()
}

fn main() {}
