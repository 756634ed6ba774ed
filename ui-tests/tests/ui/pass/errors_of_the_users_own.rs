//! `Result<Tensor, MyError>`: `Err` where it ends, in `return`, behind `?`; and `eagerpy::Result`.

use eagerpy::agnostic;
use ndarray::{arr0, array};

#[derive(Debug)]
enum Failure {
    Eager(eagerpy::Error),
    Negative(f64),
    Text(String),
}

impl From<eagerpy::Error> for Failure {
    fn from(error: eagerpy::Error) -> Failure {
        Failure::Eager(error)
    }
}

impl From<std::num::ParseFloatError> for Failure {
    fn from(error: std::num::ParseFloatError) -> Failure {
        Failure::Text(error.to_string())
    }
}

#[agnostic]
fn root(x: &Tensor) -> Result<Tensor, Failure> {
    let least = x.min().item();
    if least < 0.0 {
        return Err(Failure::Negative(least));
    }
    if least == 0.0 {
        Err(Failure::Negative(0.0))
    } else {
        Ok(x.sqrt())
    }
}

impl From<&str> for Failure {
    fn from(text: &str) -> Failure {
        Failure::Text(text.to_owned())
    }
}

// The signature alone says which error it is.
#[agnostic]
fn told(x: &Tensor, text: &str) -> Result<Tensor, Failure> {
    if x.max().item() > 1.0 {
        return Err(text.into());
    }
    Ok(x.exp())
}

#[agnostic]
fn picked(x: &Tensor<_, N>, k: usize) -> eagerpy::Result<Scalar> {
    Ok(x[k])
}

#[agnostic]
fn measured(x: &Tensor<_, N>, how: &str) -> eagerpy::Result<(Scalar, usize)> {
    match how {
        "sum" => Ok((x.sum(), 1)),
        "max" => Ok((x.max(), 2)),
        other => {
            let k: usize = other.parse()?;
            Ok((x[k], 3))
        }
    }
}

fn main() -> eagerpy::Result<()> {
    assert_eq!(root(&array![4.0_f32]).unwrap(), array![2.0]);
    assert!(matches!(root(&array![-4.0_f32]), Err(Failure::Negative(v)) if v == -4.0));
    assert!(matches!(root(&array![0.0_f32]), Err(Failure::Negative(_))));
    let none = ndarray::Array1::<f32>::zeros(0);
    match root(&none) {
        Err(Failure::Eager(error)) => assert_eq!(error.kind(), eagerpy::ErrorKind::Value),
        other => panic!("{other:?}"),
    }
    assert!(matches!(told(&array![2.0_f32], "large"), Err(Failure::Text(text)) if text == "large"));
    assert!(picked(&array![1.0_f32], 3).is_err());
    let x = array![1.0_f32, 5.0];
    assert_eq!(measured(&x, "max")?, (arr0(5.0), 2));
    assert_eq!(measured(&x, "0")?, (arr0(1.0), 3));
    assert!(measured(&x, "least").is_err());
    Ok(())
}
