use eagerpy::agnostic;

#[agnostic]
fn f(x: &Tensor<_, N>, place: Option<usize>) -> Scalar {
    let mut y = x;
    let Some(place) = place else {
        y = y * 2.0;
    };
    y[place]
}

fn main() {}
