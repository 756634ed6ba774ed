use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, 3>) -> Tensor {
    x.sliding_window(4)
}

fn main() {}
