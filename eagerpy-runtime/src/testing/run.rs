//! Running cases on a backend.
//!
//! Every case runs in up to three [ways](Way). An answer counts only if it is right in all of them, the inputs
//! are what they were, and the result can be given to the user at its rank.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::any::AnyTensor;
use super::call::{Arg, Call, call};
use super::compare::{Got, outcome};
use super::data::{Case, Expect, HostTensor, Layout, Tolerance};
use super::seen::seen;
use super::translate::{Input, Planned, Translated, translate};
use crate::backend::Backend;
use crate::dtype::DType;
use crate::error::{Error, ErrorKind, Result};
use crate::num::Num;
use crate::ops::{Class, Kind, random};

/// How a case's tensors reach the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// With the element type in the Rust type, in the layout that the case says.
    Typed,
    /// As views with offset, strides and reversed axes.
    Views,
    /// With the element type known to the framework alone, as users of erased backends hand them in.
    Erased,
}

impl Way {
    /// All ways.
    pub const ALL: [Way; 3] = [Way::Typed, Way::Views, Way::Erased];
}

/// Settings of a run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Does a backend on a framework that the data lists as less exact get that framework's tolerance?
    pub loose: Option<String>,
}

/// A case with a wrong answer.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The operation, by the name of the data.
    pub op: String,
    /// The case.
    pub id: String,
    /// The way in which it went wrong.
    pub way: Way,
    /// Host arguments.
    pub args: String,
    /// Tensors.
    pub inputs: Vec<String>,
    /// The right answer.
    pub expected: String,
    /// The answer.
    pub got: String,
    /// The difference.
    pub why: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} ({}, {:?}): {}", self.id, self.op, self.way, self.why)?;
        writeln!(f, "    args      {}", self.args)?;
        for input in &self.inputs {
            writeln!(f, "    input     {input}")?;
        }
        writeln!(f, "    expected  {}", self.expected)?;
        write!(f, "    got       {}", self.got)
    }
}

/// What a case came to.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The right answer, of the operation with this name in the table.
    Passed(&'static str),
    /// A wrong one.
    Failed(Box<Failure>),
    /// The vocabulary has no words for it.
    Skipped(String),
}

/// What many cases came to.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Cases with the right answer.
    pub passed: Vec<String>,
    /// Cases with a wrong one.
    pub failed: Vec<Failure>,
    /// Cases left out, by the name of what is missing.
    pub skipped: BTreeMap<String, usize>,
    /// Operations of the table with at least one right answer.
    pub ops: BTreeSet<&'static str>,
}

impl Report {
    /// Counts a case.
    pub fn add(&mut self, case: &Case, verdict: Verdict) {
        match verdict {
            Verdict::Passed(op) => {
                self.passed.push(case.id.clone());
                self.ops.insert(op);
            }
            Verdict::Failed(failure) => self.failed.push(*failure),
            Verdict::Skipped(name) => *self.skipped.entry(name).or_default() += 1,
        }
    }
}

/// Runs cases.
pub fn run<'c, B: Backend>(cases: impl IntoIterator<Item = &'c Case>, options: &Options) -> Report {
    let mut report = Report::default();
    for case in cases {
        report.add(case, run_case::<B>(case, options));
    }
    report
}

/// Runs a case in all ways.
pub fn run_case<B: Backend>(case: &Case, options: &Options) -> Verdict {
    let planned = match translate(case) {
        Translated::Run(planned) => planned,
        Translated::Skip(name) => return Verdict::Skipped(name),
        Translated::Broken(why) => {
            let none = Outcome::Broken;
            return Verdict::Failed(Box::new(failure(
                case,
                &case.expect,
                Way::Typed,
                why,
                &none,
            )));
        }
    };
    let mut tolerance = case.tolerance;
    if let Some(error) = options.loose.as_ref().and_then(|who| case.loose.get(who)) {
        tolerance.relative = tolerance.relative.max(*error);
    }
    for way in Way::ALL {
        if way == Way::Views && planned.inputs.is_empty() {
            continue;
        }
        let got = evaluate::<B>(&planned, way, true);
        let why = match &got {
            Outcome::Absent => continue,
            Outcome::Broken => Some("the case is broken".to_owned()),
            Outcome::Panicked(message) => Some(format!("a panic: {message}")),
            Outcome::Returned(Ok(results)) => {
                let seen = Ok(seen(&case.op, results));
                outcome(&seen, &planned.expect, tolerance).err()
            }
            Outcome::Returned(result) => outcome(result, &planned.expect, tolerance).err(),
            Outcome::Changed(input) => Some(format!("input {input} was written")),
        };
        let why = why.or_else(|| other_numbers(&planned, &got));
        if let Some(why) = why {
            let failure = failure(case, &planned.expect, way, why, &got);
            return Verdict::Failed(Box::new(failure));
        }
        if let Some(why) = promotes::<B>(&planned, way) {
            let failure = failure(case, &planned.expect, way, why, &got);
            return Verdict::Failed(Box::new(failure));
        }
    }
    Verdict::Passed(planned.call.op.name)
}

