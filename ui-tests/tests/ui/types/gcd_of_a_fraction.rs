use eagerpy::agnostic;

#[agnostic]
fn f(n: &Tensor<i64, N>) -> Tensor<i64, N> {
    n.gcd(0.5)
}

fn main() {}
