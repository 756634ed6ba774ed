//! The data: cases read from JSON.

use std::collections::BTreeMap;
use std::fmt;

use half::{bf16, f16};
use serde_json::{Map, Value};

use crate::dtype::DType;
use crate::element::Element;
use crate::error::ErrorKind;
use crate::num::Num;

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq)]
pub struct DataError(pub String);

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DataError {}

type Read<T> = std::result::Result<T, DataError>;

fn wrong<T>(what: impl Into<String>) -> Read<T> {
    Err(DataError(what.into()))
}

/// A tensor as plain data.
#[derive(Clone, PartialEq)]
pub struct HostTensor {
    /// The element type.
    pub dtype: DType,
    /// Sizes of the axes.
    pub shape: Vec<usize>,
    /// The elements in row-major order, each of the kind of the element type.
    pub data: Vec<Num>,
    /// How the memory holds them.
    pub layout: Layout,
}

/// How the memory holds a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Layout {
    /// The axes in reversed order.
    pub transposed: bool,
    /// Every second element of a longer last axis (of the axes as the memory has them), from this
    /// one on.
    pub strided: Option<usize>,
}

/// Elements that a message shows.
const SHOWN: usize = 32;

impl fmt::Debug for HostTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", self.dtype, self.shape)?;
        if self.layout.transposed {
            f.write_str(" transposed")?;
        }
        if self.layout.strided.is_some() {
            f.write_str(" strided")?;
        }
        let shown: Vec<String> = self
            .data
            .iter()
            .take(SHOWN)
            .map(|n| match n {
                Num::Float(v) => format!("{v:?}"),
                other => other.to_string(),
            })
            .collect();
        let more = if self.data.len() > SHOWN { ", …" } else { "" };
        write!(f, " [{}{more}]", shown.join(", "))
    }
}

/// A number as tensors of this type hold it: rounded, cut, or as a truth value.
pub fn rounded(n: Num, dtype: DType) -> Num {
    match dtype {
        DType::F16 => f16::from_num(n).to_num(),
        DType::BF16 => bf16::from_num(n).to_num(),
        DType::F32 => f32::from_num(n).to_num(),
        DType::I32 => i32::from_num(n).to_num(),
        DType::I64 => i64::from_num(n).to_num(),
        DType::U8 => u8::from_num(n).to_num(),
        DType::Bool => bool::from_num(n).to_num(),
        DType::F64 => f64::from_num(n).to_num(),
    }
}

impl HostTensor {
    /// A tensor whose memory holds the elements in row-major order.
    pub fn new(dtype: DType, shape: Vec<usize>, data: Vec<Num>) -> HostTensor {
        HostTensor {
            dtype,
            shape,
            data,
            layout: Layout::default(),
        }
    }

    /// Reads `{"dtype", "shape", "data", "layout"?}`.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(json: &Value) -> Read<HostTensor> {
        let (dtype, shape) = read_type(json)?;
        let Some(list) = json.get("data").and_then(Value::as_array) else {
            return wrong("no data");
        };
        let data: Vec<Num> = list
            .iter()
            .map(|v| element(v, dtype))
            .collect::<Read<_>>()?;
        if data.len() != crate::shape::size(&shape) {
            return wrong(format!("{} elements for {shape:?}", data.len()));
        }
        let layout = match json.get("layout").and_then(Value::as_str) {
            None => Layout::default(),
            Some("transposed") => Layout {
                transposed: true,
                strided: None,
            },
            Some("strided") => Layout {
                transposed: false,
                strided: Some(0),
            },
            Some(other) => return wrong(format!("unknown layout {other:?}")),
        };
        Ok(HostTensor {
            dtype,
            shape,
            data,
            layout,
        })
    }

    /// The tensor that the memory holds: a plain one, of which [`layout`](HostTensor::layout) makes
    /// this one by a slice and a transpose.
    pub fn base(&self) -> HostTensor {
        let mut base = HostTensor::new(self.dtype, self.shape.clone(), self.data.clone());
        if self.layout.transposed {
            base = base.reversed();
        }
        match (self.layout.strided, base.shape.last_mut()) {
            (Some(first), Some(last)) => {
                let n = *last;
                *last = 2 * n + first;
                let width = *last;
                let rows: usize = self.data.len().checked_div(n).unwrap_or(0);
                // Between the elements stands what no right answer has.
                let filler = rounded(Num::Int(113), self.dtype);
                let mut data = vec![filler; crate::shape::size(&base.shape)];
                for row in 0..rows {
                    for i in 0..n {
                        if let (Some(to), Some(from)) = (
                            data.get_mut(row * width + first + 2 * i),
                            base.data.get(row * n + i),
                        ) {
                            *to = *from;
                        }
                    }
                }
                base.data = data;
                base
            }
            _ => base,
        }
    }

    /// With the axes in reversed order.
    fn reversed(&self) -> HostTensor {
        let shape: Vec<usize> = self.shape.iter().rev().copied().collect();
        let mut data = Vec::with_capacity(self.data.len());
        let mut at = vec![0usize; shape.len()];
        for _ in 0..self.data.len() {
            // The position of this element among those of `self`, whose axes run the other way.
            let place = at
                .iter()
                .zip(&shape)
                .rev()
                .fold(0, |place, (&i, &n)| place * n + i);
            data.extend(self.data.get(place).copied());
            for (i, &n) in at.iter_mut().zip(&shape).rev() {
                *i += 1;
                if *i < n {
                    break;
                }
                *i = 0;
            }
        }
        HostTensor::new(self.dtype, shape, data)
    }
}

