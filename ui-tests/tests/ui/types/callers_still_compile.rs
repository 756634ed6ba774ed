use eagerpy::agnostic;

#[agnostic(backends(ndarray))]
pub fn broken(x: &Tensor<f32, N>, by: f64) -> Tensor<f32, N> {
    x.sqroot() * by
}

#[agnostic(backends(ndarray))]
pub fn caller(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    broken(x, 2.0) + 1.0
}

fn main() -> Result<(), eagerpy::Error> {
    let x = ndarray::array![1.0_f32, 2.0];
    let y: ndarray::Array1<f32> = broken(&x, 2.0)?;
    let z = broken::ndarray(&y, 2.0)?;
    let _: &str = broken::EXPLAIN;
    println!("{} {}", caller(&x)?, z);
    Ok(())
}
