use eagerpy::agnostic;

#[agnostic]
fn f(xs: &[Tensor<_, N>]) -> Vec<Tensor<_, N>> {
    let sums: Vec<f64> = xs.iter().map(|x| x.sum().item()).collect();
    xs.iter().map(|x| { if x.dim(0) > 3 { return x; } x }).collect()
}

fn main() {}
