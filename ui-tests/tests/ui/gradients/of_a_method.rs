use eagerpy::agnostic;

#[agnostic(methods)]
struct Layer<D> {
    w: Tensor<_, D>,
}

#[agnostic]
impl Layer<D> {
    fn scaled(&self, x: &Tensor<_, N, D>) -> Tensor<_, N, D> {
        x * self.w
    }

    #[agnostic(grad(self))]
    fn bent(&self, x: &Tensor<_, N, D>) -> Tensor<_, N, D> {
        (x * self.w).tanh()
    }

    #[agnostic(grad(weight))]
    fn energy(&self, x: &Tensor<_, N, D>) -> Scalar {
        (x * self.w).square().sum()
    }

    #[agnostic(vjp = wrong)]
    fn cut(&self, x: &Tensor<_, N, D>) -> Tensor<_, N, D> {
        (x * self.w).round()
    }
}

#[agnostic]
fn wrong(layer: &Layer<_, D>, x: &Tensor<_, N, D>, dy: &Tensor<_, N, D>) -> Tensor<_, N, D> {
    dy * layer.w * x
}

/// A method without a gradient.
#[agnostic(grad)]
fn first(layer: &Layer<_, D>, x: &Tensor<_, N, D>) -> Scalar {
    layer.scaled(x).sum()
}

/// A method whose gradient is that of something else.
#[agnostic(grad)]
fn second(layer: &Layer<_, D>, x: &Tensor<_, N, D>) -> Scalar {
    layer.bent(x).sum()
}

/// What there is not.
#[agnostic]
fn third(layer: &Layer<_, D>, x: &Tensor<_, N, D>) -> Layer<_, D> {
    layer.bent_grad(x)
}

fn main() {}
