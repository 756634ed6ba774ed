use eagerpy::agnostic;

#[agnostic]
pub struct Layer<'a, T: Clone, const K: usize> {
    pub w: Tensor<_, K>,
    pub host: &'a T,
}

fn main() {}
