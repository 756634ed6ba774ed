use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<i64, N>) -> Tensor<f32, N> {
    x.clip(0, 2.7)
}

fn main() {}
