use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, 4, N>) -> Tensor<_, 5, N> {
    let (values, places) = x.topk(5, axis = 0, largest = false);
    values
}

fn main() {}
