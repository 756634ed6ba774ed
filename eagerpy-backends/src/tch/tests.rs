//! What holds on this backend beside the shared conformance data: layouts, gradients, and the
//! places where libtorch alone would do something else.

use std::error::Error as _;

use ::tch::{Device, Kind, Tensor};
use eagerpy_runtime::{
    Axes, Backend, DType, Erased, ErrorKind, IndexItem, Ints, Num, Operand, Ops, Result, bf16, f16,
};

use super::convert::Ours;
use super::{Place, Tch};

const CPU: Device = Device::Cpu;
const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

type Unary = fn(&Tensor) -> Result<Tensor>;
type Binary = fn(&Tensor, &Tensor) -> Result<Tensor>;

fn place(kind: Kind) -> Place {
    Place { device: CPU, kind }
}

fn of(kind: Kind, shape: &[usize], data: &[f64]) -> Result<Tensor> {
    let nums: Vec<Num> = data.iter().map(|&v| Num::Float(v)).collect();
    <Tch as Backend>::from_nums::<Erased>(&place(kind), shape, &nums)
}

fn f32s(data: &[f64]) -> Result<Tensor> {
    of(Kind::Float, &[data.len()], data)
}

fn i64s(data: &[i64]) -> Result<Tensor> {
    ints(Kind::Int64, data)
}

fn ints(kind: Kind, data: &[i64]) -> Result<Tensor> {
    let nums: Vec<Num> = data.iter().map(|&v| Num::Int(v)).collect();
    <Tch as Backend>::from_nums::<Erased>(&place(kind), &[data.len()], &nums)
}

fn bools(data: &[bool]) -> Result<Tensor> {
    let nums: Vec<Num> = data.iter().map(|&v| Num::Bool(v)).collect();
    <Tch as Backend>::from_nums::<Erased>(&place(Kind::Bool), &[data.len()], &nums)
}

fn list(axes: &[i64]) -> Axes {
    Axes::from(axes)
}

fn dims(x: &Tensor) -> Vec<usize> {
    <Tch as Ops>::sizes(x).to_vec()
}

fn values(x: &Tensor) -> Result<Vec<f64>> {
    let nums = <Tch as Backend>::to_nums::<Erased>(x)?;
    Ok(nums.into_iter().map(Num::to_f64).collect())
}

/// Exact ints, which floats would round.
fn longs(x: &Tensor) -> Result<Vec<i64>> {
    let nums = <Tch as Backend>::to_nums::<Erased>(x)?;
    Ok(nums.into_iter().map(Num::to_i64).collect())
}

fn same(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            (a.is_nan() && b.is_nan()) || a == b || (a - b).abs() <= 1e-7 + 1e-5 * b.abs()
        })
}

#[track_caller]
fn gives(x: &Tensor, shape: &[usize], data: &[f64]) -> Result<()> {
    let got = values(x)?;
    assert!(
        dims(x) == shape && same(&got, data),
        "{:?} {got:?}, not {shape:?} {data:?}",
        dims(x)
    );
    Ok(())
}

#[track_caller]
fn fails<T>(result: Result<T>, kind: ErrorKind) {
    match result {
        Ok(_) => assert_eq!("a result", format!("{kind:?}")),
        Err(error) => assert_eq!(error.kind(), kind, "{error}"),
    }
}

/// Views of one shape, `[3, 4]`, over memory in different orders, each with the elements `data`.
fn views(kind: Kind, data: &[f64]) -> Result<Vec<(&'static str, Tensor)>> {
    let dense = of(kind, &[3, 4], data)?;
    let across = dense
        .f_transpose(0, 1)
        .and_then(|x| x.f_contiguous())
        .ours()?;
    let wide = Tensor::f_full([5, 9], 1.0, (kind, CPU)).ours()?;
    let inner = wide
        .f_narrow(0, 1, 3)
        .and_then(|x| x.f_slice(1, 1, 9, 2))
        .ours()?;
    let mut written = inner.shallow_clone();
    written.f_copy_(&dense).ours()?;
    Ok(vec![
        ("transposed", across.f_transpose(0, 1).ours()?),
        ("narrowed", inner),
        (
            "expanded",
            dense
                .f_narrow(0, 1, 1)
                .and_then(|row| row.f_expand([3, 4], false))
                .ours()?,
        ),
        (
            "column",
            dense
                .f_narrow(1, 2, 1)
                .and_then(|column| column.f_expand([3, 4], false))
                .ours()?,
        ),
    ])
}

/// Not all of `NUMBERS` are: some are 0 as ints.
fn nonzero(x: &Tensor) -> Result<Tensor> {
    <Tch as Ops>::astype::<bool, _>(x)
}

/// 1 in the tensor's type.
fn one(x: &Tensor) -> Num {
    match x.f_kind() {
        Ok(Kind::Bool) => Num::Bool(true),
        _ => Num::Int(1),
    }
}

fn part(x: &Tensor, axis: i64, len: i64) -> Result<Tensor> {
    x.f_narrow(axis, 0, len).ours()
}

const NUMBERS: [f64; 12] = [
    0.5, -1.25, 3.0, 2.0, -0.5, 1.0, -3.0, 0.25, 1.0, 2.5, -2.0, 0.75,
];

/// An op on a view gives what it gives on a contiguous copy, and writes to neither.
#[track_caller]
fn layout_is_of_no_account(
    name: &str,
    kind: Kind,
    op: &dyn Fn(&Tensor) -> Result<Tensor>,
) -> Result<()> {
    for (layout, view) in views(kind, &NUMBERS)? {
        let copy = view.f_contiguous().ours()?;
        let before = values(&view)?;
        let (from_view, from_copy) = (op(&view)?, op(&copy)?);
        assert_eq!(
            dims(&from_view),
            dims(&from_copy),
            "{name} of {layout} {kind:?}"
        );
        assert_eq!(
            from_view.f_kind().ours()?,
            from_copy.f_kind().ours()?,
            "{name} of {layout} {kind:?}"
        );
        let (a, b) = (values(&from_view)?, values(&from_copy)?);
        assert!(
            same(&a, &b),
            "{name} of {layout} {kind:?}: {a:?}, not {b:?}"
        );
        assert!(same(&before, &values(&view)?), "{name} wrote to its input");
    }
    Ok(())
}

macro_rules! named {
    ($($name:ident),* $(,)?) => {
        [$((stringify!($name), <Tch as Ops>::$name as Unary)),*]
    };
}

const FLOAT: [(&str, Unary); 15] = named![
    sqrt, rsqrt, reciprocal, exp, expm1, log, log1p, sin, cos, tan, sinh, cosh, tanh, sigmoid,
    softplus,
];
const NUMERIC: [(&str, Unary); 11] = named![
    negative, abs, sign, square, relu, floor, ceil, round, isnan, isinf, isfinite
];