fn read_type(json: &Value) -> Read<(DType, Vec<usize>)> {
    let text = json.get("dtype").and_then(Value::as_str);
    let Some(dtype) = text.and_then(DType::from_name) else {
        return wrong(format!("no element type: {text:?}"));
    };
    let sizes = json.get("shape").and_then(Value::as_array);
    let shape: Option<Vec<usize>> = sizes.and_then(|list| {
        let size = |n: &Value| n.as_u64().and_then(|n| usize::try_from(n).ok());
        list.iter().map(size).collect()
    });
    match shape {
        Some(shape) => Ok((dtype, shape)),
        None => wrong("no shape"),
    }
}

/// A float, which may be written as a string.
pub fn float(json: &Value) -> Option<f64> {
    match json {
        Value::String(text) => match text.as_str() {
            "nan" => Some(f64::NAN),
            "inf" => Some(f64::INFINITY),
            "-inf" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        other => other.as_f64(),
    }
}

fn element(json: &Value, dtype: DType) -> Read<Num> {
    let num = match dtype {
        DType::Bool => json.as_bool().map(Num::Bool),
        int if int.is_int() => json.as_i64().map(Num::Int),
        // Floats are the shortest decimals that give the same number: read as f64, then rounded.
        float_type => float(json).map(|v| rounded(Num::Float(v), float_type)),
    };
    num.ok_or_else(|| DataError(format!("{json} is no {dtype}")))
}

/// The right answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Expect {
    /// These results.
    Tensors(Vec<HostTensor>),
    /// A mistake of this kind.
    Error(ErrorKind),
    /// Random numbers with these properties.
    Random(Properties),
}

/// Properties of random numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Properties {
    /// The element type.
    pub dtype: DType,
    /// Sizes of the axes.
    pub shape: Vec<usize>,
    /// No number is below.
    pub least: f64,
    /// No number is above.
    pub most: f64,
    /// The mean, and how far it may be off.
    pub mean: Option<(f64, f64)>,
    /// The standard deviation, and how far it may be off.
    pub std: Option<(f64, f64)>,
    /// So many different numbers.
    pub distinct: usize,
}

/// How close a result must come.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Tolerance {
    /// Relative to the right answer.
    pub relative: f64,
    /// Absolute.
    pub absolute: f64,
    /// Do the signs of zeros count?
    pub signed_zero: bool,
}

/// A case.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name.
    pub id: String,
    /// The operation, by the name of the data.
    pub op: String,
    /// Host arguments.
    pub args: Map<String, Value>,
    /// Tensors.
    pub inputs: Vec<HostTensor>,
    /// The right answer.
    pub expect: Expect,
    /// How close a result must come.
    pub tolerance: Tolerance,
    /// Frameworks that come less close, with their relative error.
    pub loose: BTreeMap<String, f64>,
}

impl Case {
    fn read(json: &Value, answer: &str) -> Read<Case> {
        let text = |key: &str| match json.get(key).and_then(Value::as_str) {
            Some(text) => Ok(text.to_owned()),
            None => wrong(format!("no {key:?}")),
        };
        let id = text("id")?;
        Case::parts(json, answer, id.clone(), text("op")?)
            .map_err(|DataError(why)| DataError(format!("{id}: {why}")))
    }

