use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Scalar {
    x.quantile(90)
}

fn main() {}
