use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<i64, N>) -> Tensor<i64, N> {
    x.index_update(index = 0, value = 0.5)
}

fn main() {}