/// Is the answer to a call right in all ways, to the last bit? If not, why.
pub(super) fn right<B: Backend>(planned: &Planned) -> std::result::Result<(), String> {
    for way in Way::ALL {
        let why = match evaluate::<B>(planned, way, true) {
            Outcome::Absent => continue,
            Outcome::Broken => Err("the call is broken".to_owned()),
            Outcome::Panicked(message) => Err(format!("a panic: {message}")),
            Outcome::Returned(result) => outcome(&result, &planned.expect, Tolerance::default()),
            Outcome::Changed(input) => Err(format!("input {input} was written")),
        };
        why.map_err(|why| format!("{way:?}: {why}"))?;
    }
    Ok(())
}

/// Without the casts that a user has to write, the call must be refused.
fn promotes<B: Backend>(planned: &Planned, way: Way) -> Option<String> {
    if planned.inputs.iter().all(|input| input.cast.is_none()) {
        return None;
    }
    match evaluate::<B>(planned, way, false) {
        Outcome::Returned(Err(error)) if error.kind() == ErrorKind::Dtype => None,
        Outcome::Returned(Err(error)) => Some(format!(
            "without a cast it must be an error of kind Dtype, not {error:?}"
        )),
        Outcome::Panicked(message) => Some(format!("without a cast a panic: {message}")),
        _ => Some("without a cast it must be an error of kind Dtype".to_owned()),
    }
}

/// Random numbers are those of the seed, to the last bit.
fn other_numbers(planned: &Planned, outcome: &Outcome) -> Option<String> {
    let Call { op, args } = &planned.call;
    let (Expect::Random(expect), Outcome::Returned(Ok(got))) = (&planned.expect, outcome) else {
        return None;
    };
    let number = |place: usize| match args.get(place) {
        Some(Arg::Num(n)) => n.to_f64(),
        _ => f64::NAN,
    };
    let whole = |place: usize| match args.get(place) {
        Some(Arg::Num(n)) => n.to_i64(),
        _ => 0,
    };
    let seed = op.params.iter().position(|p| p.kind == Kind::Seed);
    let seed = match seed.and_then(|place| args.get(place)) {
        Some(Arg::Num(n)) => n.to_i64().cast_unsigned(),
        _ => 0,
    };
    let len = crate::shape::size(&expect.shape);
    let (a, b) = (number(1), number(2));
    let numbers: Vec<f64> = match op.name {
        "uniform" => {
            let unit = random::uniform(seed, len);
            unit.into_iter().map(|u| a + u * (b - a)).collect()
        }
        "bernoulli" => {
            let unit = random::uniform(seed, len);
            unit.into_iter()
                .map(|u| f64::from(u8::from(u < a)))
                .collect()
        }
        "randint" => {
            let (low, high) = (whole(1), whole(2));
            random::ints(seed, len, low, high)
                .map(|n| n as f64)
                .collect()
        }
        "permutation" => {
            let order = random::permutation(seed, len);
            order.into_iter().map(|n| n as f64).collect()
        }
        _ => {
            let unit = random::normal(seed, len);
            unit.into_iter().map(|z| a + z * b).collect()
        }
    };
    let bits = |n: Num| super::data::rounded(n, expect.dtype).to_f64().to_bits();
    let same = got.first().is_some_and(|got| {
        let right = numbers.into_iter().map(|v| bits(Num::Float(v)));
        got.data.iter().map(|&n| n.to_f64().to_bits()).eq(right)
    });
    (!same).then(|| "other numbers than the seed gives".to_owned())
}

/// What a call did.
enum Outcome {
    /// The backend has no such way.
    Absent,
    /// The call could not be made.
    Broken,
    /// It panicked.
    Panicked(String),
    /// It wrote to this input.
    Changed(usize),
    /// It returned.
    Returned(Result<Vec<Got>>),
}

fn evaluate<B: Backend>(planned: &Planned, way: Way, casts: bool) -> Outcome {
    let caught = catch_unwind(AssertUnwindSafe(|| attempt::<B>(planned, way, casts)));
    match caught {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(error)) => Outcome::Returned(Err(error)),
        Err(payload) => Outcome::Panicked(text(&*payload)),
    }
}

fn text(payload: &(dyn Any + Send)) -> String {
    match (
        payload.downcast_ref::<&str>(),
        payload.downcast_ref::<String>(),
    ) {
        (Some(text), _) => (*text).to_owned(),
        (_, Some(text)) => text.clone(),
        _ => "without a message".to_owned(),
    }
}

