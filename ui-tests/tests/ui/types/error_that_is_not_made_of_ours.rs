use eagerpy::agnostic;

#[derive(Debug)]
pub struct Failure;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Result<Tensor<_, N>, String> {
    if N > 3 {
        return Err("too many".to_owned());
    }
    Ok(x.exp())
}

#[agnostic]
fn g(x: &Tensor<_, N>) -> Result<Tensor<_, N>, Failure> {
    Ok(x.exp() * 2.0)
}

fn main() {}
