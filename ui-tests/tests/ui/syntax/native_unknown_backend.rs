use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    native! { ndarry => x.to_owned(), _ => x + 0.0 }
}

fn main() {}
