use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, at: &Tensor<i64, 3>, y: &Tensor<_, 2>) -> Tensor<_, N> {
    x.scatter(at, y, axis = 0)
}

fn main() {}
