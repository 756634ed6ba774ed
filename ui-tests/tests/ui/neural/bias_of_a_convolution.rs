use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, C, H, W>, w: &Tensor<_, 8, C, 3, 3>, b: &Tensor<_, 4>) -> Tensor {
    x.conv2d(w, b)
}

fn main() {}
