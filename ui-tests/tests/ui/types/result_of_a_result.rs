use eagerpy::agnostic;

struct Failure(String);

impl From<eagerpy::Error> for Failure {
    fn from(error: eagerpy::Error) -> Failure {
        Failure(error.to_string())
    }
}

#[agnostic]
fn f(x: &Tensor<_, N>) -> Result<Tensor<_, N>, Failure> {
    if x.max().item() > 1.0 {
        return Err(x);
    }
    Ok(x > 0.0)
}

fn main() {}
