use eagerpy::agnostic;

#[agnostic]
fn summed(xs: &[Tensor<_, N>]) -> Tensor<_, _> {
    let mut total = xs[0];
    for x in xs.iter().skip(1) {
        total += x;
    }
    total
}

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, _> {
    summed(x)
}

fn main() {}
