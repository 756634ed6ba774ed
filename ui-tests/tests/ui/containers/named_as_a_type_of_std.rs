use eagerpy::agnostic;

#[agnostic]
pub struct Cell<D, H> {
    input: Tensor<_, D, H>,
    hidden: Tensor<_, H, H>,
}

/// Of host values alone, no function takes it for another.
#[agnostic]
pub struct Range {
    low: f64,
    high: f64,
}

fn main() {}
