use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, M>, values: &Tensor<_, K>) -> Tensor<i64, K> {
    x.searchsorted(values)
}

fn main() {}
