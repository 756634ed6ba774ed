use eagerpy::agnostic;

#[agnostic]
pub fn broken(x: &Tensor<f31, N>, pair: &Tensor<f32, { N + 1 }>) -> Tensor<f32, N> {
    x.sqrt()
}

#[agnostic]
pub fn broken_result(x: &Tensor<f32, N>) -> Tensor<f33, N> {
    x.sqrt()
}

fn main() -> Result<(), eagerpy::Error> {
    let x = ndarray::array![1.0_f32, 2.0];
    // No complaint about these calls.
    let _ = broken(&x, &x);
    let _ = broken_result(&x);
    Ok(())
}
