use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, v: &Tensor<_, N>, s: &Scalar) -> Scalar {
    let a = x.sum(axis = 2);
    let b = x.softmax(axis = -3);
    let c = v.argmax(1);
    let d = s.max(axis = 0);
    let e = x.expand_dims(axis = 4);
    let g = x.dim(2);
    s + 1.0
}

fn main() {}
