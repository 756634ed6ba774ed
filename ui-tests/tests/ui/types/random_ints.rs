use eagerpy::agnostic;

#[agnostic]
fn f(n: usize, seed: u64) -> Tensor<i64> {
    uniform((n, 3), seed = seed, dtype = i64)
}

fn main() {}
