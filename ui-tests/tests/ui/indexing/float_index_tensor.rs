use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, i: &Tensor<_, K>) -> Tensor {
    x[i]
}

fn main() {}
