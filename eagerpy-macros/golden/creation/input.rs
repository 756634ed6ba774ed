/// Creation functions: element type and place are those of the tensors around.
#[agnostic]
pub fn creation(x: &Tensor<_, N, D>, classes: &Tensor<i64, N>) -> Tensor {
    let weights = normal((D, 4), std = 0.1, seed = 7);
    let bias = zeros(4);
    let mask = eye(N, 4, k = 1) > 0.0;
    let hot = classes.one_hot(4);
    let steps = arange(0.0, 1.0, 0.25);
    let logits = x.matmul(weights) + bias + steps;
    where_(mask, logits, full((), -1e9)) * hot + ones_like(logits)
}
