use eagerpy::agnostic;

#[agnostic(methods)]
pub struct Scale<N> {
    pub by: Tensor<_, N>,
}

trait Model {}

#[agnostic]
impl Model for Scale<N> {
    fn forward(&self, x: &Tensor<_, N>) -> Tensor<_, N> {
        x * self.by
    }
}

#[agnostic]
impl Scale<N> {
    const K: usize = 3;
}

fn main() {}
