use eagerpy::agnostic;

#[agnostic]
fn f<T: Into<f64>>(x: &Tensor, by: T) -> Tensor {
    x * by.into()
}

fn main() {}
