use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, M>) -> Tensor {
    x.roll((1, 2), axis = 0)
}

fn main() {}
