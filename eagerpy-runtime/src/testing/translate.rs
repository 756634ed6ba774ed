//! From a case of the data to a call of the vocabulary.
//!
//! The data has EagerPy's and NumPy's calls; the vocabulary has no silent promotion, knows sizes
//! as unsigned, and has `s![…]`'s ranges. So a case is rewritten as its user has to write it, in these ways:
//!
//! - Names: `where` is `where_`, `norms_lp` is `lp` (and so on), operations on bits are those of
//!   logic where the tensors are masks, as the compiler takes them, aliases are those of
//!   the table.
//! - `unique` is `unique_inverse`, `unique_counts` or `unique_all`, by what is asked for.
//! - `axes` last axes of `layer_norm` are the list of them.
//! - Tensors that may be left out are taken in order, but for those that the arguments have as `null`.
//! - Element types that differ: each tensor is cast to NumPy's result type first (`f32` with `f64` is `f64`, an int with
//!   a float scalar is `f64`, ints under a true division are `f64`). The case without the casts must be refused, which
//!   [`run`](mod@super::run) checks.
//! - `squeeze` of no axis: the list of all axes of size 1.
//! - `where` with two numbers: the first becomes a scalar tensor of the expected type.
//! - Ranges: `x[4:1:-1]` takes the range first and walks it then, `s![2..5;-1]`.
//! - Lists and Python ranges as indices: `i64` tensors, with negative positions counted from the end by the host.
//!
//! - Factors that are not unique: the case has what is ([`seen`](super::seen)).
//!
//! What the vocabulary has no words for is skipped, by the name in [`Translated::Skip`].

use serde_json::Value;

use super::call::{Arg, Call, Item};
use super::contract;
use super::data::{Case, Expect, HostTensor, float};
use crate::dtype::DType;
use crate::num::Num;
use crate::ops::{Class, Default, Family, Kind, OpInfo, Param};

/// The seed of random numbers.
pub const SEED: u64 = 20_260_101;

/// A tensor for a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// The tensor.
    pub tensor: HostTensor,
    /// The type that the user casts it to first.
    pub cast: Option<DType>,
}

/// A call and what it must give.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The call.
    pub call: Call,
    /// Its tensors.
    pub inputs: Vec<Input>,
    /// The right answer.
    pub expect: Expect,
}

/// What becomes of a case.
#[derive(Clone, Debug)]
pub enum Translated {
    /// This call.
    Run(Box<Planned>),
    /// Nothing: the vocabulary has no words for it.
    Skip(String),
    /// Nothing: the case is not what its op's description says.
    Broken(String),
}

fn table_name(case: &Case) -> &str {
    let masks = !case.inputs.is_empty() && case.inputs.iter().all(|t| t.dtype == DType::Bool);
    let wants = |key: &str| case.args.get(key).and_then(Value::as_bool) == Some(true);
    match case.op.as_str() {
        "where" => "where_",
        "float16" | "bfloat16" => "astype",
        "bitwise_and" if masks => "logical_and",
        "bitwise_or" if masks => "logical_or",
        "bitwise_xor" if masks => "logical_xor",
        "bitwise_not" if masks => "logical_not",
        "unique" => match (wants("return_inverse"), wants("return_counts")) {
            (false, false) => "unique",
            (true, false) => "unique_inverse",
            (false, true) => "unique_counts",
            (true, true) => "unique_all",
        },
        "qr_abs_r" => "qr",
        "norm" => "lp",
        other => other.strip_prefix("norms_").unwrap_or(other),
    }
}

/// The call for a case.
pub fn translate(case: &Case) -> Translated {
    let Some(op) = OpInfo::find(table_name(case)) else {
        return Translated::Skip(case.op.clone());
    };
    match plan(case, op) {
        Ok(planned) => Translated::Run(Box::new(planned)),
        Err(why) => Translated::Broken(why),
    }
}

