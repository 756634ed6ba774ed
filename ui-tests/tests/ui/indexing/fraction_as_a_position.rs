use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, t: f64) -> Tensor {
    x[0.5] + x[t]
}

fn main() {}