    fn parts(json: &Value, answer: &str, id: String, op: String) -> Read<Case> {
        let number = |key: &str| json.get(key).and_then(Value::as_f64).unwrap_or(0.0);
        let inputs = json.get("inputs").and_then(Value::as_array);
        let Some(expect) = json.get(answer) else {
            return wrong(format!("no {answer:?}"));
        };
        Ok(Case {
            args: json
                .get("args")
                .and_then(Value::as_object)
                .cloned()
                .unwrap_or_default(),
            inputs: inputs
                .into_iter()
                .flatten()
                .map(HostTensor::read)
                .collect::<Read<_>>()?,
            expect: read_expect(expect)?,
            tolerance: Tolerance {
                relative: number("rtol"),
                absolute: number("atol"),
                signed_zero: json.get("signed_zero") == Some(&Value::Bool(true)),
            },
            loose: json
                .get("loose")
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
                .filter_map(|(who, error)| Some((who.clone(), error.as_f64()?)))
                .collect(),
            id,
            op,
        })
    }
}

fn read_expect(json: &Value) -> Read<Expect> {
    if let Some(list) = json.as_array() {
        let tensors = list.iter().map(HostTensor::read).collect::<Read<_>>()?;
        return Ok(Expect::Tensors(tensors));
    }
    if let Some(kind) = json.get("error") {
        return match kind.as_str() {
            Some("shape") => Ok(Expect::Error(ErrorKind::Shape)),
            Some("dtype") => Ok(Expect::Error(ErrorKind::Dtype)),
            Some("axis") => Ok(Expect::Error(ErrorKind::Axis)),
            Some("index") => Ok(Expect::Error(ErrorKind::Index)),
            Some("value") => Ok(Expect::Error(ErrorKind::Value)),
            _ => wrong(format!("unknown kind of error {kind}")),
        };
    }
    if json.get("data").is_some() {
        return Ok(Expect::Tensors(vec![HostTensor::read(json)?]));
    }
    let (dtype, shape) = read_type(json)?;
    let number = |key: &str| json.get(key).and_then(Value::as_f64);
    let both = |key: &str, tolerance: &str| Some((number(key)?, number(tolerance)?));
    Ok(Expect::Random(Properties {
        dtype,
        shape,
        least: number("min_ge").unwrap_or(f64::NEG_INFINITY),
        most: number("max_le").unwrap_or(f64::INFINITY),
        mean: both("mean", "mean_tol"),
        std: both("std", "std_tol"),
        distinct: number("distinct_at_least").map_or(0, |n| n as usize),
    }))
}

