use eagerpy::agnostic;

#[agnostic]
fn f(
    x: &Tensor<_, N>,
    mask: &Tensor<bool, N>,
    model: impl Fn(&Tensor<_, N>, f64) -> Tensor<_, N>,
) -> Tensor<_, N> {
    model(mask, 1.0) + model(x, x) + model(1.0, 1.0) + model(x.sum(), 1.0)
}

fn main() {}
