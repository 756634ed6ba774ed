//! Every operation gives the recorded right answers, on every backend of this build.

use std::collections::BTreeSet;

use eagerpy_runtime::ops::{Family, OpInfo, TABLE};
use eagerpy_runtime::testing::data::{Expect, HostTensor};
use eagerpy_runtime::testing::{self, AnyTensor, Case, Options, Verdict, contract, run_case};
use eagerpy_runtime::{Backend, DType, Error, ErrorKind, Num};
use eagerpy_tests::{
    Known, Setup, Suite, Summary, backends, default_data, known_failures, run_all,
};

fn summary(backend: &str) -> Result<Summary, String> {
    let suite = Suite::open(&default_data())?;
    let known = known_failures()?;
    let setup = Setup {
        suite: &suite,
        known: &known,
        whole: true,
        options: Options::default(),
    };
    let mut all = run_all(&setup, Some(backend), &mut |_| {});
    all.pop().ok_or_else(|| format!("no backend {backend}"))
}

fn all_pass(backend: &str) -> Result<(), String> {
    let summary = summary(backend)?;
    println!("{summary}");
    assert_eq!(summary.failures(), 0, "see the output");
    assert!(!summary.report.passed.is_empty());

    let covered: BTreeSet<&str> = summary.report.ops.iter().copied().collect();
    let missing: Vec<&str> = TABLE
        .iter()
        .map(|op| op.name)
        .filter(|name| !covered.contains(name))
        .collect();
    assert!(missing.is_empty(), "operations without data: {missing:?}");
    Ok(())
}

#[cfg(feature = "ndarray")]
#[test]
fn ndarray() -> Result<(), String> {
    all_pass("ndarray")
}

#[cfg(feature = "candle")]
#[test]
fn candle() -> Result<(), String> {
    all_pass("candle")
}

#[cfg(feature = "tch")]
#[test]
fn tch() -> Result<(), String> {
    all_pass("tch")
}

#[test]
fn random_indices() -> Result<(), String> {
    const COUNT: u64 = 1_000;
    #[cfg(feature = "ndarray")]
    testing::random_indices::<eagerpy_backends::Ndarray>(COUNT)?;
    #[cfg(feature = "candle")]
    testing::random_indices::<eagerpy_backends::Candle>(COUNT)?;
    #[cfg(feature = "tch")]
    testing::random_indices::<eagerpy_backends::Tch>(COUNT)?;
    Ok(())
}

/// The case with other right answers, none of which a backend may give.
fn falsified(case: &Case) -> Vec<Case> {
    let with = |expect: Expect| {
        let mut other = case.clone();
        other.expect = expect;
        other
    };
    match &case.expect {
        Expect::Error(kind) => {
            let other = match kind {
                ErrorKind::Value => ErrorKind::Index,
                _ => ErrorKind::Value,
            };
            vec![
                with(Expect::Error(other)),
                with(Expect::Tensors(Vec::new())),
            ]
        }
        Expect::Random(_) => vec![with(Expect::Error(ErrorKind::Value))],
        Expect::Tensors(list) => {
            let change = |change: &dyn Fn(&mut HostTensor)| {
                let mut list = list.clone();
                list.iter_mut().for_each(change);
                with(Expect::Tensors(list))
            };
            let mut all = vec![
                change(&|t| {
                    t.dtype = match t.dtype {
                        DType::I32 => DType::I64,
                        _ => DType::I32,
                    }
                }),
                change(&|t| t.shape.push(1)),
                with(Expect::Error(ErrorKind::Value)),
            ];
            if list.iter().any(|t| !t.data.is_empty()) {
                all.push(change(&|t| {
                    if let Some(last) = t.data.last_mut() {
                        *last = match *last {
                            Num::Float(v) if v.is_finite() => Num::Float(v.abs() * 1.5 + 1.0),
                            Num::Float(_) => Num::Float(0.25),
                            Num::Int(n) => Num::Int(n.wrapping_add(1)),
                            Num::Bool(b) => Num::Bool(!b),
                        };
                    }
                }));
            }
            all
        }
    }
}

