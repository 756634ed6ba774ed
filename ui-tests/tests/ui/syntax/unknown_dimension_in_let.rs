use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    let y: Tensor<f32, M> = x.exp();
    y
}

fn main() {}
