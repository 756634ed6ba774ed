use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor) -> Tensor {
    x.frobnicate(3)
}

fn main() {}
