use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, 3, 8, 8>, w: &Tensor<_, O, 4, 3, 3>) -> Tensor {
    x.conv2d(w)
}

fn main() {}