fn plan(case: &Case, op: &'static OpInfo) -> Result<Planned, String> {
    let mut expect = contract::answer(case, op).unwrap_or_else(|| case.expect.clone());
    if op.name == "unique_all" {
        add_first(&mut expect);
    }
    let mut inputs: Vec<Input> = Vec::new();
    let mut tensors = case.inputs.iter();
    let mut take = |inputs: &mut Vec<Input>| {
        let tensor = tensors.next().cloned()?;
        inputs.push(Input { tensor, cast: None });
        Some(Arg::Input(inputs.len() - 1))
    };
    let mut args = Vec::with_capacity(op.params.len());
    let mut operand = 0;
    for param in op.params {
        let arg = match param.kind {
            Kind::Tensor | Kind::Mask | Kind::Index => {
                take(&mut inputs).ok_or("too few tensors")?
            }
            // Its number says which of the tensors of the index it follows.
            Kind::OptTensor | Kind::OptMask if case.args.get(param.name) == Some(&Value::Null) => {
                Arg::None
            }
            Kind::OptTensor | Kind::OptMask => take(&mut inputs).unwrap_or(Arg::None),
            Kind::Operand if matches!(op.name, "index_update" | "index_accumulate") => {
                let json = case.args.get("values").ok_or("no `values`")?;
                match json.get("input").and_then(Value::as_u64) {
                    Some(number) => Arg::Input(usize::try_from(number).map_err(|e| e.to_string())?),
                    None => host(json, param)?,
                }
            }
            Kind::Operand | Kind::OptOperand => {
                let role = match (op.name, op.family, operand) {
                    ("where_", ..) => param.name,
                    (_, Family::Arith | Family::Compare | Family::Logic, 0) => "lhs",
                    (_, Family::Arith | Family::Compare | Family::Logic, _) => "rhs",
                    _ => param.name,
                };
                operand += 1;
                match case.args.get(role) {
                    Some(json) => match json.get("input").and_then(Value::as_u64) {
                        Some(number) => {
                            while inputs.len() as u64 <= number {
                                take(&mut inputs).ok_or("too few tensors")?;
                            }
                            Arg::Input(usize::try_from(number).map_err(|e| e.to_string())?)
                        }
                        None => host(json, param)?,
                    },
                    None if param.default == Default::None => Arg::None,
                    None => take(&mut inputs).ok_or("too few tensors")?,
                }
            }
            Kind::Tensors | Kind::Rest => {
                let mut list = Vec::new();
                while let Some(Arg::Input(number)) = take(&mut inputs) {
                    list.push(number);
                }
                Arg::Inputs(list)
            }
            Kind::IndexList => {
                while take(&mut inputs).is_some() {}
                Arg::Index(items(case, &mut inputs)?)
            }
            Kind::DType => Arg::DType(dtype(case, &expect)?),
            Kind::Seed => Arg::Num(Num::Int(SEED.cast_signed())),
            _ => argument(case, op, param)?,
        };
        args.push(arg);
    }
    let mut call = Call { op, args };
    if op.name == "where_" {
        number_to_tensor(&mut call, &mut inputs, &expect);
    }
    if matches!(expect, Expect::Tensors(_)) {
        cast(&call, &mut inputs);
    }
    Ok(Planned {
        call,
        inputs,
        expect,
    })
}

/// NumPy's `unique` gives the elements, the positions among them, and the counts; `unique_all` also where each
/// comes first, which the positions say.
fn add_first(expect: &mut Expect) {
    let Expect::Tensors(list) = expect else {
        return;
    };
    let [values, inverse, _] = list.as_slice() else {
        return;
    };
    let first = (0..values.data.len() as i64).filter_map(|k| {
        let at = inverse.data.iter().position(|&n| n == Num::Int(k))?;
        i64::try_from(at).ok().map(Num::Int)
    });
    let first = HostTensor::new(DType::I64, values.shape.clone(), first.collect());
    list.insert(1, first);
}

