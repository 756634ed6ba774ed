use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, C, 4>, w: &Tensor<_, O, C, 5>) -> Tensor {
    x.conv1d(w)
}

fn main() {}
