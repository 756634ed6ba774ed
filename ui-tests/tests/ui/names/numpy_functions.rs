use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, y: &Tensor<_, N, D>) -> Tensor {
    let a = np::sum(x, axis = 0, keepdims = true);
    let b = np::where_(x > 0.0, x, y);
    let c = numpy::linalg::norm(x);
    let d = np::vstack([x, y]);
    let e = x * np::pi + np::zeros((2, 3));
    let g = np::dot(x, y);
    jnp::clip(x, a_min = 0.0)
}

fn main() {}
