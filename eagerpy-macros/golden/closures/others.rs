#[agnostic]
fn iterate(f: impl Fn(&Tensor<_, N>) -> Tensor<_, N>, x: &Tensor<_, N>, times: usize) -> Tensor<_, N> {
    let mut y = x;
    for _ in 0..times {
        y = f(y);
    }
    y
}

#[agnostic]
fn halved(x: &Tensor<_, N>) -> Tensor<_, N> {
    x * 0.5
}
