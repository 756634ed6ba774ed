use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, 2>, y: &Tensor<_, N, 2>) -> Tensor<_, N, 2> {
    x.cross(y)
}

fn main() {}