/// The element type that a new tensor gets.
fn dtype(case: &Case, expect: &Expect) -> Result<DType, String> {
    match case.op.as_str() {
        "float16" => return Ok(DType::F16),
        "bfloat16" => return Ok(DType::BF16),
        _ => {}
    }
    if let Some(name) = case.args.get("dtype").and_then(Value::as_str) {
        return DType::from_name(name).ok_or_else(|| format!("no element type {name:?}"));
    }
    Ok(match (expect, case.inputs.first()) {
        (Expect::Tensors(list), _) if !list.is_empty() => {
            list.first().map_or(DType::F32, |t| t.dtype)
        }
        (Expect::Random(properties), _) => properties.dtype,
        (_, Some(like)) => like.dtype,
        _ => DType::F32,
    })
}

/// A host argument of the case, or the default.
fn argument(case: &Case, op: &OpInfo, param: &Param) -> Result<Arg, String> {
    let name = match (op.name, param.name) {
        (_, "correction") => "ddof",
        ("full_like", "value") => "fill_value",
        ("normal", "std") => "stddev",
        ("lp", "p") if case.op == "norm" => "ord",
        (_, name) => name,
    };
    let given = case.args.get(name);
    if op.name == "squeeze" && given == Some(&Value::Null) {
        let sizes = case
            .inputs
            .first()
            .map(|t| t.shape.as_slice())
            .unwrap_or_default();
        return Ok(Arg::Ints(
            (0..)
                .zip(sizes)
                .filter(|&(_, &n)| n == 1)
                .map(|(axis, _)| axis)
                .collect(),
        ));
    }
    // The number of last axes.
    if op.name == "layer_norm"
        && name == "axis"
        && let Some(count) = case.args.get("axes").and_then(Value::as_i64)
    {
        return Ok(Arg::Ints((-count..0).collect()));
    }
    match given {
        // The Euclidean norm of a matrix is that of its elements.
        Some(Value::String(word)) if word == "fro" && param.kind != Kind::Text => {
            Ok(Arg::Num(Num::Int(2)))
        }
        Some(json) if !(json.is_null() && param.default != Default::None) => host(json, param),
        _ => match param.default {
            Default::Required => Err(format!("no `{name}`")),
            Default::None => Ok(Arg::None),
            Default::Int(n) => Ok(Arg::Num(Num::Int(n))),
            Default::Float(v) => Ok(Arg::Num(Num::Float(v))),
            Default::Bool(b) => Ok(Arg::Num(Num::Bool(b))),
            Default::Text(text) => Ok(Arg::Text(text.to_owned())),
        },
    }
}

fn host(json: &Value, param: &Param) -> Result<Arg, String> {
    let wrong = || format!("{json} for `{}`", param.name);
    match json {
        Value::Null => Ok(Arg::None),
        Value::Bool(flag) => Ok(Arg::Num(Num::Bool(*flag))),
        // The order of a norm.
        Value::Number(number) if param.kind == Kind::Text => Ok(Arg::Text(number.to_string())),
        Value::Number(number) => match number.as_i64() {
            Some(n) => Ok(Arg::Num(Num::Int(n))),
            None => number
                .as_f64()
                .map(|v| Arg::Num(Num::Float(v)))
                .ok_or_else(wrong),
        },
        Value::String(text) if param.kind == Kind::Text => Ok(Arg::Text(text.clone())),
        Value::String(_) => float(json)
            .map(|v| Arg::Num(Num::Float(v)))
            .ok_or_else(wrong),
        Value::Array(list) if param.kind == Kind::Pads => list
            .iter()
            .map(|pair| match pair.as_array().map(Vec::as_slice) {
                Some([before, after]) => Some((before.as_i64()?, after.as_i64()?)),
                _ => None,
            })
            .collect::<Option<_>>()
            .map(Arg::Pads)
            .ok_or_else(wrong),
        Value::Array(list) if param.kind == Kind::Nums => list
            .iter()
            .map(|element| match (element.as_bool(), element.as_i64()) {
                (Some(flag), _) => Some(Num::Bool(flag)),
                (_, Some(n)) => Some(Num::Int(n)),
                _ => float(element).map(Num::Float),
            })
            .collect::<Option<_>>()
            .map(Arg::Nums)
            .ok_or_else(wrong),
        Value::Array(list) => list
            .iter()
            .map(Value::as_i64)
            .collect::<Option<_>>()
            .map(Arg::Ints)
            .ok_or_else(wrong),
        Value::Object(_) => Err(wrong()),
    }
}

