use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, A, N, D>, y: &Tensor<_, B, D, C>) -> Tensor {
    x.matmul(y)
}

fn main() {}
