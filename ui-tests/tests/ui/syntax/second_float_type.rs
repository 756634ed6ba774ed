use eagerpy::agnostic;

#[agnostic]
fn f<E: Float, F: Float>(x: &Tensor<E, N>, y: &Tensor<F, N>) -> Tensor<E, N> {
    x
}

#[agnostic]
fn g<I: Int>(x: &Tensor<I, N>) -> Tensor<I, N> {
    x
}

fn main() {}
