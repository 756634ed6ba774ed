use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> usize {
    let wrong = x.sotf();
    // Of `wrong` nothing more is told.
    let n = wrong.dim(0) + x.dim(2);
    let m = (x + x.exo()).ndim();
    n + m
}

fn main() {}
