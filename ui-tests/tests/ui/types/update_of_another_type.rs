use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<f32, N>, v: &Tensor<f64, N>) -> Tensor<f32, N> {
    x.index_update(.., v)
}

fn main() {}
