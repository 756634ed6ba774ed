use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Vec<Tensor<_, N>> {
    let mut parts = vec![x, x * 2.0];
    parts[0] = x * 3.0;
    parts
}

fn main() {}
