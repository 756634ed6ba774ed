use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> Tensor {
    let a = x.unsqueeze(0);
    let b = x.view((2, 3));
    let c = x.permute((1, 0));
    let d = x.mm(x);
    let e = x.float();
    cat([x, x], dim = 0)
}

fn main() {}
