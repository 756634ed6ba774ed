//! tch's operations, in their forms that give errors, and in place where a temporary dies.

use tch::{Kind, Reduction, TchError, Tensor};

type Result<T> = std::result::Result<T, TchError>;

/// `2.5 x + y`
pub fn axpy(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    x.f_mul_scalar(2.5)?.f_add_(y)
}

/// `max(x + b, 0)` of rows.
pub fn bias_relu(x: &Tensor, b: &Tensor) -> Result<Tensor> {
    x.f_add(b)?.f_relu_()
}

/// GELU by tanh, written out.
pub fn gelu(x: &Tensor) -> Result<Tensor> {
    let mut inner = x.f_mul(x)?.f_mul_(x)?.f_mul_scalar_(0.044715)?.f_add_(x)?;
    let mut tanh = inner.f_mul_scalar_(0.7978845608)?.f_tanh_()?;
    tanh.f_add_scalar_(1.0)?.f_mul_(x)?.f_mul_scalar_(0.5)
}

/// GELU by tanh as torch has it.
pub fn gelu_op(x: &Tensor) -> Result<Tensor> {
    x.f_gelu("tanh")
}

/// The gate of SwiGLU.
pub fn swiglu(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    x.f_sigmoid()?.f_mul_(x)?.f_mul_(y)
}

/// The gate of SwiGLU by torch's own function.
pub fn swiglu_op(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    x.f_silu()?.f_mul_(y)
}

/// One step of projected gradient descent in a box around `x0`.
pub fn pgd_step(x: &Tensor, x0: &Tensor, g: &Tensor) -> Result<Tensor> {
    let moved = g.f_sign()?.f_mul_scalar_(0.01)?.f_add_(x)?;
    let moved = moved.f_maximum(&x0.f_sub_scalar(0.03)?)?;
    moved.f_minimum(&x0.f_add_scalar(0.03)?)?.f_clamp_(0.0, 1.0)
}

/// One step of Adam.
pub fn adam(p: &Tensor, g: &Tensor, m: &Tensor, v: &Tensor) -> Result<(Tensor, Tensor, Tensor)> {
    let m = m.f_mul_scalar(0.9)?.f_add_(&g.f_mul_scalar(0.1)?)?;
    let v = v
        .f_mul_scalar(0.999)?
        .f_addcmul_(&g.f_mul_scalar(0.001)?, g)?;
    let step = m
        .f_mul_scalar(0.001)?
        .f_div_(&v.f_sqrt()?.f_add_scalar_(1e-8)?)?;
    Ok((p.f_sub(&step)?, m, v))
}

/// Mean squared error.
pub fn mse(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    x.f_sub(y)?.f_square_()?.f_mean(None::<Kind>)
}

/// Mean squared error as torch has it.
pub fn mse_op(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    x.f_mse_loss(y, Reduction::Mean)
}

/// Huber's loss, its mean.
pub fn huber(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    let d = x.f_sub(y)?.f_abs_()?;
    let square = d.f_square()?.f_mul_scalar_(0.5)?;
    square
        .f_where_self(&d.f_lt(1.0)?, &d.f_sub_scalar(0.5)?)?
        .f_mean(None::<Kind>)
}

/// Huber's loss as torch has it.
pub fn huber_op(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    x.f_huber_loss(y, Reduction::Mean, 1.0)
}

/// Euclidean norm.
pub fn l2_norm(x: &Tensor) -> Result<Tensor> {
    x.f_square()?.f_sum(None::<Kind>)?.f_sqrt_()
}

/// Euclidean norm as torch has it.
pub fn l2_norm_op(x: &Tensor) -> Result<Tensor> {
    x.f_norm()
}

/// Softmax of rows, written out.
pub fn softmax(x: &Tensor) -> Result<Tensor> {
    let mut exps = x.f_sub(&x.f_amax([-1i64].as_slice(), true)?)?.f_exp_()?;
    let sums = exps.f_sum_dim_intlist([-1i64].as_slice(), true, None::<Kind>)?;
    exps.f_div_(&sums)
}

