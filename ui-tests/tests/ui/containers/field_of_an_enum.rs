use eagerpy::agnostic;

#[agnostic]
pub enum Loss<C> {
    Squared,
    Weighted(Tensor<_, C>),
}

#[agnostic]
fn f(loss: &Loss<_, C>, x: &Tensor<_, C>) -> Tensor<_, C> {
    x * loss.weight + loss
}

fn main() {}
