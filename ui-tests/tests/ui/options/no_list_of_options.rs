use eagerpy::agnostic;

#[agnostic(backends(ndarray) 3)]
fn f(x: &Tensor) -> Tensor {
    x.exp()
}

fn main() {}
