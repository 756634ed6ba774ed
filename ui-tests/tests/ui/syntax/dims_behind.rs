use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, D, Dims<B>>, y: &Tensor<_, Dims<N>, N>, z: &Tensor<_, Dims>) -> Tensor<_, D> {
    x
}

fn main() {}
