use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> Tensor {
    let a = x + [1.0, 2.0];
    let b = x * vec![1.0, 2.0];
    let c = x - (1.0, 2.0);
    x + "one"
}

fn main() {}
