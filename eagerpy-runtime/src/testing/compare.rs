//! Comparing results with right answers.

use super::data::{Expect, HostTensor, Properties, Tolerance};
use crate::dtype::DType;
use crate::error::{Error, ErrorKind};
use crate::num::Num;

/// A result, read back from the framework.
#[derive(Clone, Debug, PartialEq)]
pub struct Got {
    /// The element type in the Rust type; `None` for an erased tensor.
    pub typed: Option<DType>,
    /// The element types that the framework keeps in this way.
    pub held: Vec<DType>,
    /// Sizes of the axes.
    pub shape: Vec<usize>,
    /// The elements in row-major order.
    pub data: Vec<Num>,
}

/// Kinds of error that say the same of one mistake: what is no axis of a tensor is also a shape
/// that does not fit (`concatenate` of scalars).
pub const SAME_KINDS: &[(ErrorKind, ErrorKind)] = &[(ErrorKind::Shape, ErrorKind::Axis)];

/// Does this kind stand for that one?
pub fn same_kind(a: ErrorKind, b: ErrorKind) -> bool {
    a == b || SAME_KINDS.contains(&(a, b)) || SAME_KINDS.contains(&(b, a))
}

/// Is the outcome right? If not, why.
///
/// # Errors
/// The difference, in words.
pub fn outcome(
    got: &Result<Vec<Got>, Error>,
    expect: &Expect,
    tolerance: Tolerance,
) -> Result<(), String> {
    match (got, expect) {
        (Err(error), Expect::Error(kind)) if same_kind(error.kind(), *kind) => Ok(()),
        (Err(error), Expect::Error(kind)) => {
            Err(format!("an error of kind {kind:?}, not {error:?}"))
        }
        (Err(error), _) => Err(format!("{error:?}")),
        (Ok(_), Expect::Error(kind)) => Err(format!("no error of kind {kind:?}")),
        (Ok(got), Expect::Tensors(expect)) => {
            if got.len() != expect.len() {
                return Err(format!("{} results, not {}", got.len(), expect.len()));
            }
            got.iter()
                .zip(expect)
                .try_for_each(|(got, expect)| tensor(got, expect, tolerance))
        }
        (Ok(got), Expect::Random(expect)) => match got.as_slice() {
            [got] => random(got, expect),
            _ => Err(format!("{} results, not one", got.len())),
        },
    }
}

fn same_type(got: &Got, dtype: DType, shape: &[usize]) -> Result<(), String> {
    if got.typed.is_some_and(|typed| typed != dtype) || !got.held.contains(&dtype) {
        return Err(format!(
            "element type: {:?}, kept as {:?}, not {dtype}",
            got.typed, got.held
        ));
    }
    if got.shape != shape {
        return Err(format!("shape: {:?}, not {shape:?}", got.shape));
    }
    let size = crate::shape::size(shape);
    if got.data.len() != size {
        return Err(format!("{} elements, not {size}", got.data.len()));
    }
    Ok(())
}

/// Is the tensor the right one? If not, why.
///
/// # Errors
/// The first difference, in words.
pub fn tensor(got: &Got, expect: &HostTensor, tolerance: Tolerance) -> Result<(), String> {
    same_type(got, expect.dtype, &expect.shape)?;
    let wrong = got
        .data
        .iter()
        .zip(&expect.data)
        .position(|(got, expect)| !number(*got, *expect, tolerance));
    match wrong {
        None => Ok(()),
        Some(place) => {
            let at = |list: &[Num]| list.get(place).copied();
            Err(format!(
                "element {place}: {:?}, not {:?}",
                at(&got.data),
                at(&expect.data)
            ))
        }
    }
}

/// Is the number the right one?
fn number(got: Num, expect: Num, tolerance: Tolerance) -> bool {
    match (got, expect) {
        (Num::Float(got), Num::Float(expect)) => float(got, expect, tolerance),
        (Num::Int(got), Num::Int(expect)) => got == expect,
        (Num::Bool(got), Num::Bool(expect)) => got == expect,
        // A framework without masks keeps 0 and 1.
        (Num::Int(got), Num::Bool(expect)) => got == i64::from(expect),
        _ => false,
    }
}

