use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, y: &Tensor<_, N, D>) -> Tensor {
    let a = x.sum_axis(Axis(0));
    let b = x.mapv(|v| v * 2.0);
    let c = x.into_shape_with_order((2, 3));
    let d = x.insert_axis(Axis(1)).t();
    let e = x.to_owned();
    x.slice(s![.., 1..])
}

fn main() {}
