use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, y: &Tensor<_, N, C>) -> Tensor {
    concatenate([x, y], axis = 0)
}

fn main() {}
