use eagerpy::agnostic;

#[agnostic(grad(x))]
fn twice(f: impl Fn(&Tensor<_, N>) -> Tensor<_, N>, x: &Tensor<_, N>) -> Tensor<_, N> {
    f(f(x))
}

#[agnostic(grad)]
fn loss(x: &Tensor<f32, N>, w: &Tensor<f32, N>) -> Scalar<f32> {
    twice(|v| v * w, x).sum()
}

fn main() {}
