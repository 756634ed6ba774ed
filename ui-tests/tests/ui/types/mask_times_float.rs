use eagerpy::agnostic;

#[agnostic]
fn target(r: &Tensor<_, N>, done: &Tensor<bool, N>, q: &Tensor<_, N>, gamma: f64) -> Tensor<_, N> {
    r + gamma * (1.0 - done) * q
}

#[agnostic]
fn also(done: &Tensor<bool, N>, q: &Tensor<f32, N>) -> Tensor<f32, N> {
    q * !done
}

fn main() {}
