use eagerpy::agnostic;

#[agnostic]
pub struct Layer<D> {
    pub w: Tensor<_, D>,
}

#[agnostic]
fn f(p: Layer<_, D>, x: &Tensor<_, D>) -> Tensor<_, D> {
    x * p.w
}

fn main() {}
