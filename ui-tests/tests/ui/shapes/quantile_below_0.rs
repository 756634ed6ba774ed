use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, M>) -> Tensor<_, N> {
    x.quantile(-0.5, axis = 1)
}

fn main() {}
