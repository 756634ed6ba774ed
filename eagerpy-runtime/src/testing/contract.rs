//! Where the vocabulary's answer is another than the data's: one rule each, with its reason.
//!
//! The data holds NumPy's answer where frameworks differ; most of these cases it calls undefined
//! itself. The rules below are the vocabulary's own, the same on every backend.

use super::data::{Case, Expect, HostTensor, rounded};
use crate::dtype::DType;
use crate::error::ErrorKind;
use crate::num::Num;
use crate::ops::{Class, Family, Kind, OpInfo, ShapeRule};

/// A rule of the vocabulary.
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// Why the answer is another.
    pub reason: &'static str,
    /// The answer, for a case under the rule.
    pub answer: fn(&Case, &OpInfo) -> Option<Expect>,
}

/// The rules.
pub const RULES: &[Rule] = &[
    Rule {
        name: "int divided by 0",
        reason: "frameworks give 0, -1, -2, or crash: it is an error",
        answer: divided_by_zero,
    },
    Rule {
        name: "float to int saturates",
        reason: "undefined in C and the Array API; Rust's `as` defines it: NaN is 0, the rest is cut to the range",
        answer: saturated,
    },
    Rule {
        name: "floats only",
        reason: "the vocabulary refuses ints in float functions when it compiles, rather than choose a float type",
        answer: floats_only,
    },
    Rule {
        name: "index tensors hold 0..n",
        reason: "host positions count from the end when negative, positions in a tensor do not: a wrong index must not pass as a right one",
        answer: negative_index,
    },
    Rule {
        name: "a fraction is no int",
        reason: "NumPy cuts a fraction that is written to ints; a number is never changed to fit",
        answer: fraction_to_ints,
    },
    Rule {
        name: "a scalar has no axis",
        reason: "NumPy sorts and scans a scalar as a vector of one; every other op of an axis refuses it",
        answer: scalar_axis,
    },
    Rule {
        name: "differences of numbers",
        reason: "NumPy's `diff` of truth values is an exclusive or, where its subtraction refuses them: `^` says which is meant",
        answer: difference_of_masks,
    },
    Rule {
        name: "reflect needs n - 1",
        reason: "NumPy goes on reflecting its own reflection, PyTorch refuses it: a padding as long as the axis is most likely a mistake",
        answer: long_reflection,
    },
];

/// The vocabulary's answer, where it is another than the data's.
pub fn answer(case: &Case, op: &OpInfo) -> Option<Expect> {
    RULES.iter().find_map(|rule| (rule.answer)(case, op))
}

fn divided_by_zero(case: &Case, op: &OpInfo) -> Option<Expect> {
    let divides = matches!(op.name, "floor_divide" | "remainder" | "fmod");
    let [x, y] = case.inputs.as_slice() else {
        return None;
    };
    let zero = y.dtype.is_int() && y.data.contains(&Num::Int(0));
    (divides && zero && x.dtype == y.dtype).then_some(Expect::Error(ErrorKind::Value))
}

fn saturated(case: &Case, op: &OpInfo) -> Option<Expect> {
    let Expect::Tensors(list) = &case.expect else {
        return None;
    };
    let ([x], [expect]) = (case.inputs.as_slice(), list.as_slice()) else {
        return None;
    };
    let (low, high) = match expect.dtype {
        DType::I32 => (f64::from(i32::MIN), f64::from(i32::MAX)),
        // 2^63 - 1 is no float; 2^63 is.
        DType::I64 => (-9_223_372_036_854_775_808.0, 9_223_372_036_854_774_784.0),
        DType::U8 => (0.0, 255.0),
        _ => return None,
    };
    let fits = |n: &Num| (low..=high).contains(&n.to_f64().trunc());
    if op.name != "astype" || !x.dtype.is_float() || x.data.iter().all(fits) {
        return None;
    }
    let data = x.data.iter().map(|&n| rounded(n, expect.dtype)).collect();
    Some(Expect::Tensors(vec![HostTensor::new(
        expect.dtype,
        expect.shape.clone(),
        data,
    )]))
}

fn floats_only(case: &Case, op: &OpInfo) -> Option<Expect> {
    let elementwise = op.family == Family::Unary && op.class == Class::Float;
    let float = case.inputs.first().is_some_and(|x| x.dtype.is_float());
    (elementwise && !float).then_some(Expect::Error(ErrorKind::Dtype))
}

