use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, N> {
    let y = x.exp();
    y + 1.0;
}

fn main() {}
