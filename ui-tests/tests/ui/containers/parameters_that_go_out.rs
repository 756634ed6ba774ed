use eagerpy::agnostic;

#[agnostic]
pub enum Loss<C> {
    Squared,
    Weighted(Tensor<_, C>),
}

#[agnostic]
fn f(loss: &Loss<_, C>) -> Loss<_, C> {
    loss
}

#[agnostic]
fn g(xs: &[Tensor<_, N>]) -> Vec<Tensor<_, N>> {
    xs
}

fn main() {}
