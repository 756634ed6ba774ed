use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<float32>, y: &Tensor<N, D>, z: &Tensor<f23>, k: &Tensor<3>) -> Scalar<f32> {
    x.sum()
}

fn main() {}
