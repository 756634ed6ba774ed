use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<float16, N>) -> Tensor<float16, N> {
    x
}

fn main() {}
