use eagerpy::agnostic;

#[agnostic]
pub struct Layer<D, C> {
    pub weights: Tensor<_, D, C>,
    pub bias: Tensor<_, C>,
}

#[agnostic]
fn f(w: &Tensor<_, D, C>) -> Layer<_, D, C> {
    Layer {
        weights: w,
        bias: w.sum(axis = 1),
    }
}

fn main() {}
