use eagerpy::agnostic;

#[agnostic]
fn f(xs: &[Tensor], y: &Tensor) -> Tensor {
    y.exp()
}

#[agnostic]
fn g(y: &Tensor) -> Vec<Tensor> {
    y.exp()
}

fn main() {}