/// The same tensor once more, its first entry along an axis in place of all: as a view of stride 0 where the framework
/// has them.
fn repeated<'a, B: Backend>(
    one: &'a AnyTensor<'_, B>,
    shape: &[usize],
) -> Result<AnyTensor<'a, B>, Error> {
    macro_rules! spread {
        ($($variant:ident),*) => {
            match one {
                $(AnyTensor::$variant(t) => {
                    let view = B::borrow(t);
                    Ok(AnyTensor::$variant(<B as Backend>::broadcast_to(view, shape)?))
                })*
            }
        };
    }
    spread!(F16, BF16, F32, F64, I32, I64, U8, Bool, Erased)
}

/// The first entry along an axis, and as many of it as the axis has.
fn first_and_copies(x: &HostTensor, axis: usize) -> (HostTensor, HostTensor) {
    let inner: usize = x.shape[axis + 1..].iter().product();
    let block = inner * x.shape[axis];
    let rows = || x.data.chunks(block).map(|rows| &rows[..inner]);
    let mut shape = x.shape.clone();
    shape[axis] = 1;
    let first = rows().flatten().copied().collect();
    let copies = rows().flat_map(|row| row.repeat(x.shape[axis])).collect();
    (
        HostTensor::new(x.dtype, shape, first),
        HostTensor::new(x.dtype, x.shape.clone(), copies),
    )
}

/// What operations give for tensors that are one entry many times is what they give for its copies.
fn repeated_entries_are_as_copies<B: Backend>() -> Result<(), String> {
    use eagerpy_runtime::testing::call::call;
    use eagerpy_runtime::testing::translate::{Translated, translate};

    // What equal rows give is noise of rounding, or not unique: with another order of sums it is another.
    let unsure = [
        "det",
        "eigh",
        "inv",
        "matrix_rank",
        "pinv",
        "qr",
        "slogdet",
        "solve",
        "svd",
    ];
    let text = |e: Error| e.to_string();
    let mut ops = BTreeSet::new();
    for (_, list) in Suite::open(&default_data())?.files {
        for case in &list {
            let Translated::Run(planned) = translate(case) else {
                continue;
            };
            let op = planned.call.op;
            let cast = planned.inputs.iter().any(|input| input.cast.is_some());
            if cast || unsure.contains(&op.name) {
                continue;
            }
            for last in [false, true] {
                let (mut firsts, mut copies, mut shapes) = (Vec::new(), Vec::new(), Vec::new());
                for input in &planned.inputs {
                    let x = &input.tensor;
                    let rank = x.shape.len();
                    let (first, copy) = match rank {
                        _ if rank == 0 || x.data.is_empty() => (x.clone(), x.clone()),
                        _ => first_and_copies(x, if last { rank - 1 } else { 0 }),
                    };
                    firsts.push(AnyTensor::<B>::from_host(&first).map_err(text)?);
                    copies.push(AnyTensor::<B>::from_host(&copy).map_err(text)?);
                    shapes.push(x.shape.clone());
                }
                if firsts.is_empty() {
                    continue;
                }
                let views = firsts.iter().zip(&shapes);
                let views: Vec<_> = views
                    .map(|(first, shape)| repeated(first, shape))
                    .collect::<Result<_, _>>()
                    .map_err(text)?;
                let got = call(&planned.call, &views, false);
                let right = call(&planned.call, &copies, false);
                let place = || format!("{}, {}: {got:?} is not {right:?}", B::NAME, case.id);
                match (&got, &right) {
                    (Ok(got), Ok(right)) => {
                        assert_eq!(got.len(), right.len(), "{}", place());
                        for (got, right) in got.iter().zip(right) {
                            assert_eq!(got.shape(), right.shape(), "{}", place());
                            let numbers = |t: &AnyTensor<'static, B>| t.to_nums().map_err(text);
                            for (a, b) in numbers(got)?.into_iter().zip(numbers(right)?) {
                                let (a, b) = (a.to_f64(), b.to_f64());
                                let near = (a - b).abs() <= 1e-5 * b.abs().max(1.0);
                                let same = a == b || (a.is_nan() && b.is_nan());
                                assert!(same || near, "{}: {a} is not {b}", place());
                            }
                        }
                        ops.insert(op.name);
                    }
                    (Err(got), Err(right)) => assert_eq!(got.kind(), right.kind(), "{}", place()),
                    _ => return Err(place()),
                }
            }
        }
    }
    assert!(ops.len() > 200, "{} operations", ops.len());
    Ok(())
}

