use eagerpy::agnostic;

#[agnostic]
fn f(q: &Tensor<_, L, D>, m: &Tensor<_, L, L>) -> Tensor {
    scaled_dot_product_attention(q, q, q, mask = m)
}

fn main() {}
