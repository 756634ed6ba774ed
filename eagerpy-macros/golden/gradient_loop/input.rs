/// The last state of a recurrent cell, squared: the loop leaves early where the state is small.
#[agnostic(grad(u))]
pub fn last_state(x: &Tensor<f64, T, D>, u: &Tensor<f64, D, D>, least: f64) -> Scalar<f64> {
    let mut h = x[0];
    for t in 1..T {
        h = (h.matmul(u) + x[t]).tanh();
        if h.square().sum().item() < least {
            break;
        }
    }
    h.square().sum()
}
