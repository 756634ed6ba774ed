use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, N>, y: &Tensor<_, D>) -> Tensor<_, D> {
    x.solve(y)
}

fn main() {}
