/// Euclidean norm.
#[agnostic]
fn l2_norm(x: &Tensor) -> Scalar {
    x.square().sum().sqrt()
}

mod stats {
    #[agnostic]
    pub fn moments(x: &Tensor<f32, N, D>, axis: i64) -> (Tensor<f32>, Tensor<f32>) {
        (x.mean(axis = axis), x.std(axis = axis))
    }
}

#[agnostic]
fn noise_like(x: &Tensor<f32, N, D>, seed: u64) -> Tensor<f32, N, D> {
    x + normal((N, D), seed = seed)
}
