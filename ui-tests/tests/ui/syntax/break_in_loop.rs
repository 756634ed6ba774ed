use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor, n: usize) -> Tensor {
    let mut y = x * 1.0;
    for i in 0..n {
        if i == 3 {
            break;
        }
        y += x;
    }
    y
}

fn main() {}
