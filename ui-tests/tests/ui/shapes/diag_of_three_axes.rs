use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, M, K>) -> Tensor {
    x.diag()
}

fn main() {}
