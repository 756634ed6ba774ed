use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, M>, at: &Tensor<i64, K>, y: &Tensor<_, K, N>) -> Tensor<_, N, M> {
    x.index_add(at, y)
}

fn main() {}
