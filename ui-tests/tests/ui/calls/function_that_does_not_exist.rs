use eagerpy::agnostic;

fn plain(x: f64) -> f64 {
    x * 2.0
}

// The rest of its mistakes are told all the same, and nothing follows from what is not known.
#[agnostic]
fn f(x: &Tensor<_, N, D>, n: usize) -> Tensor<_, N> {
    let y = smoothed(x, n);
    let (a, b) = y.parts();
    let z = plain(x);
    for i in 0..n {
        if a.max().item() > z + i as f64 {
            return a;
        }
    }
    let c = x.summ(axis = 1);
    b + c + x.sum(axis = 2)
}

fn main() {}
