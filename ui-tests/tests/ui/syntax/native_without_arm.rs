use eagerpy::agnostic;

#[agnostic(backends(ndarray))]
fn f(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    native! { candle => x.erf() }
}

fn main() {}
