use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, v: &Tensor<_, N>) -> Tensor<_, N, D> {
    x.index_update(0, v)
}

fn main() {}
