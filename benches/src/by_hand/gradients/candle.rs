//! Variables of candle, and `backward`.

use candle_core::{Result, Tensor, Var};

use crate::by_hand::candle::dense;

/// A variable that begins as `x`.
///
/// # Errors
/// If candle cannot copy it.
pub fn variable(x: &Tensor) -> Result<Var> {
    Var::from_tensor(x)
}

/// The loss, and the gradient of each variable.
fn backward<const N: usize>(loss: Tensor, of: [&Var; N]) -> Result<(Tensor, [Tensor; N])> {
    let mut grads = loss.backward()?;
    let mut found = Vec::with_capacity(N);
    for var in of {
        let grad = grads.remove(var).map_or_else(|| var.zeros_like(), Ok)?;
        found.push(grad);
    }
    let found = found
        .try_into()
        .map_err(|_| candle_core::Error::Msg("a gradient is missing".to_owned()))?;
    Ok((loss, found))
}

/// Logistic regression.
pub fn logistic(x: &Tensor, w: &Var, b: &Var, y: &Tensor) -> Result<(Tensor, [Tensor; 2])> {
    let logits = x.matmul(&w.unsqueeze(1)?)?.squeeze(1)?.broadcast_add(b)?;
    let loss = candle_nn::loss::binary_cross_entropy_with_logit(&logits, y)?;
    backward(loss, [w, b])
}

/// A classifier of one hidden layer.
pub fn mlp(
    x: &Tensor,
    [(w1, b1), (w2, b2)]: [(&Var, &Var); 2],
    labels: &Tensor,
) -> Result<(Tensor, [Tensor; 4])> {
    let logits = dense(x, w1, b1)?.matmul(w2)?.broadcast_add(b2)?;
    let loss = candle_nn::loss::cross_entropy(&logits, labels)?;
    backward(loss, [w1, b1, w2, b2])
}

/// What an attack climbs: of the input alone there is a gradient.
pub fn attack(
    x: &Var,
    layers: [(&Tensor, &Tensor); 3],
    labels: &Tensor,
) -> Result<(Tensor, [Tensor; 1])> {
    let logits = crate::by_hand::candle::network(x, layers)?;
    let loss = candle_nn::loss::cross_entropy(&logits, labels)?;
    backward(loss, [x])
}
