use eagerpy::agnostic;

#[agnostic]
pub struct Layer<D, C> {
    pub weights: Tensor<_, D, C>,
    pub rate: f64,
}

#[agnostic]
fn f(p: &Layer<_, D, C>) -> Layer<_, D, C> {
    let mut out = p;
    out.weights = p.weights > 0.0;
    out.rate = p.weights;
    out
}

fn main() {}