fn float(got: f64, expect: f64, tolerance: Tolerance) -> bool {
    if expect.is_nan() || got.is_nan() {
        return expect.is_nan() && got.is_nan();
    }
    if expect.is_infinite() || got.is_infinite() {
        return got == expect;
    }
    if got == 0.0 && expect == 0.0 {
        return !tolerance.signed_zero || got.is_sign_negative() == expect.is_sign_negative();
    }
    (got - expect).abs() <= tolerance.absolute + tolerance.relative * expect.abs()
}

fn random(got: &Got, expect: &Properties) -> Result<(), String> {
    same_type(got, expect.dtype, &expect.shape)?;
    let numbers: Vec<f64> = got.data.iter().map(|n| n.to_f64()).collect();
    if let Some(bad) = numbers
        .iter()
        .find(|n| !(expect.least..=expect.most).contains(*n))
    {
        return Err(format!(
            "{bad} is not in {}..={}",
            expect.least, expect.most
        ));
    }
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let var = numbers.iter().map(|n| (n - mean).powi(2)).sum::<f64>() / count;
    let far = |got: f64, right: Option<(f64, f64)>| {
        right.is_some_and(|(right, by)| (got - right).abs() > by || got.is_nan())
    };
    if far(mean, expect.mean) {
        return Err(format!("mean {mean}, not {:?}", expect.mean));
    }
    if far(var.sqrt(), expect.std) {
        return Err(format!("deviation {}, not {:?}", var.sqrt(), expect.std));
    }
    let mut bits: Vec<u64> = numbers.iter().map(|n| n.to_bits()).collect();
    bits.sort_unstable();
    bits.dedup();
    if bits.len() < expect.distinct {
        return Err(format!(
            "{} different numbers, not {}",
            bits.len(),
            expect.distinct
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXACT: Tolerance = Tolerance {
        relative: 0.0,
        absolute: 0.0,
        signed_zero: false,
    };

    fn floats(dtype: DType, shape: &[usize], data: &[f64]) -> (Got, HostTensor) {
        let data: Vec<Num> = data.iter().copied().map(Num::Float).collect();
        let got = Got {
            typed: Some(dtype),
            held: vec![dtype],
            shape: shape.to_vec(),
            data: data.clone(),
        };
        (got, HostTensor::new(dtype, shape.to_vec(), data))
    }

    fn accepts(got: f64, expect: f64, tolerance: Tolerance) -> bool {
        let (got, _) = floats(DType::F64, &[1], &[got]);
        let (_, expect) = floats(DType::F64, &[1], &[expect]);
        tensor(&got, &expect, tolerance).is_ok()
    }

    #[test]
    fn exact_is_exact() {
        assert!(accepts(0.1, 0.1, EXACT));
        assert!(!accepts(0.1, f64::from_bits(0.1f64.to_bits() + 1), EXACT));
    }

    #[test]
    fn tolerances_add_up() {
        let within = Tolerance {
            relative: 0.1,
            absolute: 0.5,
            signed_zero: false,
        };
        assert!(accepts(11.5, 10.0, within));
        assert!(!accepts(11.6, 10.0, within));
        assert!(!accepts(f64::INFINITY, 10.0, within));
        assert!(!accepts(10.0, f64::INFINITY, within));
    }

    #[test]
    fn special_values_are_themselves() {
        let wide = Tolerance {
            relative: f64::MAX,
            absolute: f64::MAX,
            signed_zero: false,
        };
        assert!(accepts(f64::NAN, f64::NAN, EXACT));
        assert!(!accepts(0.0, f64::NAN, wide));
        assert!(!accepts(f64::NAN, 0.0, wide));
        assert!(accepts(f64::INFINITY, f64::INFINITY, EXACT));
        assert!(!accepts(f64::INFINITY, f64::NEG_INFINITY, wide));
    }

    #[test]
    fn the_sign_of_zero_counts_where_it_is_said() {
        assert!(accepts(0.0, -0.0, EXACT));
        let signed = Tolerance {
            signed_zero: true,
            ..EXACT
        };
        assert!(!accepts(0.0, -0.0, signed));
        assert!(accepts(-0.0, -0.0, signed));
    }

    #[test]
    fn type_shape_and_size_count() {
        let (got, expect) = floats(DType::F32, &[2], &[1.0, 2.0]);
        assert_eq!(tensor(&got, &expect, EXACT), Ok(()));

        let (_, other) = floats(DType::F64, &[2], &[1.0, 2.0]);
        assert!(tensor(&got, &other, EXACT).is_err());
        let (_, other) = floats(DType::F32, &[2, 1], &[1.0, 2.0]);
        assert!(tensor(&got, &other, EXACT).is_err());

        // The Rust type says one thing, the framework another.
        let mut lies = got.clone();
        lies.held = vec![DType::F64];
        assert!(tensor(&lies, &expect, EXACT).is_err());
        let mut short = got.clone();
        short.data.pop();
        assert!(tensor(&short, &expect, EXACT).is_err());
        let mut erased = got;
        erased.typed = None;
        assert_eq!(tensor(&erased, &expect, EXACT), Ok(()));
    }

    #[test]
    fn integers_and_masks_are_not_floats() {
        assert!(number(Num::Int(i64::MAX), Num::Int(i64::MAX), EXACT));
        assert!(!number(Num::Int(i64::MAX), Num::Int(i64::MAX - 1), EXACT));
        assert!(!number(Num::Float(1.0), Num::Int(1), EXACT));
        assert!(number(Num::Int(1), Num::Bool(true), EXACT));
        assert!(!number(Num::Int(2), Num::Bool(true), EXACT));
        assert!(!number(Num::Bool(false), Num::Bool(true), EXACT));
    }

    #[test]
    fn a_result_is_no_error_and_an_error_no_result() {
        let (got, expect) = floats(DType::F32, &[1], &[1.0]);
        let tensors = Expect::Tensors(vec![expect]);
        let value = Expect::Error(ErrorKind::Value);
        assert_eq!(outcome(&Ok(vec![got.clone()]), &tensors, EXACT), Ok(()));
        assert!(outcome(&Ok(vec![got.clone()]), &value, EXACT).is_err());
        assert!(outcome(&Ok(vec![got.clone(), got]), &tensors, EXACT).is_err());
        assert!(outcome(&Ok(vec![]), &tensors, EXACT).is_err());
        assert!(outcome(&Err(Error::value("no")), &tensors, EXACT).is_err());
        assert_eq!(outcome(&Err(Error::value("no")), &value, EXACT), Ok(()));
        assert!(outcome(&Err(Error::shape("no")), &value, EXACT).is_err());
    }

    #[test]
    fn a_framework_error_stands_for_no_other() {
        for kind in [
            ErrorKind::Shape,
            ErrorKind::Dtype,
            ErrorKind::Axis,
            ErrorKind::Index,
            ErrorKind::Value,
        ] {
            let error = Err(Error::framework("some", "no"));
            assert!(outcome(&error, &Expect::Error(kind), EXACT).is_err());
        }
        assert!(same_kind(ErrorKind::Axis, ErrorKind::Shape));
        assert!(!same_kind(ErrorKind::Index, ErrorKind::Shape));
    }

    #[test]
    fn random_numbers_are_looked_at() {
        let n = 1000;
        let data: Vec<f64> = (0..n).map(|i| f64::from(i) / f64::from(n)).collect();
        let (got, _) = floats(DType::F64, &[1000], &data);
        let right = Properties {
            dtype: DType::F64,
            shape: vec![1000],
            least: 0.0,
            most: 1.0,
            mean: Some((0.5, 0.01)),
            std: Some((0.2887, 0.01)),
            distinct: 1000,
        };
        assert_eq!(random(&got, &right), Ok(()));
        let wrong = [
            Properties {
                least: 0.5,
                ..right.clone()
            },
            Properties {
                most: 0.5,
                ..right.clone()
            },
            Properties {
                mean: Some((0.6, 0.01)),
                ..right.clone()
            },
            Properties {
                std: Some((0.2, 0.01)),
                ..right.clone()
            },
            Properties {
                distinct: 1001,
                ..right.clone()
            },
            Properties {
                shape: vec![10, 100],
                ..right.clone()
            },
            Properties {
                dtype: DType::F32,
                ..right
            },
        ];
        for properties in wrong {
            assert!(random(&got, &properties).is_err(), "{properties:?}");
        }
    }
}
