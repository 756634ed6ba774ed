use eagerpy::agnostic;

#[agnostic(methods)]
pub struct Layer<D, C> {
    pub w: Tensor<_, D, C>,
    pub b: Tensor<_, C>,
    pub rate: f64,
}

#[agnostic]
impl Layer<D, C> {
    pub fn forward(&self, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
        x.matmul(self.w) + self.b
    }

    pub fn step(&self, by: &Layer<_, D, C>) -> Self {
        Self { w: self.w - by.w, ..self }
    }
}

#[agnostic]
fn f(layer: &Layer<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, D> {
    if let Some(layer) = layer { x } else { x * 2.0 }
}

#[agnostic]
fn g(x: &Tensor<_, N>, xs: &[Tensor<_, N>]) -> Tensor<_, N> {
    if let Some(first) = xs { x } else { x * 2.0 }
}

fn main() {}
