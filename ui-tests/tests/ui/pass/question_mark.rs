//! `?` on results of the host: the error comes out as the function's own.

use eagerpy::agnostic;
use ndarray::array;

fn parse(text: &str) -> Result<f64, std::num::ParseFloatError> {
    text.parse()
}

#[agnostic]
fn scaled(x: &Tensor<_, N>, text: &str) -> Tensor<_, N> {
    let factor = parse(text)?;
    // One `?` more after an operation does no harm.
    x.exp()? * 0.0 + x * factor
}

#[agnostic]
fn inline(x: &Tensor<_, N>, text: &str) -> Tensor<_, N> {
    x + parse(text)?
}

#[agnostic]
fn in_a_condition(x: &Tensor<_, N>, text: &str) -> Tensor<_, N> {
    if parse(text)? > 1.0 { x * 2.0 } else { x }
}

fn main() -> eagerpy::Result<()> {
    let x = array![1.0_f32, 2.0];
    assert_eq!(scaled(&x, "1.5")?, array![1.5, 3.0]);
    assert_eq!(inline(&x, "1.5")?, array![2.5, 3.5]);
    assert_eq!(in_a_condition(&x, "1.5")?, array![2.0, 4.0]);
    assert_eq!(in_a_condition(&x, "0.5")?, x);
    for result in [
        scaled(&x, "much"),
        inline(&x, "much"),
        in_a_condition(&x, "much"),
    ] {
        let error = result.err().expect("`much` is no number");
        let source = std::error::Error::source(&error).map(ToString::to_string);
        assert_eq!(source.as_deref(), Some("invalid float literal"), "{error}");
    }
    Ok(())
}
