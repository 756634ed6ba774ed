use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, mode: usize) -> Tensor<_, N> {
    match mode {
        0 if x.max() > 1.0 => x.exp(),
        1 if x.max().item() > 1.0 => x.relu(),
        _ => x,
    }
}

fn main() {}