/// The cases of a file, in order.
///
/// In a file of divergences (cases on which the frameworks differ) the proposed answer is the right
/// one, and entries that only show a difference whose case stands in the op's own file are left out.
///
/// # Errors
/// If the text is no such file.
pub fn cases(text: &str) -> Read<Vec<Case>> {
    let json: Value = serde_json::from_str(text).map_err(|e| DataError(e.to_string()))?;
    let Some(list) = json.get("cases").and_then(Value::as_array) else {
        return wrong("no \"cases\"");
    };
    list.iter()
        .filter(|case| case.get("also_in").is_none())
        .map(|case| {
            let answer = if case.get("choose").is_some() {
                "choose"
            } else {
                "expect"
            };
            Case::read(case, answer)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(json: &str) -> Read<HostTensor> {
        HostTensor::read(&serde_json::from_str(json).unwrap_or_default())
    }

    #[test]
    fn numbers_are_read_as_their_type_has_them() {
        let x =
            tensor(r#"{"dtype": "f32", "shape": [4], "data": [0.1, "nan", "-inf", -0.0]}"#).ok();
        let data = x.map(|x| x.data).unwrap_or_default();
        assert_eq!(data.first(), Some(&Num::Float(f64::from(0.1f32))));
        assert!(matches!(data.get(1), Some(Num::Float(v)) if v.is_nan()));
        assert_eq!(data.get(2), Some(&Num::Float(f64::NEG_INFINITY)));
        assert!(matches!(data.get(3), Some(Num::Float(v)) if *v == 0.0 && v.is_sign_negative()));

        let x = tensor(r#"{"dtype": "f16", "shape": [3], "data": [0.1, 65504.0, 6e-8]}"#);
        let f16s = [0.0999755859375, 65504.0, f64::exp2(-24.0)].map(Num::Float);
        assert_eq!(x.map(|x| x.data), Ok(f16s.to_vec()));
        let x = tensor(r#"{"dtype": "bf16", "shape": [2], "data": [0.1, 1e38]}"#);
        let data = x.map(|x| x.data).unwrap_or_default();
        assert_eq!(data.first(), Some(&Num::Float(0.10009765625)));
        assert!(matches!(data.get(1), Some(Num::Float(v)) if (v / 1e38 - 1.0).abs() < 0.004));

        let x = tensor(r#"{"dtype": "i64", "shape": [], "data": [-9223372036854775808]}"#);
        assert_eq!(x.map(|x| x.data), Ok(vec![Num::Int(i64::MIN)]));
        let x = tensor(r#"{"dtype": "bool", "shape": [1], "data": [true]}"#);
        assert_eq!(x.map(|x| x.data), Ok(vec![Num::Bool(true)]));
    }

    #[test]
    fn floats_are_read_to_the_last_bit() {
        // The quick reading of decimals is off by one here.
        let text = "3.5844466002796428e+298";
        let json: Value = serde_json::from_str(text).unwrap_or_default();
        assert_eq!(float(&json), text.parse().ok());
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(tensor(r#"{"dtype": "f32", "shape": [2], "data": [1.0]}"#).is_err());
        assert!(tensor(r#"{"dtype": "i32", "shape": [1], "data": [1.5]}"#).is_err());
        assert!(tensor(r#"{"dtype": "f99", "shape": [1], "data": [1.5]}"#).is_err());
        assert!(tensor(r#"{"dtype": "f32", "shape": [1], "data": ["one"]}"#).is_err());
        assert!(
            tensor(r#"{"dtype": "f32", "shape": [1], "data": [1.0], "layout": "heap"}"#).is_err()
        );
        assert!(cases("{}").is_err());
    }

    #[test]
    fn layouts_hold_the_same_elements() {
        let data: Vec<Num> = (0..6).map(Num::Int).collect();
        let mut x = HostTensor::new(DType::I32, vec![2, 3], data);
        x.layout = Layout {
            transposed: true,
            strided: None,
        };
        let ints = |list: &[i64]| -> Vec<Num> { list.iter().copied().map(Num::Int).collect() };
        let base = x.base();
        assert_eq!(base.shape, [3, 2]);
        assert_eq!(base.data, ints(&[0, 3, 1, 4, 2, 5]));

        x.layout = Layout {
            transposed: false,
            strided: Some(1),
        };
        let base = x.base();
        assert_eq!(base.shape, [2, 7]);
        let f = 113;
        assert_eq!(base.data, ints(&[f, 0, f, 1, f, 2, f, f, 3, f, 4, f, 5, f]));

        x.layout = Layout {
            transposed: true,
            strided: Some(1),
        };
        let base = x.base();
        assert_eq!(base.shape, [3, 5]);
        assert_eq!(
            base.data,
            ints(&[f, 0, f, 3, f, f, 1, f, 4, f, f, 2, f, 5, f])
        );
    }

    #[test]
    fn a_case_is_read_whole() {
        let text = r#"{"cases": [
            {"id": "a", "op": "topk", "args": {"k": 1}, "inputs": [], "rtol": 0.5, "atol": 0.25, "signed_zero": true,
             "loose": {"torch": 1e-3},
             "expect": [{"dtype": "f32", "shape": [], "data": [1.0]}, {"dtype": "i64", "shape": [], "data": [0]}]},
            {"id": "b", "op": "add", "inputs": [], "choose": {"error": "shape"}},
            {"id": "c", "op": "add", "inputs": [], "choose": {"error": "shape"}, "also_in": "add.json"},
            {"id": "d", "op": "uniform", "args": {}, "inputs": [],
             "expect": {"dtype": "f32", "shape": [5], "min_ge": 0.0, "max_le": 1.0, "mean": 0.5, "mean_tol": 0.1}}
        ]}"#;
        let list = cases(text).unwrap_or_default();
        let ids: Vec<&str> = list.iter().map(|c| c.id.as_str()).collect();
        assert_eq!(ids, ["a", "b", "d"]);
        let [a, b, d] = list.as_slice() else { return };
        assert!(matches!(&a.expect, Expect::Tensors(list) if list.len() == 2));
        assert_eq!(
            a.tolerance,
            Tolerance {
                relative: 0.5,
                absolute: 0.25,
                signed_zero: true
            }
        );
        assert_eq!(a.loose.get("torch"), Some(&1e-3));
        assert_eq!(b.expect, Expect::Error(ErrorKind::Shape));
        let Expect::Random(random) = &d.expect else {
            return assert_eq!(d.id, "random numbers");
        };
        assert_eq!((random.least, random.most), (0.0, 1.0));
        assert_eq!((random.mean, random.std), (Some((0.5, 0.1)), None));
    }
}
