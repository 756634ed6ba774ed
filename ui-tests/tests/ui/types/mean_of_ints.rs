use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<i64, N>) -> Scalar<f32> {
    x.mean()
}

fn main() {}
