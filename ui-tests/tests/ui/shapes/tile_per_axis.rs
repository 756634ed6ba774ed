use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor {
    x.tile((2, 2))
}

fn main() {}
