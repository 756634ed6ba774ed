use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, B, N>, y: &Tensor<_, N>) -> Tensor<_, B> {
    x.vecdot(y, axis = 0)
}

fn main() {}
