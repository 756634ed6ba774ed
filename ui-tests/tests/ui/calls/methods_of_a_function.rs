use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, model: impl Fn(&Tensor<_, N>) -> Tensor<_, N>) -> Tensor<_, N> {
    model.call(x) + model
}

fn main() {}
