//! Variables of candle and `backward`; and the chain rule by candle's operations.

use candle_core::{D, Result, Tensor, Var};

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

// ---------------------------------------------------------------------------------- the chain rule, written out

/// Logistic regression: the loss, and the gradients of `w` and `b`.
pub fn logistic_by_rule(
    x: &Tensor,
    w: &Tensor,
    b: &Tensor,
    y: &Tensor,
) -> Result<(Tensor, (Tensor, Tensor))> {
    let logits = x.matmul(&w.unsqueeze(1)?)?.squeeze(1)?.broadcast_add(b)?;
    let loss = candle_nn::loss::binary_cross_entropy_with_logit(&logits, y)?;
    let n = y.elem_count() as f64;
    let d = ((candle_nn::ops::sigmoid(&logits)? - y)? / n)?;
    let dw = x.t()?.matmul(&d.unsqueeze(1)?)?.squeeze(1)?;
    Ok((loss, (dw, d.sum_all()?)))
}

/// Mean cross entropy, and its gradient in the logits.
fn loss_by_rule(logits: &Tensor, labels: &Tensor) -> Result<(Tensor, Tensor)> {
    let logs = candle_nn::ops::log_softmax(logits, D::Minus1)?;
    let loss = candle_nn::loss::nll(&logs, labels)?;
    let places = labels.unsqueeze(1)?;
    let less = Tensor::full(-1_f32, places.dims(), places.device())?;
    let d = logs.exp()?.scatter_add(&places, &less, 1)?;
    Ok((loss, (d / labels.elem_count() as f64)?))
}

/// The way back through relu.
fn relu_back(d: &Tensor, out: &Tensor) -> Result<Tensor> {
    d * out.gt(0.0)?.to_dtype(d.dtype())?
}

/// A classifier of one hidden layer.
pub fn mlp_by_rule(
    x: &Tensor,
    [(w1, b1), (w2, b2)]: [(&Tensor, &Tensor); 2],
    labels: &Tensor,
) -> Result<(Tensor, (Tensor, Tensor, Tensor, Tensor))> {
    let h = dense(x, w1, b1)?;
    let (loss, d) = loss_by_rule(&h.matmul(w2)?.broadcast_add(b2)?, labels)?;
    let d_h = relu_back(&d.matmul(&w2.t()?)?, &h)?;
    let (dw1, db1) = (x.t()?.matmul(&d_h)?, d_h.sum(0)?);
    Ok((loss, (dw1, db1, h.t()?.matmul(&d)?, d.sum(0)?)))
}

/// What an attack climbs.
pub fn attack_by_rule(
    x: &Tensor,
    [first, second, third]: [(&Tensor, &Tensor); 3],
    labels: &Tensor,
) -> Result<(Tensor, Tensor)> {
    let h1 = dense(x, first.0, first.1)?;
    let h2 = dense(&h1, second.0, second.1)?;
    let (loss, d) = loss_by_rule(&h2.matmul(third.0)?.broadcast_add(third.1)?, labels)?;
    let d = relu_back(&d.matmul(&third.0.t()?)?, &h2)?;
    let d = relu_back(&d.matmul(&second.0.t()?)?, &h1)?;
    Ok((loss, d.matmul(&first.0.t()?)?))
}
