use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, low: &Tensor<_, N>) -> Tensor {
    x.clip(low, 1.0)
}

fn main() {}
