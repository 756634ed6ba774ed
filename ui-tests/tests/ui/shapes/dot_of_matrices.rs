use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, y: &Tensor<_, N>, z: &Tensor<_, D>) -> Scalar {
    x.dot(y) + y.dot(z)
}

fn main() {}
