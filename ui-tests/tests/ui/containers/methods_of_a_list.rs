use eagerpy::agnostic;

#[agnostic]
fn f(xs: &[Tensor<_, N>]) -> Tensor<_, N> {
    let n = xs.lenght();
    let first = xs.first();
    let part = xs[1..];
    xs.sum()
}

fn main() {}
