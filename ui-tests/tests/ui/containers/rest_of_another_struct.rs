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
pub struct Other<D, C> {
    pub w: Tensor<_, D, C>,
    pub b: Tensor<_, C>,
    pub rate: f64,
}

#[agnostic]
fn f(layer: &Layer<_, D, C>, other: &Other<_, D, C>) -> Layer<_, D, C> {
    Layer { rate: 0.5, ..other }
}

#[agnostic]
fn g(layer: &Layer<_, D, C>) -> Layer<_, D, C> {
    Layer { w: layer.w, ..Default::default() }
}

fn main() {}
