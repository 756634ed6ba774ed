use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, list: &[usize], name: &str) -> Tensor {
    let a = x[list];
    let b = x[name];
    let c = x[vec![0, 1]];
    x[(0..4).step_by(2)]
}

fn main() {}
