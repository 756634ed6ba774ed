use eagerpy::agnostic;

#[agnostic]
pub struct Layer<D, C> {
    pub weights: Tensor<_, D, C>,
    pub labels: Tensor<i64, C>,
}

#[agnostic]
fn f(w: &Tensor<_, D, C>) -> Layer<_, D, C> {
    Layer {
        weights: w.sum(axis = 0),
        labels: w.max(axis = 0),
    }
}

fn main() {}
