use eagerpy::agnostic;

#[agnostic]
fn slopes(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    let (_, dx) = value_and_grad(|x| x * 2.0, x);
    dx
}

#[agnostic]
fn more(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    let (_, dx) = value_and_grad(|x| (x.sum(), x), x);
    dx
}

#[agnostic]
fn nothing_else(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    let (_, dx) = value_aux_and_grad(|x| x.sum(), x);
    dx
}

#[agnostic]
fn positions(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    grad(|x| x.argmax())(x)
}

fn main() {}