const BINARY: [(&str, Binary); 15] = [
    ("add", |x, y| <Tch as Ops>::add(x, y)),
    ("subtract", |x, y| <Tch as Ops>::subtract(x, y)),
    ("multiply", |x, y| <Tch as Ops>::multiply(x, y)),
    ("floor_divide", |x, y| {
        <Tch as Ops>::floor_divide(x, &<Tch as Ops>::add(&<Tch as Ops>::abs(y)?, Num::Int(1))?)
    }),
    ("remainder", |x, y| {
        <Tch as Ops>::remainder(x, &<Tch as Ops>::add(&<Tch as Ops>::abs(y)?, Num::Int(1))?)
    }),
    ("pow", |x, y| <Tch as Ops>::pow(x, &<Tch as Ops>::abs(y)?)),
    ("minimum", |x, y| <Tch as Ops>::minimum(x, y)),
    ("maximum", |x, y| <Tch as Ops>::maximum(x, y)),
    ("equal", |x, y| <Tch as Ops>::equal(x, y)),
    ("not_equal", |x, y| <Tch as Ops>::not_equal(x, y)),
    ("less", |x, y| <Tch as Ops>::less(x, y)),
    ("less_equal", |x, y| <Tch as Ops>::less_equal(x, y)),
    ("greater", |x, y| <Tch as Ops>::greater(x, y)),
    ("greater_equal", |x, y| <Tch as Ops>::greater_equal(x, y)),
    ("outer", |x, y| {
        let (x, y) = (x.f_select(0, 1).ours()?, y.f_select(1, 1).ours()?);
        <Tch as Ops>::outer(&x, &y)
    }),
];

/// Reductions, over each list of axes.
type Reduction = fn(&Tensor, Axes, bool) -> Result<Tensor>;
const ANY_REDUCTIONS: [(&str, Reduction); 6] = [
    ("sum", <Tch as Ops>::sum),
    ("prod", <Tch as Ops>::prod),
    ("min", <Tch as Ops>::min),
    ("max", <Tch as Ops>::max),
    ("all", <Tch as Ops>::all),
    ("any", <Tch as Ops>::any),
];
const FLOAT_REDUCTIONS: [(&str, Reduction); 9] = [
    ("mean", <Tch as Ops>::mean),
    ("logsumexp", <Tch as Ops>::logsumexp),
    ("l0", <Tch as Ops>::l0),
    ("l1", <Tch as Ops>::l1),
    ("l2", <Tch as Ops>::l2),
    ("linf", <Tch as Ops>::linf),
    ("lp", |x, axes, keep| {
        <Tch as Ops>::lp(x, Num::Float(3.0), axes, keep)
    }),
    ("var", |x, axes, keep| {
        <Tch as Ops>::var(x, axes, Num::Int(0), keep)
    }),
    ("std", |x, axes, keep| {
        <Tch as Ops>::std(x, axes, Num::Int(0), keep)
    }),
];

const MOVES: [(&str, Unary); 26] = [
    ("reshape", |x| <Tch as Ops>::reshape(x, [2, -1])),
    ("transpose", |x| <Tch as Ops>::transpose(x, None)),
    ("swapaxes", |x| <Tch as Ops>::swapaxes(x, 0, -1)),
    ("expand_dims", |x| <Tch as Ops>::expand_dims(x, [0, 2])),
    ("flatten", |x| <Tch as Ops>::flatten(x, 0, -1)),
    ("broadcast_to", |x| <Tch as Ops>::broadcast_to(x, [2, 3, 4])),
    ("concatenate", |x| <Tch as Ops>::concatenate(&[x, x], 1)),
    ("stack", |x| <Tch as Ops>::stack(&[x, x], -1)),
    ("flip", |x| <Tch as Ops>::flip(x, Axes::All)),
    ("pad", |x| {
        <Tch as Ops>::pad(x, &[(1, 0), (0, 2)], "constant", Num::Int(0))
    }),
    ("slice", |x| {
        let cut = |start, end, step| IndexItem::Range { start, end, step };
        <Tch as Ops>::slice::<Tensor>(x, &[cut(Some(1), None, 1), cut(None, None, -2)])
    }),
    ("slice at", |x| {
        <Tch as Ops>::slice::<Tensor>(x, &[IndexItem::At(-1), IndexItem::NewAxis])
    }),
    ("getitem", |x| {
        <Tch as Ops>::getitem(x, &[IndexItem::Tensor(&i64s(&[2, 0])?)])
    }),
    ("take", |x| <Tch as Ops>::take(x, &i64s(&[3, 3, 0])?, 1)),
    ("getitem by a mask", |x| {
        <Tch as Ops>::getitem(x, &[IndexItem::Mask(&nonzero(x)?)])
    }),
    ("update of a row", |x| {
        let row = x.f_select(0, 0).ours()?;
        <Tch as Ops>::index_update(x, &[IndexItem::At(-1)], &row)
    }),
    ("update with steps", |x| {
        let cut = |start, end, step| IndexItem::Range { start, end, step };
        let items = [cut(None, None, -2), cut(Some(1), None, 2)];
        <Tch as Ops>::index_update(x, &items, &part(&part(x, 0, 2)?, 1, 2)?)
    }),
    ("update of all", |x| {
        <Tch as Ops>::index_update(x, &[], &<Tch as Ops>::flip(x, Axes::All)?)
    }),
    ("update of nothing", |x| {
        let at = i64s(&[])?;
        <Tch as Ops>::index_update(x, &[IndexItem::Tensor(&at)], &part(x, 0, 1)?)
    }),
    ("update of columns", |x| {
        let at = i64s(&[3, 0, 3])?;
        let items = [IndexItem::Ellipsis, IndexItem::Tensor(&at)];
        <Tch as Ops>::index_update(x, &items, &part(x, 1, 3)?)
    }),
    ("update of pairs", |x| {
        let (rows, columns) = (ints(Kind::Int, &[2, 2])?, ints(Kind::Uint8, &[1, 1])?);
        let items = [IndexItem::Tensor(&rows), IndexItem::Tensor(&columns)];
        let pair = part(&x.f_select(0, 0).ours()?, 0, 2)?;
        <Tch as Ops>::index_update(x, &items, &pair)
    }),
    ("number for a row", |x| {
        <Tch as Ops>::index_update(x, &[IndexItem::At(1)], one(x))
    }),
    ("number for a mask", |x| {
        <Tch as Ops>::index_update(x, &[IndexItem::Mask(&nonzero(x)?)], one(x))
    }),
    ("sort", |x| <Tch as Ops>::sort(x, 0, true)),
    ("argsort", |x| <Tch as Ops>::argsort(x, -1, false)),
    ("topk", |x| Ok(<Tch as Ops>::topk(x, 2, -1, true)?.0)),
];

