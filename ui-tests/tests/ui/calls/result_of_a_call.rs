use eagerpy::agnostic;

#[agnostic]
fn squares(x: &Tensor<_, N>) -> Tensor<_, N> {
    x.square()
}

#[agnostic]
fn f(x: &Tensor<_, N>, w: &Tensor<_, D>) -> Tensor<_, N> {
    squares(x) * squares(w)
}

fn main() {}
