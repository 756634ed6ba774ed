use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, w: &Tensor<_, N, D>) -> Tensor {
    x.matmul(w)
}

fn main() {}