#[cfg(feature = "ndarray")]
#[test]
fn ndarray_takes_repeated_entries_as_copies() -> Result<(), String> {
    repeated_entries_are_as_copies::<eagerpy_backends::Ndarray>()
}

#[cfg(feature = "candle")]
#[test]
fn candle_takes_repeated_entries_as_copies() -> Result<(), String> {
    repeated_entries_are_as_copies::<eagerpy_backends::Candle>()
}

#[cfg(feature = "tch")]
#[test]
fn tch_takes_repeated_entries_as_copies() -> Result<(), String> {
    repeated_entries_are_as_copies::<eagerpy_backends::Tch>()
}

/// A suite that passes whatever it gets says nothing.
fn wrong_answers_fail<B: Backend>() -> Result<(), String> {
    let options = Options::default();
    let mut failed = 0;
    for (_, list) in Suite::open(&default_data())?.files {
        for case in list {
            let Some(op) = OpInfo::find(&case.op) else {
                continue;
            };
            // The vocabulary's own answer stands in place of the data's.
            if contract::answer(&case, op).is_some() {
                continue;
            }
            // A new tensor has the type that the data asks for.
            let by_answer = op.family == Family::Creation;
            for (number, wrong) in falsified(&case).iter().enumerate() {
                match run_case::<B>(wrong, &options) {
                    Verdict::Failed(_) => failed += 1,
                    Verdict::Passed(_) if !(by_answer && number == 0) => {
                        return Err(format!("passes with a wrong answer: {wrong:?}"));
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(failed > 10_000, "{failed} wrong answers");
    Ok(())
}

#[cfg(feature = "ndarray")]
#[test]
fn ndarray_fails_wrong_answers() -> Result<(), String> {
    wrong_answers_fail::<eagerpy_backends::Ndarray>()
}

#[cfg(feature = "candle")]
#[test]
fn candle_fails_wrong_answers() -> Result<(), String> {
    wrong_answers_fail::<eagerpy_backends::Candle>()
}

/// Can tensors of the backend come without an element type?
fn erased<B: Backend>() -> Result<bool, Error> {
    let host = HostTensor::new(DType::I32, vec![1], vec![Num::Int(1)]);
    Ok(AnyTensor::<B>::from_host(&host)?.erased()?.is_some())
}

/// Else the suite would leave that way out without a word.
#[test]
fn erased_backends_run_erased() -> Result<(), Error> {
    #[cfg(feature = "ndarray")]
    assert!(!erased::<eagerpy_backends::Ndarray>()?);
    #[cfg(feature = "candle")]
    assert!(erased::<eagerpy_backends::Candle>()?);
    #[cfg(feature = "tch")]
    assert!(erased::<eagerpy_backends::Tch>()?);
    Ok(())
}

#[test]
fn known_failures_are_found_by_name() -> Result<(), String> {
    let entry = |case: &str| Known {
        backend: "some".to_owned(),
        case: case.to_owned(),
        reason: String::new(),
    };
    assert!(entry("sum-s001").is("some", "sum-s001"));
    assert!(!entry("sum-s001").is("other", "sum-s001"));
    assert!(!entry("sum-s00").is("some", "sum-s001"));
    assert!(entry("sum-*").is("some", "sum-s001"));
    assert!(!entry("max-*").is("some", "sum-s001"));
    known_failures().map(|_| ())
}

/// A case on the list that passes, and an entry that names no case, are failures of the run.
#[cfg(feature = "ndarray")]
#[test]
fn the_list_of_known_failures_does_not_rot() -> Result<(), String> {
    let mut suite = Suite::open(&default_data())?;
    suite.only("abs");
    let entry = |case: &str| Known {
        backend: "ndarray".to_owned(),
        case: case.to_owned(),
        reason: "none".to_owned(),
    };
    let known = [entry("abs-s001"), entry("no such case")];
    let setup = Setup {
        suite: &suite,
        known: &known,
        whole: true,
        options: Options::default(),
    };
    let all = run_all(&setup, Some("ndarray"), &mut |_| {});
    let surprises: Vec<&String> = all.iter().flat_map(|s| &s.surprises).collect();
    assert_eq!(surprises.len(), 2, "{surprises:?}");
    Ok(())
}

#[test]
fn there_is_a_backend() {
    assert!(!backends().is_empty());
}

/// What an elementwise operation or a reduction gives for numbers drawn from the op's own range.
#[cfg(all(feature = "ndarray", feature = "candle"))]
fn of_samples<B: Backend>(op: &'static OpInfo) -> eagerpy_runtime::Result<Vec<f64>> {
    use eagerpy_runtime::ops::{Default as Left, Kind};
    use eagerpy_runtime::testing::call::{Arg, Call, call};

    let (low, high) = op.sample;
    let mut inputs = Vec::new();
    let mut args = Vec::new();
    for param in op.params {
        args.push(match (param.kind, param.default) {
            (Kind::Tensor | Kind::Operand, _) => {
                // An additive recurrence fills the range evenly; each operand has its own start.
                let start = 0.3 * (inputs.len() + 1) as f64;
                let data = (0..20).map(|i| (start + 0.618_033_988_749_895 * f64::from(i)).fract());
                inputs.push(AnyTensor::<B>::from_host(&HostTensor {
                    dtype: DType::F64,
                    shape: vec![4, 5],
                    data: data.map(|u| Num::Float(low + u * (high - low))).collect(),
                    layout: Default::default(),
                })?);
                Arg::Input(inputs.len() - 1)
            }
            (_, Left::Bool(v)) => Arg::Num(Num::Bool(v)),
            _ => Arg::None,
        });
    }
    let outputs = call::<B>(&Call { op, args }, &inputs, false)?;
    let mut all = Vec::new();
    for output in &outputs {
        all.extend(output.to_nums()?.into_iter().map(Num::to_f64));
    }
    Ok(all)
}

/// The table's ranges are where an operation has a finite value, and there the backends agree.
#[test]
#[cfg(all(feature = "ndarray", feature = "candle"))]
fn backends_agree_on_samples() -> Result<(), Error> {
    let families = [
        Family::Unary,
        Family::Arith,
        Family::Compare,
        Family::Reduction,
    ];
    let floats = TABLE.iter().filter(|op| {
        use eagerpy_runtime::ops::Class;
        families.contains(&op.family) && !matches!(op.class, Class::Bool | Class::Int)
    });
    let mut count = 0;
    for op in floats {
        let ours = of_samples::<eagerpy_backends::Ndarray>(op)?;
        let theirs = of_samples::<eagerpy_backends::Candle>(op)?;
        assert!(
            !ours.is_empty() && ours.len() == theirs.len(),
            "{}",
            op.name
        );
        for (a, b) in ours.iter().zip(&theirs) {
            assert!(a.is_finite(), "{} gives {a} in its range", op.name);
            assert!(
                (a - b).abs() <= 1e-9 * a.abs().max(1.0),
                "{}: {a} and {b}",
                op.name
            );
        }
        count += 1;
    }
    assert!(count > 40, "{count} operations");
    Ok(())
}
