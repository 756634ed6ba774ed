use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, w: &Tensor<_, N>) -> Tensor {
    x.layer_norm(weight = w)
}

fn main() {}
