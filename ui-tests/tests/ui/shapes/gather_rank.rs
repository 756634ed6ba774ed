use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, M>, at: &Tensor<i64, K>) -> Tensor {
    x.gather(at, axis = 1)
}

fn main() {}
