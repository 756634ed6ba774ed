use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> Tensor<_, D> {
    let mut y = x[0];
    for row in x {
        y = y + row;
    }
    y
}

fn main() {}
