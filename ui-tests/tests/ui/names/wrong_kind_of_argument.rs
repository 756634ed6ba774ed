use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> Tensor {
    let a = x.sum(axis = 0.5);
    let b = x.sum(axis = "rows");
    let c = x.sum(keepdims = 1);
    let d = x.matmul(2.0);
    let e = x.clip(0.0, "one");
    x.sum(axis = x)
}

fn main() {}
