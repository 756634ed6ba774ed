use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, n: usize) -> Tensor<_, N> {
    for i in 0..n {
        if i == 2 {
            break x;
        }
    }
    x
}

fn main() {}
