use eagerpy::agnostic;

#[agnostic(backend(ndarray))]
fn f(x: &Tensor) -> Tensor {
    x.exp()
}

fn main() {}
