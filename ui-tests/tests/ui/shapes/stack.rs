use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, y: &Tensor<_, D>) -> Tensor {
    stack([x, y])
}

fn main() {}
