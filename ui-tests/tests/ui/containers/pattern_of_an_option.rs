use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, by: Option<&Tensor<_, N>>) -> Tensor<_, N> {
    match by {
        Ok(by) => x + by,
        None => x,
    }
}

#[agnostic]
fn g(x: &Tensor<_, N>, by: Option<&Tensor<_, N>>) -> Tensor<_, N> {
    let by = by else {
        return x;
    };
    x + by
}

fn main() {}
