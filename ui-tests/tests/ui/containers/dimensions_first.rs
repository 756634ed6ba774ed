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
fn f(layer: &Layer<D, C>) -> Scalar {
    layer.w.sum()
}

#[agnostic]
fn g(layer: &Layer<f32, D, C>, x: &Tensor<_, D>) -> Scalar {
    layer.w.sum()
}

fn main() {}
