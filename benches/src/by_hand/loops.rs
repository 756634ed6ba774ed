//! One loop over slices, with the functions of the standard library.

use std::iter::zip;

/// `2.5 x + y`
pub fn axpy(x: &[f32], y: &[f32]) -> Vec<f32> {
    zip(x, y).map(|(x, y)| 2.5 * x + y).collect()
}

/// `max(x + b, 0)` of rows.
pub fn bias_relu(x: &[f32], b: &[f32]) -> Vec<f32> {
    let mut out = Vec::with_capacity(x.len());
    for row in x.chunks_exact(b.len()) {
        out.extend(zip(row, b).map(|(x, b)| (x + b).max(0.0)));
    }
    out
}

/// GELU by tanh.
pub fn gelu(x: &[f32]) -> Vec<f32> {
    let each = |x: &f32| 0.5 * x * (1.0 + (0.797_884_6 * (x + 0.044_715 * x * x * x)).tanh());
    x.iter().map(each).collect()
}

/// The gate of SwiGLU.
pub fn swiglu(x: &[f32], y: &[f32]) -> Vec<f32> {
    zip(x, y).map(|(x, y)| x / (1.0 + (-x).exp()) * y).collect()
}

/// One step of projected gradient descent in a box around `x0`.
pub fn pgd_step(x: &[f32], x0: &[f32], g: &[f32]) -> Vec<f32> {
    let each = |((x, x0), g): ((&f32, &f32), &f32)| {
        let sign = f32::from(*g > 0.0) - f32::from(*g < 0.0);
        let moved = x + 0.01 * sign;
        moved.max(x0 - 0.03).min(x0 + 0.03).clamp(0.0, 1.0)
    };
    zip(zip(x, x0), g).map(each).collect()
}

/// One step of Adam.
pub fn adam(p: &[f32], g: &[f32], m: &[f32], v: &[f32]) -> [Vec<f32>; 3] {
    let mut outs = [(); 3].map(|()| Vec::with_capacity(p.len()));
    let [ps, ms, vs] = &mut outs;
    for ((p, g), (m, v)) in zip(zip(p, g), zip(m, v)) {
        let m = 0.9 * m + 0.1 * g;
        let v = 0.999 * v + 0.001 * g * g;
        ps.push(p - 0.001 * m / (v.sqrt() + 1e-8));
        ms.push(m);
        vs.push(v);
    }
    outs
}

/// What goes into sums side by side, so that a loop becomes vectors.
const LANES: usize = 16;

fn total(x: &[f32], y: &[f32], each: impl Fn(f32, f32) -> f32) -> f32 {
    let mut sums = [0.0; LANES];
    let (xs, ys) = (x.chunks_exact(LANES), y.chunks_exact(LANES));
    let rest: f32 = zip(xs.remainder(), ys.remainder())
        .map(|(x, y)| each(*x, *y))
        .sum();
    for (x, y) in zip(xs, ys) {
        for (sum, (x, y)) in zip(&mut sums, zip(x, y)) {
            *sum += each(*x, *y);
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// Mean squared error.
pub fn mse(x: &[f32], y: &[f32]) -> f32 {
    total(x, y, |x, y| (x - y) * (x - y)) / x.len() as f32
}

/// Huber's loss, its mean.
pub fn huber(x: &[f32], y: &[f32]) -> f32 {
    let each = |x: f32, y: f32| {
        let d = (x - y).abs();
        if d < 1.0 { 0.5 * d * d } else { d - 0.5 }
    };
    total(x, y, each) / x.len() as f32
}

/// Euclidean norm.
pub fn l2_norm(x: &[f32]) -> f32 {
    total(x, x, |x, _| x * x).sqrt()
}

fn largest(row: &[f32]) -> f32 {
    row.iter().copied().fold(f32::NEG_INFINITY, f32::max)
}

/// Softmax of rows.
pub fn softmax(x: &[f32], width: usize) -> Vec<f32> {
    let mut out = Vec::with_capacity(x.len());
    for row in x.chunks_exact(width) {
        let (max, begin) = (largest(row), out.len());
        out.extend(row.iter().map(|x| (x - max).exp()));
        let exps = out.get_mut(begin..).unwrap_or_default();
        let scale = 1.0 / total(exps, exps, |x, _| x);
        for v in exps {
            *v *= scale;
        }
    }
    out
}

/// Mean cross entropy of rows.
pub fn crossentropy(x: &[f32], labels: &[i64], width: usize) -> Option<f32> {
    let mut loss = 0.0;
    for (row, label) in zip(x.chunks_exact(width), labels) {
        let max = largest(row);
        let sum: f32 = row.iter().map(|x| (x - max).exp()).sum();
        loss += sum.ln() + max - row.get(usize::try_from(*label).ok()?)?;
    }
    Some(loss / labels.len() as f32)
}

/// Layer norm of rows.
pub fn layer_norm(x: &[f32], w: &[f32], b: &[f32]) -> Vec<f32> {
    let (width, mut out) = (w.len(), Vec::with_capacity(x.len()));
    for row in x.chunks_exact(width) {
        let mean = total(row, row, |x, _| x) / width as f32;
        let variance = total(row, row, |x, _| (x - mean) * (x - mean)) / width as f32;
        let scale = 1.0 / (variance + 1e-5).sqrt();
        out.extend(zip(row, zip(w, b)).map(|(x, (w, b))| (x - mean) * scale * w + b));
    }
    out
}

/// One row through a layer; `w` holds a row for each input.
fn layer(x: &[f32], w: &[f32], b: &[f32], out: &mut [f32]) {
    out.copy_from_slice(b);
    for (x, row) in zip(x, w.chunks_exact(b.len())) {
        for (out, w) in zip(&mut *out, row) {
            *out += x * w;
        }
    }
}

fn relu(x: &mut [f32]) {
    for x in x {
        *x = x.max(0.0);
    }
}

/// A network of two hidden layers, row by row: what is between the layers stays in the cache.
pub fn network(x: &[f32], width: usize, [first, second, third]: [(&[f32], &[f32]); 3]) -> Vec<f32> {
    let mut h1 = vec![0.0; first.1.len()];
    let mut h2 = vec![0.0; second.1.len()];
    let outs = third.1.len();
    let mut out = vec![0.0; x.len() / width * outs];
    for (x, out) in zip(x.chunks_exact(width), out.chunks_exact_mut(outs)) {
        layer(x, first.0, first.1, &mut h1);
        relu(&mut h1);
        layer(&h1, second.0, second.1, &mut h2);
        relu(&mut h2);
        layer(&h2, third.0, third.1, out);
    }
    out
}
