use eagerpy::agnostic;

#[agnostic(backends(ndarray))]
fn f(x: &Tensor<f32, N>) -> Scalar<f32> {
    let y = native! { ndarray => x.to_owned() };
    y.sum()
}

fn main() {}
