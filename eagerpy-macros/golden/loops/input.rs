/// A loop in a loop, a branch in it, a variable of two kinds of round, and a list of the host's.
#[agnostic]
pub fn loops(x: &Tensor<_, N, N>, weights: &[f64], rounds: usize) -> (Tensor<_, N, N>, Scalar) {
    let mut sum = x * 0.0;
    let mut power = x;
    let mut norm = x.l2();
    for (i, &weight) in weights.iter().enumerate() {
        for _ in 0..rounds {
            power = power.matmul(x);
        }
        if i % 2 == 0 {
            sum += power * weight;
        } else {
            sum -= power.transpose() * weight;
            norm = sum.l2();
        }
    }
    (sum, norm)
}
