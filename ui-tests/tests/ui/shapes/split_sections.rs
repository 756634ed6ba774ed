use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, 5>) -> Tensor {
    x.split(2)[0]
}

fn main() {}
