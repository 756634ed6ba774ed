use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, n: usize) -> Tensor {
    let a = len(x);
    let b = x.sum(axis = 0, keepdims = True);
    let mut y = x ** 2;
    for i in range(1, n) {
        y += where_(x > 0.0, float("inf"), x);
    }
    print(y);
    x[(None, ..)]
}

fn main() {}
