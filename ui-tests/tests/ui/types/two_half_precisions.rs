use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<f16, N>, y: &Tensor<bf16, N>) -> Tensor<f16, N> {
    x + y
}

fn main() {}
