use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, y: &Tensor<_, N, D>) -> Tensor {
    let a = x.broadcast_sub(&y.sum_keepdim(1));
    let b = x.affine(2.0, 1.0);
    let c = x.to_dtype(DType::F64);
    let (n, d) = x.dims2();
    let e = candle_nn::ops::softmax(x, 1);
    Tensor::cat(&[x, y], 0)
}

fn main() {}
