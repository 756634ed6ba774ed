use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, y: &Tensor<_, N>) -> Tensor<bool, N> {
    (x > 0.0) & y
}

fn main() {}
