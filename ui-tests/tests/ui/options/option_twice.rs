use eagerpy::agnostic;

#[agnostic(backends(ndarray), backends(candle))]
fn f(x: &Tensor) -> Tensor {
    x.exp()
}

fn main() {}
