use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, y: &Tensor<_, N, D>) -> Tensor {
    let a = stack(x, y);
    concatenate(x, y, axis = 1)
}

fn main() {}
