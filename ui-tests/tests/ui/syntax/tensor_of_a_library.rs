use eagerpy::agnostic;

#[agnostic]
fn f(x: &candle_core::Tensor) -> candle_core::Tensor {
    x.exp()
}

fn main() {}
