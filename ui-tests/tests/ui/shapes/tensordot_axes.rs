use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, K>, y: &Tensor<_, K, M>) -> Tensor<_, N, M> {
    x.tensordot(y)
}

fn main() {}