fn attempt<B: Backend>(planned: &Planned, way: Way, casts: bool) -> Result<Outcome> {
    let mut hosts: Vec<HostTensor> = planned.inputs.iter().map(|i| i.tensor.clone()).collect();
    if way == Way::Views {
        for host in hosts.iter_mut().filter(|host| !host.shape.is_empty()) {
            host.layout = Layout {
                transposed: true,
                strided: Some(1),
            };
        }
    }
    let stored: Vec<HostTensor> = hosts.iter().map(HostTensor::base).collect();
    // Where a framework keeps masks as numbers, the compiler alone refuses them.
    let masks = |i: &Input| i.tensor.dtype == DType::Bool && i.cast.is_none();
    let refused = planned.call.op.class == Class::Numeric && planned.inputs.iter().any(masks);
    if way == Way::Erased && (refused || !is_erased::<B>()?) {
        return Ok(Outcome::Absent);
    }
    let bases: Vec<AnyTensor<'static, B>> = stored
        .iter()
        .map(|host| {
            let tensor = AnyTensor::from_host(host)?;
            if way != Way::Erased {
                return Ok(tensor);
            }
            let none = || Error::unsupported("a typed backend has no erased tensors");
            tensor.erased()?.ok_or_else(none)
        })
        .collect::<Result<_>>()?;

    // Each stage borrows from the one before.
    let cut: Vec<AnyTensor<'_, B>> = bases
        .iter()
        .zip(&hosts)
        .map(|(base, host)| match host.layout.strided {
            Some(first) if !host.shape.is_empty() => base.strided(first),
            _ => base.share(),
        })
        .collect::<Result<_>>()?;
    let turned: Vec<AnyTensor<'_, B>> = cut
        .iter()
        .zip(&hosts)
        .map(|(cut, host)| match host.layout.transposed {
            true => cut.transposed(),
            false => cut.share(),
        })
        .collect::<Result<_>>()?;
    let cast: Vec<Option<AnyTensor<'static, B>>> = turned
        .iter()
        .zip(&planned.inputs)
        .map(|(tensor, Input { cast, .. })| match cast {
            Some(dtype) if casts => tensor.astype(*dtype).map(Some),
            _ => Ok(None),
        })
        .collect::<Result<_>>()?;
    let inputs: Vec<AnyTensor<'_, B>> = turned
        .iter()
        .zip(&cast)
        .map(|(plain, cast)| match cast {
            Some(cast) => cast.share(),
            None => plain.share(),
        })
        .collect::<Result<_>>()?;

    let outputs = call(&planned.call, &inputs, way == Way::Erased)?;
    let got: Vec<Got> = outputs.iter().map(read).collect::<Result<_>>()?;
    for output in outputs {
        output.finish()?;
    }
    for (number, (base, host)) in bases.iter().zip(&stored).enumerate() {
        let same =
            |a: &Num, b: &Num| a.to_f64().to_bits() == b.to_f64().to_bits() || both_nan(a, b);
        let now = base.to_nums()?;
        if now.len() != host.data.len() || !now.iter().zip(&host.data).all(|(a, b)| same(a, b)) {
            return Ok(Outcome::Changed(number));
        }
    }
    Ok(Outcome::Returned(Ok(got)))
}

fn both_nan(a: &Num, b: &Num) -> bool {
    a.to_f64().is_nan() && b.to_f64().is_nan()
}

/// Does the backend leave element types to run time?
fn is_erased<B: Backend>() -> Result<bool> {
    let scalar = HostTensor::new(DType::F32, Vec::new(), vec![Num::Float(0.0)]);
    Ok(AnyTensor::<B>::from_host(&scalar)?.erased()?.is_some())
}

fn read<B: Backend>(tensor: &AnyTensor<'static, B>) -> Result<Got> {
    let kept = |dtype: &DType| tensor.holds(*dtype);
    Ok(Got {
        typed: tensor.dtype(),
        held: DType::ALL.into_iter().filter(kept).collect(),
        shape: tensor.shape(),
        data: tensor.to_nums()?,
    })
}

fn failure(case: &Case, expect: &Expect, way: Way, why: String, got: &Outcome) -> Failure {
    let got = match got {
        Outcome::Returned(Ok(list)) => list.iter().map(show).collect::<Vec<_>>().join("; "),
        Outcome::Returned(Err(error)) => format!("{error:?}"),
        Outcome::Panicked(_) => "a panic".to_owned(),
        Outcome::Changed(_) => "a written input".to_owned(),
        Outcome::Absent | Outcome::Broken => "nothing".to_owned(),
    };
    Failure {
        op: case.op.clone(),
        id: case.id.clone(),
        way,
        args: serde_json::Value::Object(case.args.clone()).to_string(),
        inputs: case.inputs.iter().map(|t| format!("{t:?}")).collect(),
        expected: match expect {
            Expect::Tensors(list) => {
                let list: Vec<String> = list.iter().map(|t| format!("{t:?}")).collect();
                let exact = case.tolerance.relative == 0.0 && case.tolerance.absolute == 0.0;
                let within = format!(
                    " within {} relative, {} absolute",
                    case.tolerance.relative, case.tolerance.absolute
                );
                list.join("; ") + if exact { " exactly" } else { &within }
            }
            other => format!("{other:?}"),
        },
        got,
        why,
    }
}

fn show(got: &Got) -> String {
    let held = got.typed.or(got.held.first().copied());
    let dtype = held.unwrap_or(DType::F32);
    format!(
        "{:?}",
        HostTensor::new(dtype, got.shape.clone(), got.data.clone())
    )
}
