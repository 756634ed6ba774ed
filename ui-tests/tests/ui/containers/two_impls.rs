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
}

#[agnostic]
impl Scale<N> {
    pub fn undo(&self, x: &Tensor<_, N>) -> Tensor<_, N> {
        x / self.k
    }
}

struct Host;

#[agnostic]
impl Host {
    pub fn apply(&self, x: &Tensor<_, N>) -> Tensor<_, N> {
        x
    }
}

fn main() {}
