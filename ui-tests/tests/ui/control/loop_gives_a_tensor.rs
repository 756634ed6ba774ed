use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, N> {
    for i in 0..3 {
        x * i as f64
    }
    x
}

fn main() {}
