use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, 2, M>, at: &Tensor<i64, 3, K>) -> Tensor {
    x.gather(at, axis = 1)
}

fn main() {}
