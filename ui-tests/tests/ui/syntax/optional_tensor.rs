use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor, bias: Option<&Tensor>) -> Tensor {
    x.exp()
}

fn main() {}
