use eagerpy::agnostic;

#[agnostic]
fn f(pair: (Tensor<_, N>, &Tensor<_, N>)) -> Tensor<_, N> {
    pair.0 + pair.2
}

fn main() {}
