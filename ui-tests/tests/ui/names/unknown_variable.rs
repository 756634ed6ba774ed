use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, scale: f64) -> Tensor {
    let y = x * scle;
    y + z.sum()
}

fn main() {}
