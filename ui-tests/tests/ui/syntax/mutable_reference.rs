use eagerpy::agnostic;

#[agnostic]
fn f(x: &mut Tensor<f32, N>) -> Tensor<f32, N> {
    x.exp()
}

fn main() {}
