/// Views that go out beside what they are views of: neither is moved while the other is used.
#[agnostic]
pub fn views(x: &Tensor<_, N, D>, up: bool) -> (Tensor, Tensor, f64) {
    let y = x.exp();
    let (a, b) = if up {
        let t = y.tanh();
        (t, t.transpose())
    } else {
        (y, y.transpose())
    };
    (a, b.flatten(), a.sum().item() + y.max().item())
}
