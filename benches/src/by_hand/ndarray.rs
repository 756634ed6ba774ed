//! ndarray's operators, which go on in the left operand's memory where it is owned, and `mapv`.

use ndarray::{Array1, Array2, Array4, Axis, Zip, s};

/// `2.5 x + y`
pub fn axpy(x: &Array1<f32>, y: &Array1<f32>) -> Array1<f32> {
    x * 2.5 + y
}

/// `max(x + b, 0)` of rows.
pub fn bias_relu(x: &Array2<f32>, b: &Array1<f32>) -> Array2<f32> {
    let mut out = x + b;
    out.mapv_inplace(|v| v.max(0.0));
    out
}

/// GELU by tanh.
pub fn gelu(x: &Array1<f32>) -> Array1<f32> {
    let inner = (x * x * x * 0.044_715 + x) * 0.797_884_6;
    x * 0.5 * (inner.mapv_into(f32::tanh) + 1.0)
}

/// The gate of SwiGLU.
pub fn swiglu(x: &Array1<f32>, y: &Array1<f32>) -> Array1<f32> {
    x * x.mapv(|v| 1.0 / (1.0 + (-v).exp())) * y
}

/// One step of projected gradient descent in a box around `x0`.
pub fn pgd_step(x: &Array1<f32>, x0: &Array1<f32>, g: &Array1<f32>) -> Array1<f32> {
    let sign = |v: f32| if v == 0.0 { 0.0 } else { v.signum() };
    let mut moved = g.mapv(sign) * 0.01 + x;
    Zip::from(&mut moved)
        .and(x0)
        .for_each(|v, x0| *v = v.max(x0 - 0.03).min(x0 + 0.03));
    moved.mapv_inplace(|v| v.clamp(0.0, 1.0));
    moved
}

/// One step of Adam.
pub fn adam(
    p: &Array1<f32>,
    g: &Array1<f32>,
    m: &Array1<f32>,
    v: &Array1<f32>,
) -> (Array1<f32>, Array1<f32>, Array1<f32>) {
    let m = m * 0.9 + g * 0.1;
    let v = v * 0.999 + g * g * 0.001;
    let p = p - &m * 0.001 / (v.sqrt() + 1e-8);
    (p, m, v)
}

/// Mean squared error.
pub fn mse(x: &Array1<f32>, y: &Array1<f32>) -> Option<f32> {
    (x - y).mapv_into(|v| v * v).mean()
}

/// Huber's loss, its mean.
pub fn huber(x: &Array1<f32>, y: &Array1<f32>) -> Option<f32> {
    let d = (x - y).mapv_into(f32::abs);
    d.mapv_into(|d| if d < 1.0 { 0.5 * d * d } else { d - 0.5 })
        .mean()
}

/// Euclidean norm.
pub fn l2_norm(x: &Array1<f32>) -> f32 {
    x.mapv(|v| v * v).sum().sqrt()
}

/// Softmax of rows.
pub fn softmax(x: &Array2<f32>) -> Array2<f32> {
    let max = x
        .fold_axis(Axis(1), f32::NEG_INFINITY, |a, b| a.max(*b))
        .insert_axis(Axis(1));
    let exps = (x - &max).mapv_into(f32::exp);
    let sums = exps.sum_axis(Axis(1)).insert_axis(Axis(1));
    exps / sums
}

/// Mean cross entropy of rows.
pub fn crossentropy(x: &Array2<f32>, labels: &Array1<i64>) -> Option<f32> {
    let max = x.fold_axis(Axis(1), f32::NEG_INFINITY, |a, b| a.max(*b));
    let shifted = x - &max.insert_axis(Axis(1));
    let sums = shifted.mapv(f32::exp).sum_axis(Axis(1)).mapv_into(f32::ln);
    let mut loss = 0.0;
    for ((row, label), log) in shifted.rows().into_iter().zip(labels).zip(&sums) {
        loss += log - row.get(usize::try_from(*label).ok()?)?;
    }
    Some(loss / labels.len() as f32)
}

