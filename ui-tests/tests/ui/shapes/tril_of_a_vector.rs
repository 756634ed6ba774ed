use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor {
    x.tril()
}

fn main() {}
