use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, n: usize) -> Tensor<_, N> {
    let total: f64 = (0..n).map(|i| x[i].item()).sum();
    x * total
}

fn main() {}
