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

/// Calls of other agnostic functions: of one tensor, of a tuple, with host values.
#[agnostic]
pub fn calls(x: &Tensor<f32, N, D>, seed: u64) -> Tensor<f32> {
    let norm = l2_norm(x);
    let (mean, spread) = stats::moments(x, 0);
    let noise: Tensor<f32, N, D> = noise_like(x, seed);
    let clean = (x - mean) / spread;
    clean / norm + noise
}
