use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, m: &Tensor<bool, N>) -> Tensor {
    x.masked_softmax(m)
}

fn main() {}
