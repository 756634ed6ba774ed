//! candle's operations.

use candle_core::{D, Result, Tensor};

/// `2.5 x + y`
pub fn axpy(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    (x * 2.5)? + y
}

/// `max(x + b, 0)` of rows.
pub fn bias_relu(x: &Tensor, b: &Tensor) -> Result<Tensor> {
    x.broadcast_add(b)?.relu()
}

/// GELU by tanh, written out.
pub fn gelu(x: &Tensor) -> Result<Tensor> {
    let inner = ((((x * x)? * x)? * 0.044715)? + x)?;
    let tanh = (inner * 0.7978845608)?.tanh()?;
    (x * 0.5)? * (tanh + 1.0)?
}

/// GELU by tanh as candle has it.
pub fn gelu_op(x: &Tensor) -> Result<Tensor> {
    x.gelu()
}

/// The gate of SwiGLU.
pub fn swiglu(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    (x * candle_nn::ops::sigmoid(x)?)? * y
}

/// The gate of SwiGLU by candle's own function.
pub fn swiglu_op(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    x.silu()? * y
}

/// One step of projected gradient descent in a box around `x0`.
pub fn pgd_step(x: &Tensor, x0: &Tensor, g: &Tensor) -> Result<Tensor> {
    let moved = (x + (g.sign()? * 0.01)?)?;
    let moved = moved.maximum(&(x0 - 0.03)?)?.minimum(&(x0 + 0.03)?)?;
    moved.clamp(0.0, 1.0)
}

/// One step of Adam.
pub fn adam(p: &Tensor, g: &Tensor, m: &Tensor, v: &Tensor) -> Result<(Tensor, Tensor, Tensor)> {
    let m = ((m * 0.9)? + (g * 0.1)?)?;
    let v = ((v * 0.999)? + (g.sqr()? * 0.001)?)?;
    let p = (p - ((&m * 0.001)? / (v.sqrt()? + 1e-8)?)?)?;
    Ok((p, m, v))
}

/// Mean squared error.
pub fn mse(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    (x - y)?.sqr()?.mean_all()
}

/// Huber's loss, its mean.
pub fn huber(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    let d = (x - y)?.abs()?;
    let square = (d.sqr()? * 0.5)?;
    d.lt(1.0)?.where_cond(&square, &(&d - 0.5)?)?.mean_all()
}

/// Euclidean norm.
pub fn l2_norm(x: &Tensor) -> Result<Tensor> {
    x.sqr()?.sum_all()?.sqrt()
}

/// Softmax of rows, written out as in candle-nn.
pub fn softmax(x: &Tensor) -> Result<Tensor> {
    let exps = x.broadcast_sub(&x.max_keepdim(D::Minus1)?)?.exp()?;
    exps.broadcast_div(&exps.sum_keepdim(D::Minus1)?)
}

/// Softmax of rows, as one loop of candle-nn's.
pub fn softmax_op(x: &Tensor) -> Result<Tensor> {
    candle_nn::ops::softmax_last_dim(x)
}

/// Mean cross entropy of rows.
pub fn crossentropy(x: &Tensor, labels: &Tensor) -> Result<Tensor> {
    candle_nn::loss::cross_entropy(x, labels)
}

/// Layer norm of rows, written out.
pub fn layer_norm(x: &Tensor, w: &Tensor, b: &Tensor) -> Result<Tensor> {
    let centred = x.broadcast_sub(&x.mean_keepdim(D::Minus1)?)?;
    let variance = centred.sqr()?.mean_keepdim(D::Minus1)?;
    let normed = centred.broadcast_div(&(variance + 1e-5)?.sqrt()?)?;
    normed.broadcast_mul(w)?.broadcast_add(b)
}

/// Layer norm of rows, as one loop of candle-nn's.
pub fn layer_norm_op(x: &Tensor, w: &Tensor, b: &Tensor) -> Result<Tensor> {
    candle_nn::ops::layer_norm(x, w, b, 1e-5)
}

/// One layer of a network.
pub fn dense(x: &Tensor, w: &Tensor, b: &Tensor) -> Result<Tensor> {
    x.matmul(w)?.broadcast_add(b)?.relu()
}

/// A network of two hidden layers.
pub fn network(x: &Tensor, layers: [(&Tensor, &Tensor); 3]) -> Result<Tensor> {
    let [first, second, third] = layers;
    let h = dense(&dense(x, first.0, first.1)?, second.0, second.1)?;
    h.matmul(third.0)?.broadcast_add(third.1)
}

/// The rows at these places.
pub fn gather(x: &Tensor, at: &Tensor) -> Result<Tensor> {
    x.index_select(at, 0)
}

/// A convolution, its bias, and relu.
pub fn conv(x: &Tensor, k: &Tensor, b: &Tensor) -> Result<Tensor> {
    let product = x.conv2d(k, 1, 1, 1, 1)?;
    product.broadcast_add(&b.reshape((1, (), 1, 1))?)?.relu()
}

/// Root mean square norm, written out.
pub fn rms_norm(x: &Tensor, w: &Tensor) -> Result<Tensor> {
    let mean = x.sqr()?.mean_keepdim(D::Minus1)?;
    x.broadcast_div(&(mean + 1e-6)?.sqrt()?)?.broadcast_mul(w)
}

/// One step of Elman's network.
pub fn rnn_cell(x: &Tensor, h: &Tensor, w: &Tensor, u: &Tensor, b: &Tensor) -> Result<Tensor> {
    (x.matmul(w)? + h.matmul(u)?)?.broadcast_add(b)?.tanh()
}

/// What a Q network learns to give.
pub fn td_target(q: &Tensor, reward: &Tensor, done: &Tensor) -> Result<Tensor> {
    let goes_on = done.affine(-0.99, 0.99)?;
    reward + (goes_on * q.max(1)?)?
}

/// One head of attention.
pub fn attention(q: &Tensor, k: &Tensor, v: &Tensor) -> Result<Tensor> {
    let scores = (q.matmul(&k.t()?)? * 0.125)?;
    candle_nn::ops::softmax_last_dim(&scores)?.matmul(v)
}

/// Cosine similarity of rows.
pub fn cosine(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    let norm = |x: &Tensor| x.sqr()?.sum(1)?.sqrt();
    (x * y)?.sum(1)? / (norm(x)? * norm(y)?)?
}
