use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, y: &Tensor<_, N, D>) -> Tensor {
    let a = x.max(0.0);
    min(x, y)
}

fn main() {}
