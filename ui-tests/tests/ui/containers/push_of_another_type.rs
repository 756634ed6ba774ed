use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<f32, N>, mask: &Tensor<bool, N>) -> Tensor<f32, N> {
    let mut parts: Vec<Tensor<f32, N>> = Vec::new();
    parts.push(mask);
    parts.push(1.0);
    x
}

fn main() {}
