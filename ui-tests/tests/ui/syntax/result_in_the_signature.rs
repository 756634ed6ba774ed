use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> eagerpy::Result<Tensor<_, N, D>> {
    x.exp()
}

fn main() {}
