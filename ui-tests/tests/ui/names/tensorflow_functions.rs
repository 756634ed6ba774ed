use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N, D>, y: &Tensor<_, N, D>) -> Tensor {
    let a = tf::reduce_mean(x, axis = 1);
    let b = tf::concat([x, y], 1);
    let c = tf::cast(x, tf::float32);
    let d = tf::nn::softmax(x);
    let e = tf::gather_nd(x, y);
    tf::expand_dims(x, 0)
}

fn main() {}