/// Layer norm of rows.
pub fn layer_norm(x: &Array2<f32>, w: &Array1<f32>, b: &Array1<f32>) -> Option<Array2<f32>> {
    let centred = x - &x.mean_axis(Axis(1))?.insert_axis(Axis(1));
    let variance = centred.mapv(|v| v * v).mean_axis(Axis(1))?;
    let scale = variance
        .mapv_into(|v| 1.0 / (v + 1e-5).sqrt())
        .insert_axis(Axis(1));
    Some(centred * scale * w + b)
}

/// One layer of a network.
pub fn dense(x: &Array2<f32>, w: &Array2<f32>, b: &Array1<f32>) -> Array2<f32> {
    let mut out = x.dot(w) + b;
    out.mapv_inplace(|v| v.max(0.0));
    out
}

/// A network of two hidden layers.
pub fn network(x: &Array2<f32>, layers: [(&Array2<f32>, &Array1<f32>); 3]) -> Array2<f32> {
    let [first, second, third] = layers;
    let h = dense(&dense(x, first.0, first.1), second.0, second.1);
    h.dot(third.0) + third.1
}

/// The rows at these places.
pub fn gather(x: &Array2<f32>, at: &Array1<i64>) -> Option<Array2<f32>> {
    let at: Option<Vec<usize>> = at.iter().map(|at| usize::try_from(*at).ok()).collect();
    Some(x.select(Axis(0), &at?))
}

/// A convolution with a kernel of 3 by 3, its bias, and relu: the patches as a matrix, then a product.
pub fn conv(x: &Array4<f32>, k: &Array4<f32>, b: &Array1<f32>) -> Option<Array4<f32>> {
    let (n, i, h, w) = x.dim();
    let o = k.dim().0;
    let kernel = k.to_shape((o, i * 9)).ok()?;
    let mut out = Array4::zeros((n, o, h, w));
    let mut padded = ndarray::Array3::<f32>::zeros((i, h + 2, w + 2));
    let mut patches = Array2::<f32>::zeros((i * 9, h * w));
    for (x, mut out) in x.outer_iter().zip(out.outer_iter_mut()) {
        padded.slice_mut(s![.., 1..=h, 1..=w]).assign(&x);
        for (at, mut row) in patches.outer_iter_mut().enumerate() {
            let (channel, dy, dx) = (at / 9, at % 9 / 3, at % 3);
            let window = padded.slice(s![channel, dy..dy + h, dx..dx + w]);
            for (to, from) in row.iter_mut().zip(window) {
                *to = *from;
            }
        }
        let mut product = kernel.dot(&patches);
        product += &b.view().insert_axis(Axis(1));
        product.mapv_inplace(|v| v.max(0.0));
        out.assign(&product.to_shape((o, h, w)).ok()?);
    }
    Some(out)
}

/// Root mean square norm.
pub fn rms_norm(x: &Array2<f32>, w: &Array1<f32>) -> Option<Array2<f32>> {
    let mean = x.mapv(|v| v * v).mean_axis(Axis(1))?;
    let scale = mean
        .mapv_into(|v| 1.0 / (v + 1e-6).sqrt())
        .insert_axis(Axis(1));
    Some(x * &scale * w)
}

/// One step of Elman's network.
pub fn rnn_cell(
    x: &Array2<f32>,
    h: &Array2<f32>,
    w: &Array2<f32>,
    u: &Array2<f32>,
    b: &Array1<f32>,
) -> Array2<f32> {
    let mut out = x.dot(w) + h.dot(u) + b;
    out.mapv_inplace(f32::tanh);
    out
}

/// What a Q network learns to give.
pub fn td_target(q: &Array2<f32>, reward: &Array1<f32>, done: &Array1<f32>) -> Array1<f32> {
    let best = q.fold_axis(Axis(1), f32::NEG_INFINITY, |a, b| a.max(*b));
    (1.0 - done) * 0.99 * best + reward
}

/// One head of attention.
pub fn attention(q: &Array2<f32>, k: &Array2<f32>, v: &Array2<f32>) -> Array2<f32> {
    softmax(&(q.dot(&k.t()) * 0.125)).dot(v)
}

/// Cosine similarity of rows.
pub fn cosine(x: &Array2<f32>, y: &Array2<f32>) -> Array1<f32> {
    let norm = |x: &Array2<f32>| x.mapv(|v| v * v).sum_axis(Axis(1)).mapv_into(f32::sqrt);
    (x * y).sum_axis(Axis(1)) / (norm(x) * norm(y))
}
