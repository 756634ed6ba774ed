use eagerpy::agnostic;

#[agnostic(methods)]
pub struct Scale<N> {
    pub k: Tensor<_, N>,
}

#[agnostic]
impl Scale<N> {
    pub fn apply(&self, x: &Tensor<_, N>) -> Tensor<_, N> {
        x * self.k
    }
    pub fn apply(&self, x: &Tensor<_, N>, by: f64) -> Tensor<_, N> {
        x * self.k * by
    }
}

#[agnostic]
fn used(scale: &Scale<_, N>, x: &Tensor<_, N>) -> Tensor<_, N> {
    scale.apply(x)
}

fn main() {}
