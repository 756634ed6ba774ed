use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, y: &Tensor<_, D>) -> Tensor {
    where_(x > 0.0, x, y)
}

fn main() {}
