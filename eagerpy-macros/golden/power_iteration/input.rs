/// The largest eigenvalue: a loop that goes on until a tensor says so.
#[agnostic]
pub fn power_iteration(a: &Tensor<_, N, N>, start: &Tensor<_, N>, tolerance: f64) -> (Scalar, usize) {
    let mut v = start / start.l2();
    let mut rounds = 0;
    while (a.matmul(v) - v * v.dot(a.matmul(v))).l2().item() > tolerance {
        let next = a.matmul(v);
        v = next / next.l2();
        rounds += 1;
    }
    (v.dot(a.matmul(v)), rounds)
}
