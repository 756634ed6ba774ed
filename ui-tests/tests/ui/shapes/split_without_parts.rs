use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor {
    x.split()[0]
}

fn main() {}
