use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, 2, 6>, y: &Tensor<_, N, D>) -> Tensor {
    let a = x.reshape((3, 5));
    let b = x.reshape((5, -1));
    let c = x.reshape((-1, -1));
    y.reshape((N, 2))
}

fn main() {}
