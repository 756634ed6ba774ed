use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, A, B, C>) -> Tensor {
    let y = x.transpose((0, 1));
    x.transpose(axes = (0, 2, 2))
}

fn main() {}
