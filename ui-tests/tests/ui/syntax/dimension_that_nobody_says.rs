use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, k: &Tensor<_, { M + 1 }>) -> Tensor<_, { D * 2 }> {
    no_result()
}

fn main() {}
