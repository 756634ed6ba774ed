use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, C, H, W>) -> Tensor {
    x.avg_pool2d((2, 2, 2))
}

fn main() {}
