use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>) -> Tensor<_, N> {
    let (values, places, rest) = x.topk(3);
    let (a, b) = x.exp();
    let pair = (x, x);
    x + pair.2
}

fn main() {}
