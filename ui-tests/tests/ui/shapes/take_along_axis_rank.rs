use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, i: &Tensor<i64, N>) -> Tensor {
    x.take_along_axis(i, axis = 1)
}

fn main() {}
