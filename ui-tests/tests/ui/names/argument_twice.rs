use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> Tensor {
    let a = x.sum(axis = 0, axis = 1);
    x.mean(0, axis = 1)
}

fn main() {}
