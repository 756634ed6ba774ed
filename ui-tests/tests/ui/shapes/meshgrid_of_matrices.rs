use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, M>, y: &Tensor<_, K>) -> Tensor {
    meshgrid([x, y])[0]
}

fn main() {}
