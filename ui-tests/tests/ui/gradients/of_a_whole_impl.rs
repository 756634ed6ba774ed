use eagerpy::agnostic;

#[agnostic(methods)]
struct Layer<D> {
    w: Tensor<_, D>,
}

#[agnostic(grad(self))]
impl Layer<D> {
    fn energy(&self, x: &Tensor<_, N, D>) -> Scalar {
        (x * self.w).square().sum()
    }
}

#[agnostic]
impl Other<D> {
    #[agnostic]
    fn energy(&self, x: &Tensor<_, N, D>) -> Scalar {
        (x * self.w).square().sum()
    }
}

#[agnostic(methods)]
struct Other<D> {
    w: Tensor<_, D>,
}

fn main() {}