#[test]
fn views_give_what_copies_give() -> Result<()> {
    for kind in [Kind::Float, Kind::Double] {
        for (name, op) in FLOAT {
            layout_is_of_no_account(name, kind, &op)?;
        }
        for (name, op) in FLOAT_REDUCTIONS {
            for axes in [Axes::All, list(&[]), list(&[0]), list(&[-1]), list(&[1, 0])] {
                for keep in [false, true] {
                    layout_is_of_no_account(name, kind, &|x| op(x, axes.clone(), keep))?;
                }
            }
        }
        for axis in [0, 1] {
            layout_is_of_no_account("softmax", kind, &|x| <Tch as Ops>::softmax(x, axis))?;
            layout_is_of_no_account("log_softmax", kind, &|x| <Tch as Ops>::log_softmax(x, axis))?;
        }
        for how in ["none", "tanh"] {
            layout_is_of_no_account("gelu", kind, &|x| <Tch as Ops>::gelu(x, how))?;
        }
        layout_is_of_no_account("crossentropy", kind, &|x| {
            crossentropy(x, &i64s(&[3, 0, 1])?)
        })?;
    }
    for kind in [
        Kind::Float,
        Kind::Double,
        Kind::Int,
        Kind::Int64,
        Kind::Uint8,
    ] {
        for (name, op) in NUMERIC {
            layout_is_of_no_account(name, kind, &op)?;
        }
        for (name, op) in BINARY {
            layout_is_of_no_account(name, kind, &|x| op(x, x))?;
            layout_is_of_no_account(name, kind, &|x| op(x, &x.f_narrow(0, 2, 1).ours()?))?;
        }
        layout_is_of_no_account("matmul", kind, &|x| {
            <Tch as Ops>::matmul(x, &<Tch as Ops>::transpose(x, None)?)
        })?;
        layout_is_of_no_account("clip", kind, &|x| {
            <Tch as Ops>::clip(x, Num::Int(0), Num::Int(2))
        })?;
    }
    for kind in [
        Kind::Float,
        Kind::Double,
        Kind::Int,
        Kind::Int64,
        Kind::Uint8,
        Kind::Bool,
    ] {
        for (name, op) in ANY_REDUCTIONS {
            for axes in [Axes::All, list(&[]), list(&[0]), list(&[-1]), list(&[1, 0])] {
                for keep in [false, true] {
                    layout_is_of_no_account(name, kind, &|x| op(x, axes.clone(), keep))?;
                }
            }
        }
        for (name, op) in MOVES {
            layout_is_of_no_account(name, kind, &op)?;
        }
        for axis in [None, Some(0), Some(1)] {
            layout_is_of_no_account("argmax", kind, &|x| <Tch as Ops>::argmax(x, axis, true))?;
            layout_is_of_no_account("argmin", kind, &|x| <Tch as Ops>::argmin(x, axis, false))?;
        }
        layout_is_of_no_account("take_along_axis", kind, &|x| {
            <Tch as Ops>::take_along_axis(x, &<Tch as Ops>::argsort(x, 0, true)?, 0)
        })?;
        layout_is_of_no_account("where", kind, &|x| {
            let mask = <Tch as Ops>::equal(x, &x.f_narrow(1, 0, 1).ours()?)?;
            <Tch as Ops>::where_(&mask, x, &x.f_narrow(0, 0, 1).ours()?)
        })?;
        layout_is_of_no_account("astype", kind, &|x| <Tch as Ops>::astype::<i32, _>(x))?;
        layout_is_of_no_account("full_like", kind, &|x| <Tch as Ops>::ones_like(x))?;
    }
    layout_is_of_no_account("logical_not", Kind::Bool, &|x| <Tch as Ops>::logical_not(x))?;
    layout_is_of_no_account("logical_xor", Kind::Bool, &|x| {
        <Tch as Ops>::logical_xor(x, &x.f_narrow(0, 0, 1).ours()?)
    })?;
    layout_is_of_no_account("one_hot", Kind::Uint8, &|x| {
        <Tch as Ops>::one_hot::<f32, _>(
            &place(Kind::Float),
            &<Tch as Ops>::remainder(x, Num::Int(5))?,
            5,
        )
    })
}

#[test]
fn halves_have_every_op() -> Result<()> {
    for kind in [Kind::Half, Kind::BFloat16] {
        for (name, op) in FLOAT.iter().chain(&NUMERIC).chain(&MOVES) {
            layout_is_of_no_account(name, kind, op)?;
        }
        for (name, op) in BINARY {
            layout_is_of_no_account(name, kind, &|x| op(x, x))?;
        }
        for (name, op) in ANY_REDUCTIONS.iter().chain(&FLOAT_REDUCTIONS) {
            for axes in [Axes::All, list(&[]), list(&[0])] {
                layout_is_of_no_account(name, kind, &|x| op(x, axes.clone(), false))?;
            }
        }
        layout_is_of_no_account("matmul", kind, &|x| {
            <Tch as Ops>::matmul(x, &<Tch as Ops>::transpose(x, None)?)
        })?;
        layout_is_of_no_account("softmax", kind, &|x| <Tch as Ops>::softmax(x, -1))?;
        layout_is_of_no_account("argmax", kind, &|x| <Tch as Ops>::argmax(x, None, false))?;
        layout_is_of_no_account("crossentropy", kind, &|x| {
            crossentropy(x, &i64s(&[3, 0, 1])?)
        })?;
    }
    Ok(())
}

#[test]
fn sixteen_bits_add_up_in_more() -> Result<()> {
    let ones = Tensor::f_ones([1000], (Kind::BFloat16, CPU)).ours()?;
    gives(&<Tch as Ops>::sum(&ones, Axes::All, false)?, &[], &[1000.0])?;
    let many = Tensor::f_ones([70_000], (Kind::Half, CPU)).ours()?;
    gives(&<Tch as Ops>::mean(&many, Axes::All, false)?, &[], &[1.0])?;
    let large = Tensor::f_full([1000, 2], 1000.0, (Kind::Half, CPU)).ours()?;
    gives(
        &<Tch as Ops>::mean(&large, list(&[0]), false)?,
        &[2],
        &[1000.0, 1000.0],
    )?;
    let equal = Tensor::f_zeros([4096], (Kind::Half, CPU)).ours()?;
    let soft = <Tch as Ops>::softmax(&equal, 0)?;
    gives(&<Tch as Ops>::sum(&soft, Axes::All, false)?, &[], &[1.0])
}

#[test]
fn norms_of_much() -> Result<()> {
    let x = Tensor::f_full([2, 1 << 20], 0.3, (Kind::Float, CPU)).ours()?;
    let root = (2.0f64 * f64::from(1 << 20)).sqrt() * f64::from(0.3f32);
    let close = |got: &Tensor, right: f64| -> Result<()> {
        let got = <Tch as Ops>::item(got)?.to_f64();
        assert!((got - right).abs() < 2e-6 * right, "{got}, not {right}");
        Ok(())
    };
    close(&<Tch as Ops>::l2(&x, Axes::All, false)?, root)?;
    close(&<Tch as Ops>::l2(&x, Axes::All, true)?, root)?;
    let across = <Tch as Ops>::transpose(&x, None)?;
    close(&<Tch as Ops>::l2(&across, Axes::All, false)?, root)?;
    let halves = of(Kind::Half, &[2], &[300.0, 400.0])?;
    gives(&<Tch as Ops>::l2(&halves, Axes::All, false)?, &[], &[500.0])?;
    gives(&<Tch as Ops>::l1(&halves, Axes::All, false)?, &[], &[700.0])
}

#[test]
fn nan_is_seen() -> Result<()> {
    let x = f32s(&[1.0, NAN, 3.0, NAN])?;
    gives(&<Tch as Ops>::relu(&x)?, &[4], &[1.0, NAN, 3.0, NAN])?;
    gives(
        &<Tch as Ops>::sign(&f32s(&[NAN, -0.0, -2.0, INF])?)?,
        &[4],
        &[NAN, 0.0, -1.0, 1.0],
    )?;
    gives(
        &<Tch as Ops>::maximum(&x, Num::Float(2.0))?,
        &[4],
        &[2.0, NAN, 3.0, NAN],
    )?;
    gives(
        &<Tch as Ops>::minimum(Num::Float(NAN), &x)?,
        &[4],
        &[NAN; 4],
    )?;
    gives(&<Tch as Ops>::max(&x, Axes::All, false)?, &[], &[NAN])?;
    gives(&<Tch as Ops>::argmax(&x, None, false)?, &[], &[1.0])?;
    gives(&<Tch as Ops>::argmin(&x, Some(0), true)?, &[1], &[1.0])?;
    gives(&<Tch as Ops>::linf(&x, Axes::All, false)?, &[], &[NAN])?;
    gives(&<Tch as Ops>::l0(&x, Axes::All, false)?, &[], &[4.0])?;
    gives(
        &<Tch as Ops>::sort(&x, 0, false)?,
        &[4],
        &[1.0, 3.0, NAN, NAN],
    )?;
    gives(
        &<Tch as Ops>::argsort(&x, 0, true)?,
        &[4],
        &[1.0, 3.0, 2.0, 0.0],
    )?;
    gives(
        &<Tch as Ops>::topk(&x, 3, -1, true)?.1,
        &[3],
        &[1.0, 3.0, 2.0],
    )?;
    let clipped = <Tch as Ops>::clip(&x, Num::Float(0.0), Num::Float(2.0))?;
    gives(&clipped, &[4], &[1.0, NAN, 2.0, NAN])?;
    gives(&<Tch as Ops>::all(&x, Axes::All, false)?, &[], &[1.0])?;
    let low = f32s(&[-INF, -INF])?;
    gives(
        &<Tch as Ops>::logsumexp(&low, Axes::All, false)?,
        &[],
        &[-INF],
    )?;
    gives(&<Tch as Ops>::softmax(&low, 0)?, &[2], &[NAN, NAN])?;
    let mask = bools(&[false, true, false, true])?;
    gives(
        &<Tch as Ops>::where_(&mask, Num::Float(0.0), &x)?,
        &[4],
        &[1.0, 0.0, 3.0, 0.0],
    )
}

