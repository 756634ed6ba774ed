/// Euclidean norm of all elements.
#[agnostic]
pub fn l2_norm(x: &Tensor) -> Scalar {
    x.square().sum().sqrt()
}
