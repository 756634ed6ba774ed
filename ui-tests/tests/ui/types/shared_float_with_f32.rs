use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, y: &Tensor<f32, N>) -> Tensor<_, N> {
    x * y
}

fn main() {}
