use eagerpy::agnostic;

#[agnostic]
pub enum Loss<C> {
    Huber { delta: f64 },
    Weighted(Tensor<_, C>),
}

#[agnostic]
fn f(loss: &Loss<_, C>, x: &Tensor<_, C>) -> Tensor<_, C> {
    match loss {
        Loss::Huber { deltas } => x * *deltas,
        Loss::Weighted(w, v) => x * w + v,
    }
}

#[agnostic]
fn k(loss: &Loss<_, C>, x: &Tensor<_, C>) -> Tensor<_, C> {
    match loss {
        Loss::Huber {} => x,
        Loss::Weighted => x,
    }
}

#[agnostic]
fn g(w: &Tensor<_, C>) -> Loss<_, C> {
    Loss::Weighted(w, w)
}

#[agnostic]
fn h(w: &Tensor<_, C>) -> Loss<_, C> {
    Loss::Huber(w)
}

fn main() {}
