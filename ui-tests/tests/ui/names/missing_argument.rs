use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, n: usize) -> Tensor {
    let a = x.swapaxes(0);
    let b = uniform((n, 3));
    x.matmul()
}

fn main() {}
