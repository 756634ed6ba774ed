/// Arguments by keyword, in any order, with defaults left out, and lists.
#[agnostic]
pub fn keywords(x: &Tensor<f32, B, N, D>) -> Tensor<f32, B, D> {
    let centered = x - x.mean(keepdims = true, axis = (0, -1));
    let clipped = centered.clip(max = 3).clip(min = -3.0);
    let weights = clipped.l2(axis = 2).softmax(axis = 1).expand_dims(axis = 2);
    let spread = clipped.var(correction = 1, axis = [0, 1]);
    let best = clipped.argmax(axis = 1, keepdims = true).astype(f32);
    let sorted = sort(clipped, descending = true, axis = 1);
    (sorted * weights).sum(axis = 1) / spread + best.squeeze(1) * clipped.gelu(approximate = "tanh").mean()
}
