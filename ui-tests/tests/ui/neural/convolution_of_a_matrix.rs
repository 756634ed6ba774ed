use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, L>, w: &Tensor<_, O, N, 3>) -> Tensor {
    x.conv1d(w)
}

fn main() {}
