use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Vec<Tensor<_, N>> {
    let mut parts = vec![x, x * 2.0];
    parts[0] = x.sum();
    parts
}

#[agnostic]
fn g(list: &[Tensor<_, N>]) -> Tensor<_, N> {
    list[0] = list[1];
    list.pop();
    list[0]
}

fn main() {}
