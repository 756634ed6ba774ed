use eagerpy::agnostic;

#[agnostic]
fn f(q: &Tensor<_, L, D>, k: &Tensor<_, S, E>) -> Tensor {
    scaled_dot_product_attention(q, k, k)
}

fn main() {}
