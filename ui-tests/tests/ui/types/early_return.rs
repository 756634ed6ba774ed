use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, quick: bool) -> Tensor<_, N> {
    if quick {
        return x.sum();
    }
    x.exp()
}

fn main() {}
