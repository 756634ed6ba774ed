/// How far off a guess is.
#[agnostic]
pub enum Loss<C> {
    Squared,
    Huber { delta: f64 },
    Weighted(Tensor<_, C>),
}

/// A `match` on an enum, with a tensor in one of its arms.
#[agnostic]
pub fn losses(loss: &Loss<_, C>, guess: &Tensor<_, N, C>, truth: &Tensor<_, N, C>) -> Tensor<_, N> {
    let error = (guess - truth).abs();
    let each = match loss {
        Loss::Squared => error * error,
        Loss::Huber { delta } => {
            let near = error.minimum(*delta);
            near * (error - near * 0.5)
        }
        Loss::Weighted(weights) => error * weights,
    };
    each.mean(axis = 1)
}
