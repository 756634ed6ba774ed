use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<f16, N>) -> Tensor<_, N> {
    x.astype(bf16)
}

fn main() {}
