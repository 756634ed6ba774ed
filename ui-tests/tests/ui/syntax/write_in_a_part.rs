use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, v: &Tensor<_, D>) -> Tensor<_, N, D> {
    x[(0, ..)] -= v + 1.0;
    x
}

fn main() {}
