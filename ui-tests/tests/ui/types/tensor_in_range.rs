use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, n: &Scalar<i64>) -> Tensor<_, N> {
    let mut y = x * 1.0;
    for _ in 0..n {
        y += x;
    }
    y
}

fn main() {}
