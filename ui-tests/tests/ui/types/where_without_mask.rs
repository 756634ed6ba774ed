use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, y: &Tensor<_, N>) -> Tensor<_, N> {
    where_(x, x, y)
}

fn main() {}
