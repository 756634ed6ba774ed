use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, w: &Tensor<_, D, C>, b: &Tensor<_, D>) -> Tensor {
    let a = x.matmul(w) + b;
    let c = concatenate([x, x]) * x;
    let d = x.matmul(w).matmul(w);
    let e = x.matmul(w).reshape((N, D));
    concatenate([x.matmul(w), x])
}

fn main() {}
