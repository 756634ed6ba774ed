use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> Tensor {
    let a = x.where_cond(x, x);
    let b = x.sum_keepdim(0);
    let c = x.to_dtype(f32);
    let d = x.flatten(start_dim = 0);
    let e = normal((3, 3), size = 4, seed = 1);
    x.var(ddof = 1)
}

fn main() {}
