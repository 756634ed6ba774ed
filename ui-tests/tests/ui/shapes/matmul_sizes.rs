use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, 3>, w: &Tensor<_, 4, 2>) -> Tensor<_, N, 2> {
    x.matmul(w)
}

fn main() {}
