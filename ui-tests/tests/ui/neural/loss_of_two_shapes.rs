use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, y: &Tensor<_, N, 1>) -> Tensor {
    x.mse_loss(y)
}

fn main() {}
