use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor, g: impl FnMut(&Tensor) -> Tensor, h: &dyn Fn(&Tensor) -> Tensor) -> Tensor {
    x
}

#[agnostic]
fn k(x: &Tensor, g: impl Fn(&[Tensor]) -> Tensor) -> impl Fn(&Tensor) -> Tensor {
    x
}

fn main() {}
