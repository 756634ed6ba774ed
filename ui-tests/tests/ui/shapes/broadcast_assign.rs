use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> Tensor<_, N, D> {
    let mut y = x * 2.0;
    y -= x.mean(axis = 1);
    y
}

fn main() {}