fn scalar(dtype: DType, n: Num) -> Input {
    let data = vec![super::data::rounded(n, dtype)];
    Input {
        tensor: HostTensor::new(dtype, Vec::new(), data),
        cast: None,
    }
}

fn number_to_tensor(call: &mut Call, inputs: &mut Vec<Input>, expect: &Expect) {
    let Expect::Tensors(list) = expect else {
        return;
    };
    if let ([_, first @ Arg::Num(_), Arg::Num(_)], Some(like)) =
        (call.args.as_mut_slice(), list.first())
        && let Arg::Num(n) = *first
    {
        inputs.push(scalar(like.dtype, n));
        *first = Arg::Input(inputs.len() - 1);
    }
}

/// The smallest type that holds both, by NumPy's rule.
fn promoted(a: DType, b: DType) -> DType {
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    match (low, high) {
        _ if low == high => low,
        (DType::F16, DType::BF16) => DType::F32,
        (DType::F16 | DType::BF16, DType::F32 | DType::F64) => high,
        (DType::F32, DType::F64) => DType::F64,
        (DType::F16 | DType::BF16 | DType::F32, DType::I32 | DType::I64) => DType::F64,
        (float, _) if float.is_float() => float,
        (DType::I32, DType::I64) => DType::I64,
        // What is left: ints and masks, of which the first in the order is the widest.
        _ => low,
    }
}

/// Where an op takes several values of one type, casts them to NumPy's result type.
fn cast(call: &Call, inputs: &mut [Input]) {
    let op = call.op;
    let mixes = matches!(op.family, Family::Arith | Family::Compare)
        || matches!(
            op.name,
            "clip"
                | "clamp_min"
                | "clamp_max"
                | "where_"
                | "concatenate"
                | "stack"
                | "matmul"
                | "dot"
                | "outer"
        );
    if !mixes {
        return;
    }
    let mut numbers: Vec<usize> = Vec::new();
    let mut scalars: Vec<Num> = Vec::new();
    for (arg, param) in call.args.iter().zip(op.params) {
        match (arg, param.kind) {
            (Arg::Input(number), Kind::Tensor | Kind::Operand | Kind::OptOperand) => {
                numbers.push(*number);
            }
            (Arg::Inputs(list), _) => numbers.extend(list),
            (Arg::Num(n), Kind::Operand | Kind::OptOperand | Kind::OptNum) => scalars.push(*n),
            _ => {}
        }
    }
    let types = numbers
        .iter()
        .filter_map(|&n| inputs.get(n))
        .map(|i| i.tensor.dtype);
    let Some(mut common) = types.reduce(promoted) else {
        return;
    };
    let fraction = scalars.iter().any(|n| matches!(n, Num::Float(_)));
    let int = scalars.iter().any(|n| matches!(n, Num::Int(_)));
    if !common.is_float() && (fraction || op.class == Class::Float) {
        common = DType::F64;
    } else if common == DType::Bool && int {
        common = DType::I64;
    }
    for number in numbers {
        if let Some(input) = inputs.get_mut(number)
            && input.tensor.dtype != common
        {
            input.cast = Some(common);
        }
    }
}

