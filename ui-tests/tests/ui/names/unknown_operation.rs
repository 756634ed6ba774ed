use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor) -> Tensor {
    x.sotfmax()
}

fn main() {}
