/// Tuples: of a result, of an operation, of an `if`, and of host values with tensors.
#[agnostic]
pub fn tuple_results(x: &Tensor<f32, N, C>, k: usize, up: bool) -> (Tensor<f32>, Tensor<i64>, usize) {
    let (values, places) = x.topk(k);
    let (low, high) = if up { (x.min(), values.max()) } else { (values.min(), x.max()) };
    let pair = (values - low, high);
    (pair.0 / pair.1, places, k * N)
}
