use eagerpy::agnostic;

#[agnostic]
pub enum Loss<C> {
    Squared,
    Huber { delta: f64 },
    Weighted(Tensor<_, C>),
}

#[agnostic]
fn f(loss: &Loss<_, C>, x: &Tensor<_, N, C>) -> Scalar {
    match loss {
        Los::Huber { delta } => x.mean() * delta,
        Loss::Weighted(w) => (x * w).mean(),
        Squared => x.mean(),
    }
}

#[agnostic]
fn named(x: &Tensor<_, C>) -> Loss<_, C> {
    Loss::Weighted { w: x }
}

#[agnostic]
fn bare(x: &Tensor<_, C>) -> Loss<_, C> {
    Squared
}

fn main() {}
