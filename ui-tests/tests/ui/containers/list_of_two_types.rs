use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<f32, N>, y: &Tensor<i64, N>) -> Tensor<f32, N> {
    let parts = [x, y];
    let others = vec![x, 1.0];
    x
}

fn main() {}