/// Softmax of rows as torch has it.
pub fn softmax_op(x: &Tensor) -> Result<Tensor> {
    x.f_softmax(-1, None::<Kind>)
}

/// Mean cross entropy of rows.
pub fn crossentropy(x: &Tensor, labels: &Tensor) -> Result<Tensor> {
    x.f_cross_entropy_loss(labels, None::<&Tensor>, Reduction::Mean, -100, 0.0)
}

/// Layer norm of rows, written out.
pub fn layer_norm(x: &Tensor, w: &Tensor, b: &Tensor) -> Result<Tensor> {
    let last = [-1i64];
    let mut centred = x.f_sub(&x.f_mean_dim(last.as_slice(), true, None::<Kind>)?)?;
    let mut variance = centred
        .f_square()?
        .f_mean_dim(last.as_slice(), true, None::<Kind>)?;
    let scale = variance.f_add_scalar_(1e-5)?.f_rsqrt_()?;
    centred.f_mul_(&scale)?.f_mul_(w)?.f_add_(b)
}

/// Layer norm of rows as torch has it.
pub fn layer_norm_op(x: &Tensor, w: &Tensor, b: &Tensor) -> Result<Tensor> {
    x.f_layer_norm(w.size(), Some(w), Some(b), 1e-5, false)
}

/// One layer of a network.
pub fn dense(x: &Tensor, w: &Tensor, b: &Tensor) -> Result<Tensor> {
    x.f_matmul(w)?.f_add_(b)?.f_relu_()
}

/// A network of two hidden layers.
pub fn network(x: &Tensor, layers: [(&Tensor, &Tensor); 3]) -> Result<Tensor> {
    let [first, second, third] = layers;
    let h = dense(&dense(x, first.0, first.1)?, second.0, second.1)?;
    h.f_matmul(third.0)?.f_add_(third.1)
}

/// The rows at these places.
pub fn gather(x: &Tensor, at: &Tensor) -> Result<Tensor> {
    x.f_index_select(0, at)
}

/// A convolution, its bias, and relu.
pub fn conv(x: &Tensor, k: &Tensor, b: &Tensor) -> Result<Tensor> {
    x.f_conv2d(k, Some(b), 1, 1, 1, 1)?.f_relu_()
}

/// Root mean square norm, written out.
pub fn rms_norm(x: &Tensor, w: &Tensor) -> Result<Tensor> {
    let mut mean = x
        .f_square()?
        .f_mean_dim([-1i64].as_slice(), true, None::<Kind>)?;
    x.f_mul(&mean.f_add_scalar_(1e-6)?.f_rsqrt_()?)?.f_mul_(w)
}

/// One step of Elman's network.
pub fn rnn_cell(x: &Tensor, h: &Tensor, w: &Tensor, u: &Tensor, b: &Tensor) -> Result<Tensor> {
    x.f_matmul(w)?.f_add_(&h.f_matmul(u)?)?.f_add_(b)?.f_tanh_()
}

/// What a Q network learns to give.
pub fn td_target(q: &Tensor, reward: &Tensor, done: &Tensor) -> Result<Tensor> {
    let best = q.f_amax([1i64].as_slice(), false)?;
    let mut goes_on = done.f_neg()?.f_add_scalar_(1.0)?.f_mul_scalar_(0.99)?;
    goes_on.f_mul_(&best)?.f_add_(reward)
}

/// One head of attention.
pub fn attention(q: &Tensor, k: &Tensor, v: &Tensor) -> Result<Tensor> {
    let scores = q.f_matmul(&k.f_tr()?)?.f_mul_scalar_(0.125)?;
    scores.f_softmax(-1, None::<Kind>)?.f_matmul(v)
}

/// Cosine similarity of rows.
pub fn cosine(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    let last = [1i64];
    let sum = |x: Tensor| x.f_sum_dim_intlist(last.as_slice(), false, None::<Kind>);
    let (xx, yy) = (
        sum(x.f_square()?)?.f_sqrt_()?,
        sum(y.f_square()?)?.f_sqrt_()?,
    );
    sum(x.f_mul(y)?)?.f_div_(&xx.f_mul(&yy)?)
}
