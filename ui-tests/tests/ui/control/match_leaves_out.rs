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
        Loss::Squared => x.square().mean(),
        Loss::Weighted(w) => (x * w).mean(),
    }
}

#[agnostic]
fn g(loss: &Loss<_, C>, x: &Tensor<_, N, C>) -> Scalar {
    match loss {
        Loss::Squared => x.square().mean(),
        Loss::Huber { delta } if delta > 1.0 => x.mean() * delta,
    }
}

#[agnostic]
fn h(x: &Tensor<_, N>, by: Option<&Tensor<_, N>>) -> Tensor<_, N> {
    match by {
        Some(by) => x + by,
    }
}

fn main() {}
