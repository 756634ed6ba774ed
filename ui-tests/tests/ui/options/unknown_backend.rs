use eagerpy::agnostic;

#[agnostic(backends(ndaray, jax))]
fn f(x: &Tensor) -> Tensor {
    x.exp()
}

fn main() {}
