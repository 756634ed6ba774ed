//! tch's autograd, in the two ways that there are, gradients that are returned and gradients that add up in the tensors;
//! and the chain rule by tch's operations.

use tch::{Kind, Reduction, TchError, Tensor};

type Result<T> = std::result::Result<T, TchError>;

/// A copy that a gradient is tracked through.
///
/// # Errors
/// If libtorch cannot copy it.
pub fn tracked(x: &Tensor) -> Result<Tensor> {
    x.f_detach_copy()?.f_set_requires_grad(true)
}

/// The gradients are returned, and nothing is kept: `torch.autograd.grad` in Python.
pub fn returned(loss: Tensor, of: &[&Tensor]) -> Result<(Tensor, Vec<Tensor>)> {
    let grads = Tensor::f_run_backward(&[&loss], of, false, false)?;
    Ok((loss, grads))
}

/// The gradients add up in the tensors, from zeros: `zero_grad`, `backward`, as optimizers have it.
pub fn kept(loss: Tensor, of: &[&Tensor]) -> Result<(Tensor, Vec<Tensor>)> {
    for parameter in of {
        let mut grad = parameter.f_grad()?;
        if grad.defined() {
            let _ = grad.f_zero_()?;
        }
    }
    loss.f_backward()?;
    let grads: Result<Vec<_>> = of.iter().map(|parameter| parameter.f_grad()).collect();
    Ok((loss, grads?))
}

/// Logistic regression.
pub fn logistic(x: &Tensor, w: &Tensor, b: &Tensor, y: &Tensor) -> Result<Tensor> {
    let logits = b.f_addmv(x, w)?;
    let no_weight = None::<&Tensor>;
    logits.f_binary_cross_entropy_with_logits(y, no_weight, no_weight, Reduction::Mean)
}

fn loss(logits: &Tensor, labels: &Tensor) -> Result<Tensor> {
    logits.f_cross_entropy_loss(labels, None::<&Tensor>, Reduction::Mean, -100, 0.0)
}

/// A classifier of one hidden layer.
pub fn mlp(
    x: &Tensor,
    [(w1, b1), (w2, b2)]: [(&Tensor, &Tensor); 2],
    labels: &Tensor,
) -> Result<Tensor> {
    let h = b1.f_addmm(x, w1)?.f_relu()?;
    loss(&b2.f_addmm(&h, w2)?, labels)
}

/// What an attack climbs.
pub fn attack(x: &Tensor, layers: [(&Tensor, &Tensor); 3], labels: &Tensor) -> Result<Tensor> {
    let [first, second, third] = layers;
    let h = first.1.f_addmm(x, first.0)?.f_relu()?;
    let h = second.1.f_addmm(&h, second.0)?.f_relu()?;
    loss(&third.1.f_addmm(&h, third.0)?, labels)
}

// ---------------------------------------------------------------------------------- the chain rule, written out

/// Logistic regression: the loss, and the gradients of `w` and `b`.
pub fn logistic_by_rule(
    x: &Tensor,
    w: &Tensor,
    b: &Tensor,
    y: &Tensor,
) -> Result<(Tensor, (Tensor, Tensor))> {
    let logits = b.f_addmv(x, w)?;
    let no_weight = None::<&Tensor>;
    let loss =
        logits.f_binary_cross_entropy_with_logits(y, no_weight, no_weight, Reduction::Mean)?;
    let n = y.numel() as f64;
    let d = logits.f_sigmoid()?.f_sub_(y)?.f_div_scalar_(n)?;
    let dw = x.f_tr()?.f_mv(&d)?;
    Ok((loss, (dw, d.f_sum(None::<Kind>)?)))
}

/// Mean cross entropy, and its gradient in the logits.
fn loss_by_rule(logits: &Tensor, labels: &Tensor) -> Result<(Tensor, Tensor)> {
    let mut logs = logits.f_log_softmax(-1, None::<Kind>)?;
    let loss = logs.f_nll_loss(labels, None::<&Tensor>, Reduction::Mean, -100)?;
    let n = labels.numel() as f64;
    let mut d = logs.f_exp_()?;
    let mut d = d.f_scatter_value_reduce_(-1, &labels.f_unsqueeze(-1)?, -1.0, "add")?;
    Ok((loss, d.f_div_scalar_(n)?))
}

/// A classifier of one hidden layer.
pub fn mlp_by_rule(
    x: &Tensor,
    [(w1, b1), (w2, b2)]: [(&Tensor, &Tensor); 2],
    labels: &Tensor,
) -> Result<(Tensor, (Tensor, Tensor, Tensor, Tensor))> {
    let h = b1.f_addmm(x, w1)?.f_relu_()?;
    let (loss, d) = loss_by_rule(&b2.f_addmm(&h, w2)?, labels)?;
    let d_h = h.f_threshold_backward(&d.f_mm(&w2.f_tr()?)?, 0.0)?;
    let (dw2, db2) = (h.f_tr()?.f_mm(&d)?, rows(&d)?);
    Ok((loss, (x.f_tr()?.f_mm(&d_h)?, rows(&d_h)?, dw2, db2)))
}

/// The sum of the rows.
fn rows(x: &Tensor) -> Result<Tensor> {
    x.f_sum_dim_intlist([0i64].as_slice(), false, None::<Kind>)
}

/// What an attack climbs.
pub fn attack_by_rule(
    x: &Tensor,
    [first, second, third]: [(&Tensor, &Tensor); 3],
    labels: &Tensor,
) -> Result<(Tensor, Tensor)> {
    let h1 = first.1.f_addmm(x, first.0)?.f_relu_()?;
    let h2 = second.1.f_addmm(&h1, second.0)?.f_relu_()?;
    let (loss, d) = loss_by_rule(&third.1.f_addmm(&h2, third.0)?, labels)?;
    let d = h2.f_threshold_backward(&d.f_mm(&third.0.f_tr()?)?, 0.0)?;
    let d = h1.f_threshold_backward(&d.f_mm(&second.0.f_tr()?)?, 0.0)?;
    Ok((loss, d.f_mm(&first.0.f_tr()?)?))
}