#[test]
fn bounds_that_cross_give_the_upper() -> Result<()> {
    let x = f32s(&[-5.0, 0.0, 5.0])?;
    let crossed = <Tch as Ops>::clip(&x, Num::Float(2.0), Num::Float(1.0))?;
    gives(&crossed, &[3], &[1.0, 1.0, 1.0])
}

#[test]
fn casts_saturate() -> Result<()> {
    for kind in [Kind::Float, Kind::Double] {
        let x = of(kind, &[6], &[NAN, INF, -INF, 300.7, -1.5, 255.9])?;
        let bytes = <Tch as Ops>::astype::<u8, _>(&x)?;
        assert_eq!(longs(&bytes)?, [0, 255, 0, 255, 0, 255]);
        let short = <Tch as Ops>::astype::<i32, _>(&x)?;
        let (min, max) = (i64::from(i32::MIN), i64::from(i32::MAX));
        assert_eq!(longs(&short)?, [0, max, min, 300, -1, 255]);
        let long = <Tch as Ops>::astype::<i64, _>(&x)?;
        assert_eq!(longs(&long)?, [0, i64::MAX, i64::MIN, 300, -1, 255]);
        let edge = of(kind, &[2], &[9.3e18, -9.3e18])?;
        assert_eq!(
            longs(&<Tch as Ops>::astype::<i64, _>(&edge)?)?,
            [i64::MAX, i64::MIN]
        );
    }
    let halves = of(Kind::Half, &[3], &[NAN, INF, 65504.0])?;
    assert_eq!(
        longs(&<Tch as Ops>::astype::<i64, _>(&halves)?)?,
        [0, i64::MAX, 65504]
    );
    let truth = <Tch as Ops>::astype::<bool, _>(&f32s(&[0.5, NAN, -1.0, -0.0])?)?;
    gives(&truth, &[4], &[1.0, 1.0, 1.0, 0.0])?;
    let wrapped = <Tch as Ops>::astype::<u8, _>(&i64s(&[300, -1])?)?;
    assert_eq!(longs(&wrapped)?, [44, 255]);
    Ok(())
}

#[test]
fn ints_divide_downwards() -> Result<()> {
    for kind in [Kind::Int, Kind::Int64] {
        let least = match kind {
            Kind::Int => i64::from(i32::MIN),
            _ => i64::MIN,
        };
        let x = ints(kind, &[-7, 7, -7, 7, least, least])?;
        let y = ints(kind, &[2, -2, -2, 2, -1, 1])?;
        let quotient = <Tch as Ops>::floor_divide(&x, &y)?;
        assert_eq!(longs(&quotient)?, [-4, -4, 3, 3, least, least]);
        let rest = <Tch as Ops>::remainder(&x, &y)?;
        assert_eq!(longs(&rest)?, [1, -1, -1, 1, 0, 0]);
        let turned = <Tch as Ops>::floor_divide(&x, Num::Int(-1))?;
        assert_eq!(longs(&turned)?, [7, -7, 7, -7, least, least]);
        assert_eq!(longs(&<Tch as Ops>::remainder(&x, Num::Int(-1))?)?, [0; 6]);
        let left = <Tch as Ops>::floor_divide(Num::Int(least), &y)?;
        assert_eq!(longs(&left)?[4], least);
        assert_eq!(longs(&<Tch as Ops>::remainder(Num::Int(least), &y)?)?[4], 0);

        let zero = ints(kind, &[0])?;
        fails(<Tch as Ops>::floor_divide(&x, &zero), ErrorKind::Value);
        fails(<Tch as Ops>::remainder(&x, &zero), ErrorKind::Value);
        fails(
            <Tch as Ops>::remainder(Num::Int(1), &zero),
            ErrorKind::Value,
        );
        fails(
            <Tch as Ops>::floor_divide(&x, Num::Int(0)),
            ErrorKind::Value,
        );
        fails(<Tch as Ops>::pow(&x, &ints(kind, &[-1])?), ErrorKind::Value);
        fails(<Tch as Ops>::pow(&x, Num::Int(-1)), ErrorKind::Value);
        let nothing = ints(kind, &[])?;
        gives(&<Tch as Ops>::floor_divide(&nothing, &zero)?, &[0], &[])?;
        gives(
            &<Tch as Ops>::pow(Num::Int(2), &ints(kind, &[0, 5])?)?,
            &[2],
            &[1.0, 32.0],
        )?;
        assert_eq!(
            longs(&<Tch as Ops>::abs(&ints(kind, &[least, -3])?)?)?,
            [least, 3]
        );
    }
    let bytes = ints(Kind::Uint8, &[200, 7])?;
    gives(
        &<Tch as Ops>::floor_divide(&bytes, Num::Int(3))?,
        &[2],
        &[66.0, 2.0],
    )?;
    gives(&<Tch as Ops>::negative(&bytes)?, &[2], &[56.0, 249.0])?;
    fails(<Tch as Ops>::divide(&bytes, &bytes), ErrorKind::Dtype);
    let x = f32s(&[1.0, -7.0, 1.0])?;
    let y = f32s(&[0.1, INF, 0.0])?;
    gives(
        &<Tch as Ops>::floor_divide(&x, &y)?,
        &[3],
        &[9.0, -1.0, INF],
    )?;
    gives(
        &<Tch as Ops>::remainder(&x, &f32s(&[-0.3, INF, 0.0])?)?,
        &[3],
        &[-0.2, INF, NAN],
    )
}

