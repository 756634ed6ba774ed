use eagerpy::agnostic;

#[agnostic(backends = ndarray)]
fn f(x: &Tensor) -> Tensor {
    x.exp()
}

fn main() {}
