use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, 1, N>) -> Tensor<_, N> {
    x.squeeze()
}

fn main() {}
