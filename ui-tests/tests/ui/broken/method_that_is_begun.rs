use eagerpy::agnostic;

#[agnostic(methods)]
pub struct Layer<D, C> {
    pub w: Tensor<_, D, C>,
}

#[agnostic]
impl Layer<D, C> {
    pub fn scaled(&self, by: f64) -> Tensor<_,

    pub fn forward(&self, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
        x.matmul(self.w)
    }
}

#[agnostic]
fn used(layer: &Layer<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
    layer.forward(x).softmax(axis = -1)
}

fn main() {}
