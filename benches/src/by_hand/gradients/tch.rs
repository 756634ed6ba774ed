//! tch's autograd, in the two ways that there are: gradients that are returned, and gradients that add up in the tensors.

use tch::{Reduction, TchError, Tensor};

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
