use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, 3>) -> Tensor {
    x[s![.., 3]] + x[(.., -4)]
}

fn main() {}
