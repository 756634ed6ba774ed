use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> Tensor {
    let y = x.T;
    let s = x.shape;
    let t = x.dtype;
    x + 1.0
}

fn main() {}
