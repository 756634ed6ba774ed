/// A value of an `if`, an `else if`, and a variable that one branch assigns.
#[agnostic]
pub fn branches(x: &Tensor<_, N>, kind: u8, scale: f64) -> Tensor<_, N> {
    let mut y = if kind == 0 {
        x.relu()
    } else if kind == 1 {
        x.tanh()
    } else {
        x
    };
    if scale != 1.0 {
        y = y * scale;
    }
    y
}
