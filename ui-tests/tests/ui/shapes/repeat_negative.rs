use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor {
    x.repeat(-1)
}

fn main() {}
