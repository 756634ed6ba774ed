//! ndarray has no autograd: the chain rule, written out.

use std::iter::zip;

use ndarray::{Array0, Array1, Array2, Axis, Zip};

use crate::by_hand::ndarray::dense;

/// Logistic regression: the loss, and the gradients of `w` and `b`.
pub fn logistic(
    x: &Array2<f32>,
    w: &Array1<f32>,
    b: &Array0<f32>,
    y: &Array1<f32>,
) -> Option<(f32, (Array1<f32>, f32))> {
    let logits = x.dot(w) + b;
    let n = y.len() as f32;
    let each = |z: f32, y: f32| z.max(0.0) - z * y + (-z.abs()).exp().ln_1p();
    let loss = zip(&logits, y).map(|(z, y)| each(*z, *y)).sum::<f32>() / n;
    let d_logits = (logits.mapv_into(|z| 1.0 / (1.0 + (-z).exp())) - y) / n;
    Some((loss, (x.t().dot(&d_logits), d_logits.sum())))
}

/// Mean cross entropy, and its gradient in the logits.
fn crossentropy(logits: Array2<f32>, labels: &Array1<i64>) -> Option<(f32, Array2<f32>)> {
    let mut d_logits = logits;
    let n = labels.len() as f32;
    let mut loss = 0.0;
    for (mut row, label) in zip(d_logits.rows_mut(), labels) {
        let label = usize::try_from(*label).ok()?;
        let max = row.fold(f32::NEG_INFINITY, |a, b| a.max(*b));
        loss -= row.get(label)? - max;
        row.mapv_inplace(|v| (v - max).exp());
        let sum = row.sum();
        loss += sum.ln();
        row.mapv_inplace(|v| v / (sum * n));
        *row.get_mut(label)? -= 1.0 / n;
    }
    Some((loss / n, d_logits))
}

/// The way back through relu: what comes out of it is known to be 0 where nothing went through.
fn relu_back(d: &mut Array2<f32>, out: &Array2<f32>) {
    Zip::from(d).and(out).for_each(|d, out| {
        if *out <= 0.0 {
            *d = 0.0;
        }
    });
}

/// The gradients of a classifier of one hidden layer.
type Mlp = (Array2<f32>, Array1<f32>, Array2<f32>, Array1<f32>);

/// A classifier of one hidden layer.
pub fn mlp(
    x: &Array2<f32>,
    [(w1, b1), (w2, b2)]: [(&Array2<f32>, &Array1<f32>); 2],
    labels: &Array1<i64>,
) -> Option<(f32, Mlp)> {
    let h = dense(x, w1, b1);
    let (loss, d_logits) = crossentropy(h.dot(w2) + b2, labels)?;
    let mut d_h = d_logits.dot(&w2.t());
    relu_back(&mut d_h, &h);
    let d1 = (x.t().dot(&d_h), d_h.sum_axis(Axis(0)));
    let d2 = (h.t().dot(&d_logits), d_logits.sum_axis(Axis(0)));
    Some((loss, (d1.0, d1.1, d2.0, d2.1)))
}

/// What an attack climbs.
pub fn attack(
    x: &Array2<f32>,
    [first, second, third]: [(&Array2<f32>, &Array1<f32>); 3],
    labels: &Array1<i64>,
) -> Option<(f32, Array2<f32>)> {
    let h1 = dense(x, first.0, first.1);
    let h2 = dense(&h1, second.0, second.1);
    let (loss, d_logits) = crossentropy(h2.dot(third.0) + third.1, labels)?;
    let mut d2 = d_logits.dot(&third.0.t());
    relu_back(&mut d2, &h2);
    let mut d1 = d2.dot(&second.0.t());
    relu_back(&mut d1, &h1);
    Some((loss, d1.dot(&first.0.t())))
}
