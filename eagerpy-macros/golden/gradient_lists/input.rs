/// A list that grows and changes, a loop over the caller's, an option.
#[agnostic(grad(layers, bias))]
fn deep(x: &Tensor<f64, N, D>, layers: &[Tensor<f64, D, D>], bias: Option<&Tensor<f64, D>>) -> Scalar<f64> {
    let mut seen = vec![x];
    for w in layers {
        let mut h = seen[-1].matmul(w);
        if let Some(b) = bias {
            h = h + b;
        }
        seen.push(h.tanh());
    }
    seen[0] = x * 0.5;
    seen.pop();
    stack(seen).square().mean()
}
