use eagerpy::agnostic;

#[agnostic]
pub enum Loss<C> {
    Squared,
    Weighted(Tensor<_, C>),
}

#[agnostic]
fn f(loss: &Loss<_, C>, x: &Tensor<_, C>) -> Tensor<_, C> {
    match loss {
        Loss::Square => x * x,
        Loss::Weighted(w) => x * w,
    }
}

fn main() {}
