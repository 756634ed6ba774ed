use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, 3>) -> Tensor {
    x.repeat((1, 2), axis = 0)
}

fn main() {}
