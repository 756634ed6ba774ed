use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, C, L>, labels: &Tensor<i64, N, L>) -> Tensor {
    x.crossentropy(labels)
}

fn main() {}