#[test]
fn numbers_take_the_type_of_the_tensor() -> Result<()> {
    let x = f32s(&[1.0, 4.0])?;
    let f32_of = |y: Result<Tensor>| -> Result<Vec<f64>> {
        let y = y?;
        assert_eq!(<Tch as Backend>::dtype::<Erased>(&&y), Some(DType::F32));
        values(&y)
    };
    assert_eq!(
        f32_of(<Tch as Ops>::subtract(Num::Float(2.0), &x))?,
        [1.0, -2.0]
    );
    assert_eq!(f32_of(<Tch as Ops>::divide(Num::Int(2), &x))?, [2.0, 0.5]);
    assert_eq!(
        f32_of(<Tch as Ops>::divide(&x, Num::Float(4.0)))?,
        [0.25, 1.0]
    );
    assert_eq!(f32_of(<Tch as Ops>::pow(Num::Float(2.0), &x))?, [2.0, 16.0]);
    assert_eq!(f32_of(<Tch as Ops>::pow(&x, Num::Float(0.5)))?, [1.0, 2.0]);
    assert_eq!(
        f32_of(<Tch as Ops>::remainder(Num::Float(5.0), &x))?,
        [0.0, 1.0]
    );
    assert_eq!(
        f32_of(<Tch as Ops>::floor_divide(Num::Int(-5), &x))?,
        [-5.0, -2.0]
    );
    assert_eq!(
        f32_of(<Tch as Ops>::add(&x, Num::Float(1e300)))?,
        [INF, INF]
    );
    assert_eq!(
        f32_of(<Tch as Ops>::full_like(&x, Num::Float(-1e300)))?,
        [-INF, -INF]
    );
    assert_eq!(f32_of(<Tch as Ops>::maximum(&x, Num::Int(2)))?, [2.0, 4.0]);
    let mask = bools(&[true, false])?;
    assert_eq!(
        f32_of(<Tch as Ops>::where_(&mask, Num::Float(0.5), &x))?,
        [0.5, 4.0]
    );
    gives(&<Tch as Ops>::less(Num::Float(2.0), &x)?, &[2], &[0.0, 1.0])?;
    gives(
        &<Tch as Ops>::greater_equal(Num::Float(4.0), &x)?,
        &[2],
        &[1.0, 1.0],
    )?;
    gives(
        &<Tch as Ops>::logical_and(&mask, Num::Bool(true))?,
        &[2],
        &[1.0, 0.0],
    )?;
    let kept = <Tch as Ops>::where_(&mask, Num::Bool(false), &mask)?;
    assert_eq!(kept.f_kind().ours()?, Kind::Bool);
    let byte = ints(Kind::Uint8, &[1])?;
    let error = <Tch as Ops>::add(&byte, Num::Int(300)).err();
    assert_eq!(
        error.map(|e| e.kind()),
        Some(eagerpy_runtime::ErrorKind::Value)
    );
    gives(&<Tch as Ops>::less(&byte, Num::Int(300))?, &[1], &[1.0])?;
    Ok(())
}

#[test]
fn classes_are_checked() -> Result<()> {
    let (whole, mask) = (i64s(&[1, 4])?, bools(&[true, false])?);
    for (_, op) in FLOAT {
        fails(op(&whole), ErrorKind::Dtype);
    }
    for (_, op) in NUMERIC {
        fails(op(&mask), ErrorKind::Dtype);
    }
    for (_, op) in FLOAT_REDUCTIONS {
        fails(op(&whole, Axes::All, false), ErrorKind::Dtype);
    }
    fails(<Tch as Ops>::add(&mask, &mask), ErrorKind::Dtype);
    fails(<Tch as Ops>::softmax(&whole, 0), ErrorKind::Dtype);
    fails(<Tch as Ops>::logical_not(&whole), ErrorKind::Dtype);
    fails(<Tch as Ops>::logical_and(&whole, &whole), ErrorKind::Dtype);
    fails(
        <Tch as Ops>::where_(&whole, &whole, &whole),
        ErrorKind::Dtype,
    );
    fails(<Tch as Ops>::matmul(&mask, &mask), ErrorKind::Dtype);
    fails(
        <Tch as Ops>::take(&whole, &f32s(&[0.0])?, 0),
        ErrorKind::Dtype,
    );
    let complex = Tensor::f_zeros([2], (Kind::ComplexFloat, CPU)).ours()?;
    fails(<Tch as Ops>::exp(&complex), ErrorKind::Dtype);
    Ok(())
}

