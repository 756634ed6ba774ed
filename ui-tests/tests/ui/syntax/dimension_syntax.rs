use eagerpy::agnostic;

#[agnostic]
fn f(
    x: &Tensor<f32, "N">,
    y: &Tensor<f32, Vec<u8>>,
    z: &Tensor<f32, f64>,
    s: &Scalar<f32, N>,
) -> Scalar {
    x.sum()
}

fn main() {}
