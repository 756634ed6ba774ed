use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, 5>) -> Tensor {
    x.glu()
}

fn main() {}
