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
fn f(layer: &Layer<_, D, C>, xs: &[Tensor<_, D>], by: Option<&Tensor<_, D>>) -> Tensor<_, D, C> {
    println!("{:?}", layer);
    println!("{:?}", xs);
    println!("{:?}", by);
    layer.w
}

fn main() {}
