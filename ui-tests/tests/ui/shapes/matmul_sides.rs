use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, w: &Tensor<_, D, C>, v: &Tensor<_, C, N>) -> Tensor {
    let a = w.matmul(x);
    x.matmul(v)
}

fn main() {}
