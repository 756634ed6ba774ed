use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor) -> Tensor {
    let mut y = x * 1.0;
    loop {
        y = y / 2.0;
        if y.max().item() < 1.0 {
            return y;
        }
    }
}

fn main() {}
