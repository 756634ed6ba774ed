use eagerpy::agnostic;

#[agnostic]
pub enum Bias<C> {
    None,
    Of(Tensor<_, C>),
}

#[agnostic]
fn known_late(
    policy: impl Fn(&Tensor<_, N>) -> Tensor<_, N, A>,
    x: &Tensor<_, N>,
    noise: Option<&Tensor<_, A>>,
    bias: &Bias<_, C>,
) -> Tensor<_, N, A> {
    let y = policy(x) / A as f64;
    let z = y + zeros((N, A));
    let k = if x.sum().item() > 0.0 { C } else { 1 };
    match bias {
        Bias::None => z,
        Bias::Of(b) => z + b.sum() * k,
    }
}

#[agnostic]
fn computed(x: Option<&Tensor<_, N>>, y: &Tensor<_, { N * 2 }>) -> Tensor<_, { N * 2 }> {
    match x {
        Some(x) => y + x.sum(),
        None => y,
    }
}

fn main() {}
