use eagerpy::agnostic;

#[agnostic]
fn halves(x: &Tensor<_, N>, both: &Tensor<_, { N * 2 }>) -> Tensor<_, { N * 2 }> {
    concatenate([x, x]) + both
}

#[agnostic]
fn f(x: &Tensor<_, K>) -> Tensor<_, { K * 2 }> {
    halves(x, x)
}

fn main() {}
