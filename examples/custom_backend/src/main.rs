//! A function for a backend that eagerpy has never heard of.
//!
//! ```console
//! $ cargo run -p custom_backend
//! ```

use custom_backend::Array;
use eagerpy::agnostic;

/// Mean cross-entropy of a linear classifier.
#[agnostic(backends(plain = custom_backend::Plain))]
fn loss(x: &Tensor<f32, N, D>, w: &Tensor<f32, D, C>, labels: &Tensor<i64, N>) -> Scalar<f32> {
    x.matmul(w).crossentropy(labels).mean()
}

fn main() -> eagerpy::Result<()> {
    let x = Array::new(&[2, 3], [1.0_f32, 0.0, 2.0, 0.5, 1.0, 0.0])?;
    let w = Array::new(&[3, 2], [0.1_f32, 0.2, 0.3, 0.4, 0.5, 0.6])?;
    let labels = Array::new(&[2], [1_i64, 0])?;
    println!("{:?}", loss(&x, &w, &labels)?.data());

    let short = Array::new(&[1], [1_i64])?;
    if let Err(error) = loss(&x, &w, &short) {
        println!("{error}");
    }
    Ok(())
}