/// The index items; lists become tensors at the end of `inputs`.
fn items(case: &Case, inputs: &mut Vec<Input>) -> Result<Vec<Item>, String> {
    let list = case.args.get("index").and_then(Value::as_array);
    let list = list.ok_or("no `index`")?;
    let sizes = case
        .inputs
        .first()
        .map(|t| t.shape.clone())
        .unwrap_or_default();
    let full = |item: &&Value| !matches!(item.as_str(), Some("ellipsis" | "newaxis"));
    let rest = sizes.len().saturating_sub(list.iter().filter(full).count());
    let mut axis = 0;
    let mut out = Vec::with_capacity(list.len());
    for item in list {
        let size = sizes.get(axis).copied().unwrap_or(0);
        let size = i64::try_from(size).unwrap_or(i64::MAX);
        match item.as_str() {
            Some("newaxis") => {
                out.push(Item::NewAxis);
                continue;
            }
            Some("ellipsis") => {
                out.push(Item::Ellipsis);
                axis += rest;
                continue;
            }
            _ => axis += 1,
        }
        let bad = || format!("index item {item}");
        let int = |v: &Value| v.as_i64();
        if let Some(n) = item.as_i64() {
            out.push(Item::At(n));
        } else if let Some(parts) = item.get("slice").and_then(Value::as_array) {
            let [start, stop, step] = parts.as_slice() else {
                return Err(bad());
            };
            out.push(range(int(start), int(stop), int(step).unwrap_or(1), size));
        } else if let Some(number) = item.get("input").and_then(Value::as_u64) {
            let number = usize::try_from(number).map_err(|_| bad())?;
            let tensor = &case.inputs.get(number).ok_or_else(bad)?;
            if tensor.dtype == DType::Bool {
                axis += tensor.shape.len().saturating_sub(1);
                out.push(Item::Mask(number));
            } else {
                out.push(Item::Input(number));
            }
        } else {
            let positions: Option<Vec<i64>> = match (item.get("list"), item.get("range")) {
                (Some(Value::Array(list)), _) => list.iter().map(int).collect(),
                (_, Some(Value::Array(parts))) => match parts.as_slice() {
                    [start, stop, step] => python_range(int(start), int(stop), int(step)),
                    _ => None,
                },
                _ => None,
            };
            let data: Vec<Num> = positions
                .ok_or_else(bad)?
                .into_iter()
                .map(|n| Num::Int(if n < 0 { n + size } else { n }))
                .collect();
            let tensor = HostTensor::new(DType::I64, vec![data.len()], data);
            inputs.push(Input { tensor, cast: None });
            out.push(Item::Input(inputs.len() - 1));
        }
    }
    Ok(out)
}

fn python_range(start: Option<i64>, stop: Option<i64>, step: Option<i64>) -> Option<Vec<i64>> {
    let (start, stop) = (start?, stop?);
    let step = usize::try_from(step.unwrap_or(1)).ok().filter(|&n| n > 0)?;
    Some((start..stop).step_by(step).collect())
}

