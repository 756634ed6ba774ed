use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, y: &Tensor<_, N>) -> Tensor {
    x.l1_loss(y, reduction = "average")
}

fn main() {}
