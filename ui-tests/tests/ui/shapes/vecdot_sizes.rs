use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, B, N>, y: &Tensor<_, D>) -> Tensor<_, B> {
    x.vecdot(y)
}

fn main() {}
