use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, k: &Tensor<_, { M + 1 }>, n: usize) -> Tensor<_, { D * 2 }> {
    x.sum().broadcast_to((n,)) + k.sum()
}

fn main() {}
