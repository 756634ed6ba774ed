use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> Tensor<_, N, D> {
    x.inv()
}

fn main() {}
