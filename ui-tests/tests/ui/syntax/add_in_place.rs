use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, N> {
    let mut y = x * 2.0;
    y[0] += 1.0;
    y
}

fn main() {}
