use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, N> {
    if x.max().item() > 1.0 {
        break;
    }
    continue;
    x
}

fn main() {}
