use eagerpy::agnostic;

#[agnostic]
pub enum Loss<C> {
    Squared,
    Weighted(Tensor<_, C>),
}

#[agnostic]
pub enum Other<C> {
    Squared,
    Weighted(Tensor<_, C>),
}

#[agnostic]
fn of_another_size(loss: &Loss<_, C>, x: &Tensor<_, D>) -> Loss<_, D> {
    loss
}

#[agnostic]
fn of_another_name(loss: &Loss<_, C>) -> Other<_, C> {
    loss
}

#[agnostic]
fn list(xs: &[Tensor<_, N>]) -> Vec<Tensor<bool, N>> {
    xs
}

#[agnostic]
fn option(x: Option<&Tensor<_, N>>, y: &Tensor<_, N, D>) -> Option<Tensor<_, D>> {
    x
}

fn main() {}
