use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<f32, N, D>, w: &Tensor<f32, N, D>, labels: &Tensor<i64, N>) -> Scalar<f32> {
    let logits = x.matmul(w);
    let mean = labels.mean();
    let total = x.sum(axis = 2);
    // What follows from a mistake is no mistake of its own.
    (logits.exp() + mean).sum() + total.sum()
}

fn main() {}
