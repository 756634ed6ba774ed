use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor) -> Tensor {
    softmaxx(x, axis = 0)
}

fn main() {}
