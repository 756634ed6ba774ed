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
fn takes(layer: &Layer<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
    layer.forward(x)
}

// Neither knows `Layer` by name.
#[agnostic]
fn with_another(other: &Other<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
    takes(other, x)
}

#[agnostic]
fn with_a_tensor(x: &Tensor<_, N, D>) -> Tensor<_, N, D> {
    takes(x, x)
}

#[agnostic]
fn to_a_method(layer: &Layer<_, D, C>, other: &Other<_, D, C>) -> Layer<_, D, C> {
    layer.step(other)
}

#[agnostic]
fn of_other_sizes(layer: &Layer<_, D, C>, x: &Tensor<_, N, D>) -> Tensor<_, N, D> {
    takes(layer, layer.forward(x))
}

fn main() {}