/// A Python slice as a range that is walked by its step.
///
/// Downwards Python names the first position and the one behind the last; the range
/// is from the last to the first, whose ends are one further up.
fn range(start: Option<i64>, stop: Option<i64>, step: i64, size: i64) -> Item {
    if step >= 0 {
        return Item::Range(start, stop, step);
    }
    let counted = |n: i64| (if n < 0 { n + size } else { n }).clamp(-1, size - 1);
    let first = start.map_or(size - 1, counted);
    let behind = stop.map_or(-1, counted);
    if first <= behind {
        return Item::Range(Some(0), Some(0), step);
    }
    Item::Range(Some(behind + 1), Some(first + 1), step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cut;

    /// The positions that Python's `range(*slice(start, stop, step).indices(size))` has.
    fn python(start: Option<i64>, stop: Option<i64>, step: i64, size: i64) -> Vec<i64> {
        let mut at = Vec::new();
        let wrap =
            |n: i64, low: i64, high: i64| (if n < 0 { n + size } else { n }).clamp(low, high);
        if step > 0 {
            let mut i = start.map_or(0, |n| wrap(n, 0, size));
            let stop = stop.map_or(size, |n| wrap(n, 0, size));
            while i < stop {
                at.push(i);
                i += step;
            }
        } else {
            let mut i = start.map_or(size - 1, |n| wrap(n, -1, size - 1));
            let stop = stop.map_or(-1, |n| wrap(n, -1, size - 1));
            while i > stop {
                at.push(i);
                i += step;
            }
        }
        at
    }

    #[test]
    fn slices_take_what_python_takes() {
        let ends = [
            None,
            Some(-7),
            Some(-3),
            Some(-1),
            Some(0),
            Some(2),
            Some(4),
            Some(9),
        ];
        for size in 0..6i64 {
            for start in ends {
                for stop in ends {
                    for step in [-3, -2, -1, 1, 2, 3] {
                        let Item::Range(a, b, c) = range(start, stop, step, size) else {
                            continue;
                        };
                        let cut = Cut::range(a, b, c, size as usize);
                        let cut = cut.unwrap_or(Cut::full(99));
                        let got: Vec<i64> = (0..cut.len as i64)
                            .map(|i| cut.start as i64 + i * cut.step as i64)
                            .collect();
                        let right = python(start, stop, step, size);
                        assert_eq!(got, right, "{start:?}:{stop:?}:{step} of {size}");
                    }
                }
            }
        }
    }

    #[test]
    fn types_are_promoted_as_numpy_does() {
        use DType::{BF16, Bool, F16, F32, F64, I32, I64, U8};
        for (a, b, both) in [
            (F16, F16, F16),
            (F16, BF16, F32),
            (F32, F16, F32),
            (BF16, F64, F64),
            (I64, F16, F64),
            (Bool, BF16, BF16),
            (F32, F64, F64),
            (I32, F32, F64),
            (F32, I64, F64),
            (U8, F32, F32),
            (Bool, F32, F32),
            (Bool, I32, I32),
            (I32, I64, I64),
            (U8, I32, I32),
            (U8, Bool, U8),
            (F64, I32, F64),
        ] {
            assert_eq!(promoted(a, b), both, "{a} {b}");
            assert_eq!(promoted(b, a), both, "{b} {a}");
        }
    }

    fn planned(text: &str) -> Option<Planned> {
        let text = format!(r#"{{"cases": [{text}]}}"#);
        let cases = super::super::data::cases(&text).unwrap_or_default();
        match cases.first().map(translate) {
            Some(Translated::Run(planned)) => Some(*planned),
            _ => None,
        }
    }

    #[test]
    fn mixed_types_are_cast() {
        let case = planned(
            r#"{"id": "a", "op": "add", "args": {"rhs": 2.5}, "inputs": [{"dtype": "i32", "shape": [], "data": [1]}],
                "expect": {"dtype": "f64", "shape": [], "data": [3.5]}}"#,
        );
        let casts = case.map(|c| c.inputs.iter().map(|i| i.cast).collect::<Vec<_>>());
        assert_eq!(casts, Some(vec![Some(DType::F64)]));
    }

    #[test]
    fn lists_count_from_the_end_on_the_host() {
        let case = planned(
            r#"{"id": "a", "op": "getitem", "args": {"index": ["ellipsis", {"list": [-1, 0]}]},
                "inputs": [{"dtype": "i32", "shape": [2, 2], "data": [1, 2, 3, 4]}],
                "expect": {"dtype": "i32", "shape": [2, 2], "data": [2, 1, 4, 3]}}"#,
        );
        let Some(case) = case else {
            return assert_eq!("no call", "a call");
        };
        assert_eq!(
            case.call.args,
            [
                Arg::Input(0),
                Arg::Index(vec![Item::Ellipsis, Item::Input(1)])
            ]
        );
        let index = case.inputs.get(1).map(|i| i.tensor.data.clone());
        assert_eq!(index, Some(vec![Num::Int(1), Num::Int(0)]));
    }

    #[test]
    fn what_cannot_be_said_is_skipped_by_name() {
        let text = r#"{"cases": [
            {"id": "a", "op": "no_such_op", "inputs": [], "expect": {"error": "shape"}}
        ]}"#;
        let cases = super::super::data::cases(text).unwrap_or_default();
        let names: Vec<String> = cases
            .iter()
            .filter_map(|case| match translate(case) {
                Translated::Skip(name) => Some(name),
                _ => None,
            })
            .collect();
        assert_eq!(names, ["no_such_op"]);
    }
}
