use eagerpy::agnostic;

#[agnostic]
fn dense(x: &Tensor<_, N, D>, w: &Tensor<_, D, C>) -> Tensor<_, N, C> {
    x.matmul(w)
}

#[agnostic]
fn f(x: &Tensor<_, A, B>, w: &Tensor<_, C, B>) -> Tensor<_, A, C> {
    dense(x, w)
}

fn main() {}
