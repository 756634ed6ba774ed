use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor) -> Scalar {
    x.argmax().sqrt()
}

fn main() {}
