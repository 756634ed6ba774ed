use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor) -> Tensor<bool> {
    !x
}

fn main() {}
