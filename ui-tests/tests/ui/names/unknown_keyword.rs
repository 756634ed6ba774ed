use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> Tensor {
    let a = x.sum(axs = 0);
    let b = x.clip(low = 0.0, max = 1.0);
    x.exp(out = 3)
}

fn main() {}