fn negative_index(case: &Case, op: &OpInfo) -> Option<Expect> {
    if op.name == "bincount" {
        // What is counted is no index.
        return None;
    }
    let indices: Vec<&HostTensor> = match op.params.iter().position(|p| p.kind == Kind::Index) {
        Some(number) => case.inputs.iter().skip(number).take(1).collect(),
        None => index_tensors(case).collect(),
    };
    // A label that a loss leaves out is no position.
    let ignored = case
        .args
        .get("ignore_index")
        .and_then(|label| label.as_i64());
    let negative = |n: &Num| matches!(n, Num::Int(n) if *n < 0 && Some(*n) != ignored);
    indices
        .iter()
        .any(|t| t.dtype.is_int() && t.data.iter().any(negative))
        .then_some(Expect::Error(ErrorKind::Index))
}

/// The tensors inside `x[…]`.
fn index_tensors(case: &Case) -> impl Iterator<Item = &HostTensor> {
    let items = case.args.get("index").and_then(|index| index.as_array());
    let numbers = items.into_iter().flatten().filter_map(|item| {
        let number = item.get("input")?.as_u64()?;
        usize::try_from(number).ok()
    });
    numbers.filter_map(|number| case.inputs.get(number))
}

fn fraction_to_ints(case: &Case, op: &OpInfo) -> Option<Expect> {
    let ints = case.inputs.first().is_some_and(|x| x.dtype.is_int());
    let fraction = case.args.get("values").is_some_and(|v| v.is_f64());
    (op.shape == ShapeRule::IndexUpdate && ints && fraction)
        .then_some(Expect::Error(ErrorKind::Dtype))
}

fn scalar_axis(case: &Case, op: &OpInfo) -> Option<Expect> {
    let scalar = case.inputs.first().is_some_and(|x| x.shape.is_empty());
    let along = matches!(op.name, "sort" | "argsort" | "topk" | "diff")
        || op.shape == ShapeRule::Scan && case.args.get("axis").is_some_and(|axis| axis.is_i64());
    (along && scalar).then_some(Expect::Error(ErrorKind::Axis))
}

fn long_reflection(case: &Case, op: &OpInfo) -> Option<Expect> {
    if op.name != "pad" || case.args.get("mode")?.as_str()? != "reflect" {
        return None;
    }
    let pairs = case.args.get("paddings")?.as_array()?;
    let sizes = &case.inputs.first()?.shape;
    let long = pairs.iter().zip(sizes).any(|(pair, &n)| {
        let mut counts = pair.as_array().into_iter().flatten();
        counts.any(|count| {
            count
                .as_u64()
                .is_some_and(|count| count > 0 && count >= n as u64)
        })
    });
    (pairs.len() == sizes.len() && long).then_some(Expect::Error(ErrorKind::Shape))
}

fn difference_of_masks(case: &Case, op: &OpInfo) -> Option<Expect> {
    let masks = case.inputs.iter().any(|x| x.dtype == DType::Bool);
    (op.name == "diff" && masks).then_some(Expect::Error(ErrorKind::Dtype))
}

#[cfg(test)]
mod tests {
    use super::super::data::cases;
    use super::*;

    /// Is the answer to the case another, and by a rule that may be named?
    fn under_rule(text: &str) -> Option<Expect> {
        let list = cases(&format!(r#"{{"cases": [{text}]}}"#)).unwrap_or_default();
        let case = list.first()?;
        answer(case, OpInfo::find(&case.op)?)
    }

    #[test]
    fn casts_out_of_range_saturate() {
        let case = |data: &str| {
            format!(
                r#"{{"id": "a", "op": "astype", "args": {{"dtype": "u8"}}, "inputs": [{{"dtype": "f32", "shape": [3], "data": {data}}}],
                    "expect": {{"dtype": "u8", "shape": [3], "data": [1, 1, 1]}}}}"#
            )
        };
        let Some(Expect::Tensors(list)) = under_rule(&case(r#"["nan", 300.0, -1.0]"#)) else {
            return assert_eq!("no rule", "a rule");
        };
        let data = list.first().map(|t| t.data.clone());
        assert_eq!(data, Some(vec![Num::Int(0), Num::Int(255), Num::Int(0)]));
        assert_eq!(under_rule(&case("[255.9, 0.0, -0.5]")), None);
    }

    #[test]
    fn other_cases_keep_their_answers() {
        let case = |y: &str| {
            format!(
                r#"{{"id": "a", "op": "floor_divide", "inputs": [{{"dtype": "i32", "shape": [1], "data": [1]}},
                    {{"dtype": "i32", "shape": [1], "data": [{y}]}}], "expect": {{"error": "shape"}}}}"#
            )
        };
        assert_eq!(
            under_rule(&case("0")),
            Some(Expect::Error(ErrorKind::Value))
        );
        assert_eq!(under_rule(&case("2")), None);
    }
}
