use eagerpy::agnostic;

#[agnostic]
pub struct Layer<D, C> {
    pub w: Tensor<_, D, C>,
}

#[agnostic]
fn f(p: &Layer<_, D>, x: &Tensor<_, D>) -> Tensor<_, D> {
    x * p.w
}

fn main() {}
