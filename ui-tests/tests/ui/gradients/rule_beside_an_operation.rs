use eagerpy::agnostic;

#[agnostic]
fn rule(x: &Tensor<f32, N>, dy: &Tensor<f32, N>) -> Tensor<f32, N> {
    x.sigmoid() * dy
}

fn main() {
    #[agnostic(local, vjp = rule)]
    fn softplus(x: &Tensor<f32, N>) -> Tensor<f32, N> {
        (1.0 + x.exp()).log()
    }
}
