use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, y: &Tensor<_, N, D>) -> Tensor {
    let a = torch::cat([x, y], dim = 1);
    let b = F::log_softmax(x, dim = -1);
    let c = nn::functional::silu(x);
    let d = torch::randn(2, 3);
    let e = x.to(torch::float64);
    let g = x.max_dim(1);
    x.sum(dim = 1, keepdim = true).detach().cpu()
}

fn main() {}
