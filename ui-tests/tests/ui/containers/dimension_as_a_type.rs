use eagerpy::agnostic;

#[agnostic]
pub struct List<T> {
    pub parts: Vec<T>,
    pub w: Tensor<_, T>,
}

#[agnostic]
pub struct Reference<D> {
    pub w: &Tensor<_, D>,
}

fn main() {}