#[test]
fn indices_out_of_range_are_errors() -> Result<()> {
    let x = f32s(&[1.0, 2.0, 3.0])?;
    let rows = of(Kind::Float, &[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    for kind in [Kind::Int, Kind::Int64] {
        for bad in [-1, 3] {
            let at = ints(kind, &[0, bad])?;
            fails(<Tch as Ops>::take(&x, &at, 0), ErrorKind::Index);
            fails(<Tch as Ops>::take_along_axis(&x, &at, 0), ErrorKind::Index);
            fails(
                <Tch as Ops>::getitem(&x, &[IndexItem::Tensor(&at)]),
                ErrorKind::Index,
            );
            fails(
                <Tch as Ops>::one_hot::<f32, _>(&place(Kind::Float), &at, 3),
                ErrorKind::Index,
            );
            fails(crossentropy(&rows, &at), ErrorKind::Index);
        }
    }
    fails(crossentropy(&rows, &i64s(&[0, -100])?), ErrorKind::Index);
    let message = match <Tch as Ops>::take(&x, &i64s(&[-1])?, 0) {
        Ok(_) => String::new(),
        Err(error) => error.message().to_owned(),
    };
    assert_eq!(message, "index -1 is out of range: 0 to 2");
    let bytes = ints(Kind::Uint8, &[2, 0])?;
    gives(&<Tch as Ops>::take(&x, &bytes, 0)?, &[2], &[3.0, 1.0])?;
    gives(&<Tch as Ops>::take(&x, &i64s(&[])?, 0)?, &[0], &[])?;
    let hot = <Tch as Ops>::one_hot::<i64, _>(&place(Kind::Float), &bytes, 3)?;
    gives(&hot, &[2, 3], &[0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
}

#[test]
fn updates_that_do_not_fit_are_errors() -> Result<()> {
    let x = f32s(&[1.0, 2.0, 3.0])?;
    let update = |items: &[IndexItem<'_, Tch>]| <Tch as Ops>::index_update(&x, items, &x);
    for bad in [3, -1, i64::MAX] {
        let at = i64s(&[0, bad])?;
        fails(update(&[IndexItem::Tensor(&at)]), ErrorKind::Index);
    }
    fails(update(&[IndexItem::At(-4)]), ErrorKind::Index);
    let (short, mask) = (bools(&[true])?, bools(&[true, true, false])?);
    fails(update(&[IndexItem::Mask(&short)]), ErrorKind::Index);
    fails(update(&[IndexItem::Mask(&mask)]), ErrorKind::Shape);
    fails(update(&[IndexItem::Tensor(&mask)]), ErrorKind::Dtype);
    fails(update(&[IndexItem::Mask(&x)]), ErrorKind::Dtype);
    let wide = of(Kind::Double, &[3], &[1.0; 3])?;
    fails(<Tch as Ops>::index_update(&x, &[], &wide), ErrorKind::Dtype);
    fails(
        <Tch as Ops>::index_update(&mask, &[], Num::Int(1)),
        ErrorKind::Dtype,
    );
    let out = <Tch as Ops>::index_update(&mask, &[IndexItem::Mask(&mask)], Num::Bool(false))?;
    gives(&out, &[3], &[0.0; 3])
}

#[test]
fn the_last_of_equal_positions_stays() -> Result<()> {
    let many = 10_000_i64;
    let at = i64s(&(0..many).map(|i| i % 3).collect::<Vec<_>>())?;
    for kind in [Kind::Double, Kind::Int, Kind::Int64, Kind::Half] {
        let value: Vec<f64> = (0..many).map(|i| (i % 2000) as f64).collect();
        let value = of(kind, &[value.len()], &value)?;
        let x = of(kind, &[4], &[-1.0; 4])?;
        let out = <Tch as Ops>::index_update(&x, &[IndexItem::Tensor(&at)], &value)?;
        gives(&out, &[4], &[1999.0, 1997.0, 1998.0, -1.0])?;
        gives(&x, &[4], &[-1.0; 4])?;
    }
    Ok(())
}

#[test]
fn no_axes_reduce_nothing() -> Result<()> {
    let x = of(Kind::Float, &[2], &[-3.0, 0.0])?;
    let bytes = ints(Kind::Uint8, &[200, 100])?;
    let none = || list(&[]);
    gives(&<Tch as Ops>::sum(&x, none(), false)?, &[2], &[-3.0, 0.0])?;
    gives(&<Tch as Ops>::max(&x, none(), true)?, &[2], &[-3.0, 0.0])?;
    gives(&<Tch as Ops>::all(&x, none(), false)?, &[2], &[1.0, 0.0])?;
    gives(&<Tch as Ops>::l2(&x, none(), false)?, &[2], &[3.0, 0.0])?;
    gives(&<Tch as Ops>::l0(&x, none(), false)?, &[2], &[1.0, 0.0])?;
    gives(
        &<Tch as Ops>::var(&x, none(), Num::Int(0), false)?,
        &[2],
        &[0.0, 0.0],
    )?;
    gives(
        &<Tch as Ops>::var(&x, none(), Num::Int(1), false)?,
        &[2],
        &[NAN, NAN],
    )?;
    gives(
        &<Tch as Ops>::logsumexp(&x, none(), false)?,
        &[2],
        &[-3.0, 0.0],
    )?;
    let sum = <Tch as Ops>::sum(&bytes, none(), false)?;
    assert_eq!(sum.f_kind().ours()?, Kind::Int64);
    gives(&<Tch as Ops>::sum(&bytes, Axes::All, true)?, &[1], &[300.0])?;
    gives(
        &<Tch as Ops>::prod(&bytes, Axes::All, false)?,
        &[],
        &[20_000.0],
    )?;
    assert_eq!(
        <Tch as Ops>::all(&bytes, Axes::All, false)?
            .f_kind()
            .ours()?,
        Kind::Bool
    );
    let cube = Tensor::f_full([2, 3, 2], 2.0, (Kind::Double, CPU)).ours()?;
    gives(
        &<Tch as Ops>::prod(&cube, Axes::All, true)?,
        &[1, 1, 1],
        &[4096.0],
    )?;
    gives(
        &<Tch as Ops>::prod(&cube, list(&[0, 2]), false)?,
        &[3],
        &[16.0; 3],
    )?;
    gives(
        &<Tch as Ops>::prod(&cube, list(&[0, 2]), true)?,
        &[1, 3, 1],
        &[16.0; 3],
    )
}

#[test]
fn reductions_of_nothing() -> Result<()> {
    let wide = Tensor::f_zeros([3, 0], (Kind::Float, CPU)).ours()?;
    gives(
        &<Tch as Ops>::sum(&wide, list(&[1]), false)?,
        &[3],
        &[0.0; 3],
    )?;
    gives(
        &<Tch as Ops>::prod(&wide, list(&[1]), false)?,
        &[3],
        &[1.0; 3],
    )?;
    gives(
        &<Tch as Ops>::mean(&wide, list(&[1]), false)?,
        &[3],
        &[NAN; 3],
    )?;
    gives(&<Tch as Ops>::max(&wide, list(&[0]), false)?, &[0], &[])?;
    gives(
        &<Tch as Ops>::logsumexp(&wide, list(&[1]), false)?,
        &[3],
        &[-INF; 3],
    )?;
    gives(
        &<Tch as Ops>::l2(&wide, list(&[1]), false)?,
        &[3],
        &[0.0; 3],
    )?;
    gives(&<Tch as Ops>::all(&wide, Axes::All, false)?, &[], &[1.0])?;
    gives(&<Tch as Ops>::any(&wide, Axes::All, false)?, &[], &[0.0])?;
    fails(
        <Tch as Ops>::max(&wide, list(&[1]), false),
        ErrorKind::Value,
    );
    fails(
        <Tch as Ops>::argmin(&wide, Some(1), false),
        ErrorKind::Value,
    );
    let none = Tensor::f_zeros([0, 0], (Kind::Float, CPU)).ours()?;
    gives(&<Tch as Ops>::min(&none, list(&[0]), true)?, &[1, 0], &[])?;
    gives(&<Tch as Ops>::linf(&none, list(&[1]), false)?, &[0], &[])?;
    gives(&<Tch as Ops>::argmax(&none, Some(0), false)?, &[0], &[])?;
    let product = <Tch as Ops>::matmul(
        &Tensor::f_zeros([2, 0], (Kind::Int, CPU)).ours()?,
        &Tensor::f_zeros([0, 3], (Kind::Int, CPU)).ours()?,
    )?;
    gives(&product, &[2, 3], &[0.0; 6])
}

#[test]
fn equal_elements_keep_their_order() -> Result<()> {
    let x = f32s(&[1.0, 3.0, 2.0, 3.0, 1.0, 3.0])?;
    let (top, at) = <Tch as Ops>::topk(&x, 4, -1, true)?;
    gives(&top, &[4], &[3.0, 3.0, 3.0, 2.0])?;
    gives(&at, &[4], &[1.0, 3.0, 5.0, 2.0])?;
    gives(&<Tch as Ops>::topk(&x, 0, -1, true)?.0, &[0], &[])?;
    let ones = Tensor::f_ones([2000], (Kind::Int64, CPU)).ours()?;
    let order = <Tch as Ops>::argsort(&ones, 0, true)?;
    assert_eq!(longs(&order)?, (0..2000).collect::<Vec<i64>>());
    gives(&<Tch as Ops>::argmax(&ones, None, false)?, &[], &[0.0])?;
    let rows = of(Kind::Float, &[2, 3], &[1.0, 2.0, 3.0, 30.0, 10.0, 20.0])?;
    let last = rows.f_narrow(0, 1, 1).ours()?;
    gives(
        &<Tch as Ops>::sort(&last, -1, false)?,
        &[1, 3],
        &[10.0, 20.0, 30.0],
    )
}

#[test]
fn ranges_walk_backwards() -> Result<()> {
    let x = i64s(&[0, 1, 2, 3, 4, 5])?;
    let cut = |start, end, step| {
        let (start, end) = (Some(start), Some(end));
        <Tch as Ops>::slice::<Tensor>(&x, &[IndexItem::Range { start, end, step }])
    };
    assert_eq!(longs(&cut(0, 3, -1)?)?, [2, 1, 0]);
    assert_eq!(longs(&cut(1, 4, -2)?)?, [3, 1]);
    assert_eq!(longs(&cut(1, -1, 3)?)?, [1, 4]);
    assert_eq!(longs(&cut(4, 2, 1)?)?, [0i64; 0]);
    assert_eq!(longs(&cut(0, 6, i64::MIN)?)?, [5]);
    Ok(())
}

#[test]
fn new_tensors() -> Result<()> {
    let at = place(Kind::Float);
    let range = <Tch as Ops>::arange::<i64>(&at, Num::Int(5), Some(Num::Int(-2)), Num::Int(-3))?;
    assert_eq!(longs(&range)?, [5, 2, -1]);
    let range =
        <Tch as Ops>::arange::<f32>(&at, Num::Float(0.0), Some(Num::Float(0.5)), Num::Float(0.1))?;
    gives(&range, &[5], &[0.0, 0.1, 0.2, 0.3, 0.4])?;
    let range = <Tch as Ops>::arange::<Erased>(&at, Num::Int(3), None, Num::Int(1))?;
    assert_eq!(range.f_kind().ours()?, Kind::Float);
    gives(
        &<Tch as Ops>::eye::<bool>(&at, 2, Some(3), 1)?,
        &[2, 3],
        &[0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
    )?;
    gives(
        &<Tch as Ops>::eye::<f64>(&at, 2, None, -5)?,
        &[2, 2],
        &[0.0; 4],
    )?;
    let large = <Tch as Ops>::full::<u8>(&at, [2], Num::Int(300)).err();
    assert_eq!(large.map(|e| e.kind()), Some(ErrorKind::Value));
    let far = i64::MAX - 1;
    let padded = <Tch as Ops>::pad(&i64s(&[7])?, &[(1, 1)], "constant", Num::Int(far))?;
    assert_eq!(longs(&padded)?, [far, 7, far]);
    let random = <Tch as Ops>::uniform::<f64>(&at, [4], Num::Float(2.0), Num::Float(3.0), 7)?;
    assert!(values(&random)?.iter().all(|v| (2.0..3.0).contains(v)));
    Ok(())
}

fn leaf(data: &[f64]) -> Result<Tensor> {
    f32s(data)?.f_set_requires_grad(true).ours()
}

/// The gradient of the sum of an op's result.
fn gradient(data: &[f64], op: &dyn Fn(&Tensor) -> Result<Tensor>) -> Result<Vec<f64>> {
    let x = leaf(data)?;
    op(&x)?
        .f_sum(None::<Kind>)
        .and_then(|total| total.f_backward())
        .ours()?;
    values(&x.grad())
}

#[test]
fn gradients_flow() -> Result<()> {
    let at = [0.6, 1.7, 2.3];
    let differentiable = |x: &Tensor, name: &str| {
        assert!(x.requires_grad(), "{name} cuts the gradient");
    };
    let x = leaf(&at)?;
    for (name, op) in FLOAT
        .iter()
        .chain(&NUMERIC)
        .filter(|(n, _)| !n.starts_with("is"))
    {
        differentiable(&op(&x)?, name);
    }
    for (name, op) in &BINARY[..8] {
        differentiable(&op(&x, &x)?, name);
    }
    for (name, op) in ANY_REDUCTIONS.iter().take(4).chain(&FLOAT_REDUCTIONS) {
        // A count has no slope.
        if *name != "l0" {
            differentiable(&op(&x, Axes::All, false)?, name);
        }
    }
    differentiable(&<Tch as Ops>::gelu(&x, "tanh")?, "gelu");
    differentiable(&<Tch as Ops>::softmax(&x, 0)?, "softmax");
    differentiable(&<Tch as Ops>::log_softmax(&x, 0)?, "log_softmax");
    differentiable(&<Tch as Ops>::topk(&x, 2, -1, true)?.0, "topk");
    differentiable(&<Tch as Ops>::sort(&x, 0, true)?, "sort");
    for (name, op) in &SCANS {
        differentiable(&op(&x)?, name);
    }
    let weighed = <Tch as Ops>::bincount(&i64s(&[0, 2, 2])?, &x, 0)?;
    differentiable(&weighed, "bincount");
    differentiable(&<Tch as Ops>::take(&x, &i64s(&[0, 0])?, 0)?, "take");
    differentiable(&<Tch as Ops>::astype::<f64, _>(&x)?, "astype");
    differentiable(&<Tch as Ops>::subtract(Num::Int(1), &x)?, "subtract");
    differentiable(&<Tch as Ops>::divide(Num::Int(1), &x)?, "divide");
    differentiable(&<Tch as Ops>::pow(Num::Int(2), &x)?, "pow");
    differentiable(&<Tch as Ops>::matmul(&x, &x)?, "matmul");
    let rows = <Tch as Ops>::expand_dims(&x, 0)?;
    differentiable(&crossentropy(&rows, &i64s(&[1])?)?, "crossentropy");
    differentiable(&<Tch as Ops>::flip(&x, Axes::All)?, "flip");
    let wide = of(Kind::Double, &[2], &[1.0 / 3.0, 1e300])?;
    let wide = wide.f_set_requires_grad(true).ours()?;
    for half in [
        <Tch as Ops>::astype::<f16, _>(&wide)?,
        <Tch as Ops>::astype::<bf16, _>(&wide)?,
    ] {
        half.f_sum(Kind::Float)
            .and_then(|total| total.f_backward())
            .ours()?;
    }
    assert_eq!(values(&wide.grad())?, [2.0, 2.0]);
    Ok(())
}

#[test]
fn gradients_go_where_elements_go() -> Result<()> {
    // How often each element goes into the result.
    let counts: &[(&str, Unary, [f64; 3])] = &[
        ("roll", |x| <Tch as Ops>::roll(x, 1, None), [1.0; 3]),
        (
            "repeat",
            |x| <Tch as Ops>::repeat(x, [2_i64, 0, 1], None),
            [2.0, 0.0, 1.0],
        ),
        ("tile", |x| <Tch as Ops>::tile(x, 2), [2.0; 3]),
        (
            "split",
            |x| Ok(<Tch as Ops>::split(x, Some(3), 0, None)?.remove(1)),
            [0.0, 1.0, 0.0],
        ),
        (
            "unstack",
            |x| Ok(<Tch as Ops>::unstack(x, 0)?.remove(2)),
            [0.0, 0.0, 1.0],
        ),
        (
            "sliding_window",
            |x| <Tch as Ops>::sliding_window(x, 2, 1, 0),
            [1.0, 2.0, 1.0],
        ),
        ("diag", |x| <Tch as Ops>::diag(x, 1), [1.0; 3]),
        (
            "tril",
            |x| {
                <Tch as Ops>::tril(
                    &<Tch as Ops>::tile(&<Tch as Ops>::expand_dims(x, 0)?, [3_i64, 1])?,
                    0,
                )
            },
            [3.0, 2.0, 1.0],
        ),
        (
            "reflect",
            |x| <Tch as Ops>::pad(x, &[(2, 0)], "reflect", Num::Int(0)),
            [1.0, 2.0, 2.0],
        ),
        (
            "edge",
            |x| <Tch as Ops>::pad(x, &[(2, 1)], "edge", Num::Int(0)),
            [3.0, 1.0, 2.0],
        ),
        (
            "wrap",
            |x| <Tch as Ops>::pad(x, &[(0, 4)], "wrap", Num::Int(0)),
            [3.0, 2.0, 2.0],
        ),
        (
            "gather",
            |x| <Tch as Ops>::gather(x, &i64s(&[2, 2])?, 0),
            [0.0, 0.0, 2.0],
        ),
        (
            "scatter_add",
            |x| <Tch as Ops>::scatter_add(x, &i64s(&[0, 0, 1])?, x, 0),
            [2.0; 3],
        ),
        (
            "scatter",
            |x| <Tch as Ops>::scatter(&<Tch as Ops>::zeros_like(x)?, &i64s(&[0, 0, 1])?, x, 0),
            [0.0, 1.0, 1.0],
        ),
        (
            "index_add",
            |x| <Tch as Ops>::index_add(x, &i64s(&[0, 0, 1])?, x, 0),
            [2.0; 3],
        ),
        (
            "put_along_axis",
            |x| <Tch as Ops>::put_along_axis(x, &i64s(&[1])?, Num::Float(5.0), 0),
            [1.0, 0.0, 1.0],
        ),
        (
            "masked_fill",
            |x| <Tch as Ops>::masked_fill(x, &bools(&[true, false, true])?, Num::Float(0.0)),
            [0.0, 1.0, 0.0],
        ),
    ];
    for (name, op, want) in counts {
        assert_eq!(gradient(&[0.6, 1.7, 2.3], op)?, want, "{name}");
    }
    Ok(())
}

fn crossentropy(logits: &Tensor, labels: &Tensor) -> Result<Tensor> {
    let absent = eagerpy_runtime::Absent;
    <Tch as Ops>::crossentropy(logits, labels, -1, absent, None, Num::Float(0.0), "none")
}

const SCANS: [(&str, Unary); 12] = [
    ("cumsum", |x| <Tch as Ops>::cumsum(x, Some(0))),
    ("cumprod", |x| <Tch as Ops>::cumprod(x, None)),
    ("cummax", |x| <Tch as Ops>::cummax(x, None)),
    ("cummin", |x| <Tch as Ops>::cummin(x, None)),
    ("logcumsumexp", |x| <Tch as Ops>::logcumsumexp(x, None)),
    ("diff", |x| <Tch as Ops>::diff(x, 1, -1)),
    ("median", |x| <Tch as Ops>::median(x, Axes::All, false)),
    ("quantile", |x| {
        <Tch as Ops>::quantile(x, Num::Float(0.4), Axes::All, false)
    }),
    ("nansum", |x| <Tch as Ops>::nansum(x, Axes::All, false)),
    ("nanmean", |x| <Tch as Ops>::nanmean(x, Axes::All, false)),
    ("nanmax", |x| <Tch as Ops>::nanmax(x, Axes::All, false)),
    ("unique", |x| <Tch as Ops>::unique(x)),
];

#[test]
fn gradients_at_kinks() -> Result<()> {
    let same_as =
        |got: Vec<f64>, right: &[f64]| assert!(same(&got, right), "{got:?}, not {right:?}");
    same_as(gradient(&[0.0], &|x| <Tch as Ops>::relu(x))?, &[0.0]);
    same_as(gradient(&[0.0], &|x| <Tch as Ops>::abs(x))?, &[0.0]);
    same_as(
        gradient(&[3.0, 3.0, 1.0], &|x| {
            <Tch as Ops>::max(x, Axes::All, false)
        })?,
        &[0.5, 0.5, 0.0],
    );
    same_as(
        gradient(&[0.0], &|x| <Tch as Ops>::maximum(x, Num::Float(0.0)))?,
        &[0.5],
    );
    same_as(gradient(&[2.0], &|x| <Tch as Ops>::minimum(x, x))?, &[1.0]);
    same_as(
        gradient(&[0.0, 0.0], &|x| <Tch as Ops>::l2(x, Axes::All, false))?,
        &[0.0, 0.0],
    );
    let zeros = vec![0.0; 70_000];
    same_as(
        gradient(&zeros, &|x| <Tch as Ops>::l2(x, Axes::All, false))?,
        &zeros,
    );
    same_as(
        gradient(&zeros, &|x| <Tch as Ops>::l2(x, Axes::All, true))?,
        &zeros,
    );
    same_as(
        gradient(&[0.0, 0.0], &|x| {
            <Tch as Ops>::lp(x, Num::Int(3), Axes::All, false)
        })?,
        &[0.0, 0.0],
    );
    same_as(
        gradient(&[0.0, 2.0], &|x| {
            <Tch as Ops>::lp(x, Num::Int(3), Axes::All, false)
        })?,
        &[0.0, 1.0],
    );
    same_as(
        gradient(&[-3.0, 3.0, 1.0], &|x| {
            <Tch as Ops>::linf(x, Axes::All, false)
        })?,
        &[-0.5, 0.5, 0.0],
    );
    same_as(
        gradient(&[5.0, 5.0], &|x| {
            <Tch as Ops>::std(x, Axes::All, Num::Int(0), false)
        })?,
        &[0.0, 0.0],
    );
    same_as(
        gradient(&[0.0, 1.0], &|x| {
            <Tch as Ops>::clip(x, Num::Int(0), Num::Int(1))
        })?,
        &[1.0, 1.0],
    );
    same_as(
        gradient(&[0.0, 2.0, 3.0], &|x| {
            <Tch as Ops>::prod(x, Axes::All, false)
        })?,
        &[6.0, 0.0, 0.0],
    );
    same_as(
        gradient(&[0.0], &|x| <Tch as Ops>::pow(x, Num::Int(0)))?,
        &[0.0],
    );
    same_as(
        gradient(&[100.0, -100.0], &|x| <Tch as Ops>::softplus(x))?,
        &[1.0, 0.0],
    );
    same_as(
        gradient(&[NAN, 1.0], &|x| <Tch as Ops>::sign(x))?,
        &[0.0, 0.0],
    );
    Ok(())
}

#[test]
fn errors_keep_their_source() -> Result<()> {
    let x = f32s(&[1.0, 2.0])?;
    let wrong = <Tch as Backend>::matmul::<Erased>(&x, &f32s(&[1.0])?);
    fails(wrong, ErrorKind::Framework);
    if let Err(error) = <Tch as Backend>::matmul::<Erased>(&x, &f32s(&[1.0])?) {
        assert!(error.source().is_some_and(|s| s.is::<::tch::TchError>()));
    }
    let two_numbers =
        <Tch as Backend>::add::<Erased>(Operand::Num(Num::Int(1)), Operand::Num(Num::Int(1)));
    fails(two_numbers, ErrorKind::Unsupported);
    Ok(())
}

#[test]
fn a_tensor_that_is_none_is_an_error() {
    let none = Tensor::new();
    assert!(dims(&none).is_empty());
    let _ = <Tch as Ops>::place_of(&none);
    for (name, op) in FLOAT.iter().chain(&NUMERIC).chain(&MOVES) {
        assert!(op(&none).is_err(), "{name}");
    }
    for (name, op) in BINARY {
        assert!(op(&none, &none).is_err(), "{name}");
    }
    for (name, op) in ANY_REDUCTIONS.iter().chain(&FLOAT_REDUCTIONS) {
        assert!(op(&none, Axes::All, false).is_err(), "{name}");
    }
    assert!(<Tch as Ops>::item(&none).is_err());
    assert!(<Tch as Ops>::astype::<u8, _>(&none).is_err());
    assert!(<Tch as Ops>::zeros_like(&none).is_ok_and(|x| x.defined()));
}

#[test]
fn numbers_go_through() -> Result<()> {
    for kind in [
        Kind::Half,
        Kind::BFloat16,
        Kind::Float,
        Kind::Double,
        Kind::Int,
        Kind::Int64,
        Kind::Uint8,
    ] {
        let x = of(kind, &[2, 2], &[1.0, 2.0, 3.0, 4.0])?;
        assert_eq!(x.f_kind().ours()?, kind);
        let across = <Tch as Ops>::transpose(&x, Some(Ints::from([1, 0])))?;
        gives(&across, &[2, 2], &[1.0, 3.0, 2.0, 4.0])?;
        let corner = <Tch as Ops>::slice::<Tensor>(&x, &[IndexItem::At(1), IndexItem::At(1)])?;
        assert_eq!(<Tch as Ops>::item(&corner)?.to_f64(), 4.0);
    }
    assert_eq!(<Tch as Ops>::item(&bools(&[true])?)?, Num::Bool(true));
    assert_eq!(<Tch as Ops>::item(&i64s(&[i64::MAX])?)?, Num::Int(i64::MAX));
    Ok(())
}

#[test]
fn sixteen_bits_are_rounded_once() -> eagerpy_runtime::Result<()> {
    crate::half_precision::laws::<Tch>(|_| 0)
}
