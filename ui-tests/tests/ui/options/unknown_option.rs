use eagerpy::agnostic;

#[agnostic(fused = false)]
fn f(x: &Tensor) -> Tensor {
    x.exp()
}

fn main() {}
