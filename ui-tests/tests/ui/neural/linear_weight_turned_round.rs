use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, w: &Tensor<_, D, C>) -> Tensor {
    x.linear(w)
}

fn main() {}
