use eagerpy::agnostic;

#[agnostic]
pub struct Layer<D, C> {
    pub weights: Tensor<_, D, C>,
    pub bias: Tensor<_, C>,
}

#[agnostic]
fn f(p: &Layer<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
    x.matmul(p.weight) + p.b
}

fn main() {}
