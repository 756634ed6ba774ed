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
pub struct Net<D> {
    pub layers: Vec<Layer<_, D, D>>,
    pub head: Layer<_, D, 1>,
    pub bias: Option<Tensor<_, D>>,
}

#[agnostic]
fn of_a_struct(layer: &Layer<_, D, C>, x: &Tensor<_, C>) -> Layer<_, D, C> {
    let mut out = layer;
    out.bias = x;
    out.w = x;
    out.rate = x;
    out.b += layer.w;
    out
}

#[agnostic]
fn of_a_field(net: &Net<_, D>, x: &Tensor<_, D>) -> Net<_, D> {
    let mut out = net;
    out.head.b = x[0];
    out.bias = x;
    out.layers[0] = out.head;
    out.layers.push(out.head);
    out
}

fn main() {}
