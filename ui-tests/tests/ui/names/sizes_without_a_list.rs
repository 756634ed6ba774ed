use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, 2, 6>) -> Tensor {
    let a = x.reshape(3, 4);
    let b = zeros(2, 3);
    let c = x.transpose(1, 0);
    x.broadcast_to(5, 2, 6)
}

fn main() {}
