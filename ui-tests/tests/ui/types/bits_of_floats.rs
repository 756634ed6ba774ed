use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, n: &Tensor<i64, N>) -> Tensor<i64, N> {
    let a = x << 2;
    let b = x.bitwise_or(1);
    let c = n & (x > 0.0);
    n
}

fn main() {}
