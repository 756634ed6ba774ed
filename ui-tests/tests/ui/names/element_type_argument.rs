use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>) -> Tensor {
    let a = x.astype("float32");
    let b = x.astype(float64);
    let c = x.astype(int);
    let d = x.astype("f32");
    x.astype(3)
}

fn main() {}
