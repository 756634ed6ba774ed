use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, y: &Tensor<_, D, N>) -> Tensor {
    x * y
}

fn main() {}
