use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor {
    x.matrix_transpose()
}

fn main() {}
