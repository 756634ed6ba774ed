use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    let mut y = x;
    let z: Tensor<f32, N> = native! {
        candle => x.erf(),
        _ => {
            y = y + 1.0;
            y
        }
    };
    y + z
}

fn main() {}
