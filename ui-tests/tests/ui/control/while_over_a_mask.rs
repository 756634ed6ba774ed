use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, N> {
    let mut y = x;
    while y > 1.0 {
        y = y / 2.0;
    }
    y
}

fn main() {}
