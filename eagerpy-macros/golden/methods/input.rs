/// A layer of weights.
#[agnostic(methods)]
#[derive(Clone)]
pub struct Layer<D, C> {
    pub weights: Tensor<_, D, C>,
    pub bias: Tensor<_, C>,
    pub rate: f64,
}

#[agnostic]
impl Layer<D, C> {
    /// One step down the gradient of the squared error.
    pub fn step(&self, x: &Tensor<_, N, D>, y: &Tensor<_, N, C>) -> Self {
        let error = x.matmul(self.weights) + self.bias - y;
        let mut out = self;
        out.weights -= x.transpose().matmul(error) * self.rate;
        out.bias -= error.sum(axis = 0) * self.rate;
        out
    }
}
