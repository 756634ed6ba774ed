use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, _, N> {
    let mut parts = Default::default();
    for k in 0..3 {
        parts.push(x * k as f64);
    }
    stack(parts)
}

fn main() {}
