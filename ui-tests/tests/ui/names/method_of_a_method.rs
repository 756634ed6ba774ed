use eagerpy::agnostic;

#[agnostic(methods)]
pub struct Layer<D, C> {
    pub w: Tensor<_, D, C>,
}

#[agnostic]
impl Layer<D, C> {
    pub fn of(w: &Tensor<_, D, C>) -> Self {
        Self { w }
    }

    pub fn forward(&self, x: &Tensor<_, N, D>) -> Tensor<_, N, C> {
        x.matmul(self.w)
    }

    pub fn towards(&self, other: &Self, by: f64) -> Self {
        Self {
            w: self.w + (other.w - self.w) * by,
        }
    }

    pub fn turned(&self) -> Layer<_, C, D> {
        Layer::of(self.w.transpose())
    }

    /// The turned one has other sizes.
    pub fn twice(&self, other: &Self) -> Self {
        self.towards(other, 0.5).turned().towards(other, 0.5)
    }

    pub fn not_turned(&self) -> Self {
        self.turned()
    }
}

#[agnostic]
fn used(layer: &Layer<_, D, C>, x: &Tensor<_, N, D>, labels: &Tensor<i64, N>) -> Tensor<_, N> {
    let a = layer.foward(x);
    let b = layer.forward(x).forward(x);
    let c = layer.forward(labels);
    let d = layer.turned().forward(x);
    let e = layer.towards(layer);
    let f = layer.of(x);
    let g = Layer::new(x);
    let h = Layer::of(x, 2.0).w;
    let i = layer.towards(x, 0.5);
    let j = layer.forward(x).argmax(axis = 1).sqrt();
    a + b + c + d + e + f + g + h + i + j
}

fn main() {}
