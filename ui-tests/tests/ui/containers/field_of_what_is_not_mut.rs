use eagerpy::agnostic;

#[agnostic]
pub struct Layer<D, C> {
    pub weights: Tensor<_, D, C>,
}

#[agnostic]
fn f(p: &Layer<_, D, C>) -> Layer<_, D, C> {
    let out = p;
    out.weights = p.weights * 2.0;
    p.weights += 1.0;
    out
}

fn main() {}
