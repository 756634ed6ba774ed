//! Laws of the candle backend: layout is of no account, gradients are those of the function,
//! NaN and kinks are as the vocabulary says, and what other devices run gives what the CPU runs.

use std::error::Error as StdError;

use candle_core::{DType as Native, Device, Result as Fallible, Tensor, Var};
use eagerpy_runtime::{
    Backend, Cut, DType, Erased, Error, ErrorKind, IndexItem, Num, Operand, Result as Outcome,
    Value, bf16, f16,
};

use super::elementwise::{self, Binary, Unary};
use super::reduce::{self, Lanes};
use super::{Candle, Place};

type Done = Result<(), Box<dyn StdError>>;
type One = (&'static str, fn(&Tensor) -> Outcome<Tensor>);
type Two = (&'static str, fn(&Tensor, &Tensor) -> Outcome<Tensor>);

fn tensor(data: &[f64], shape: &[usize]) -> Fallible<Tensor> {
    Tensor::from_slice(data, shape, &Device::Cpu)
}

fn vector(data: &[f64]) -> Fallible<Tensor> {
    tensor(data, &[data.len()])
}

fn list(data: &[i64]) -> Fallible<Tensor> {
    Tensor::from_slice(data, data.len(), &Device::Cpu)
}

fn t<'a>(x: &'a Tensor) -> Operand<'a, Candle, Erased> {
    Operand::Tensor(x)
}

fn n<'a>(v: impl Into<Num>) -> Operand<'a, Candle, Erased> {
    Operand::Num(v.into())
}

fn floats(x: &Tensor) -> Outcome<Vec<f64>> {
    let all = Candle::to_nums::<Erased>(x)?;
    Ok(all.into_iter().map(Num::to_f64).collect())
}

/// Equal within `rtol`; NaN equals NaN.
fn same(what: &str, got: &[f64], want: &[f64], rtol: f64) {
    let close = |a: f64, b: f64| {
        a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= rtol * (1.0 + b.abs())
    };
    let all = got.len() == want.len() && got.iter().zip(want).all(|(&a, &b)| close(a, b));
    assert!(all, "{what}: {got:?}, not {want:?}");
}

/// Differentiable functions of one tensor.
const UNARY: &[One] = &[
    ("negative", |x| Candle::negative::<Erased>(x)),
    ("abs", |x| Candle::abs::<Erased>(x)),
    ("square", |x| Candle::square::<Erased>(x)),
    ("sqrt", |x| {
        Candle::sqrt::<Erased>(&Candle::abs::<Erased>(x)?)
    }),
    ("rsqrt", |x| {
        Candle::rsqrt::<Erased>(&Candle::abs::<Erased>(x)?)
    }),
    ("reciprocal", |x| Candle::reciprocal::<Erased>(x)),
    ("exp", |x| Candle::exp::<Erased>(x)),
    ("expm1", |x| Candle::expm1::<Erased>(x)),
    ("log", |x| Candle::log::<Erased>(&Candle::abs::<Erased>(x)?)),
    ("log1p", |x| {
        Candle::log1p::<Erased>(&Candle::abs::<Erased>(x)?)
    }),
    ("sin", |x| Candle::sin::<Erased>(x)),
    ("cos", |x| Candle::cos::<Erased>(x)),
    ("tan", |x| Candle::tan::<Erased>(x)),
    ("sinh", |x| Candle::sinh::<Erased>(x)),
    ("cosh", |x| Candle::cosh::<Erased>(x)),
    ("tanh", |x| Candle::tanh::<Erased>(x)),
    ("sigmoid", |x| Candle::sigmoid::<Erased>(x)),
    ("relu", |x| Candle::relu::<Erased>(x)),
    ("softplus", |x| Candle::softplus::<Erased>(x)),
    ("gelu", |x| Candle::gelu::<Erased>(x, false)),
    ("gelu tanh", |x| Candle::gelu::<Erased>(x, true)),
    ("clip", |x| {
        Candle::clip::<Erased>(x, Some(Num::Float(-0.6)), Some(Num::Int(1)))
    }),
    ("clip below", |x| {
        Candle::clip::<Erased>(x, Some(Num::Float(0.1)), None)
    }),
    ("x + 2", |x| Candle::add::<Erased>(t(x), n(2.0))),
    ("2 - x", |x| Candle::subtract::<Erased>(n(2), t(x))),
    ("x - 2", |x| Candle::subtract::<Erased>(t(x), n(2))),
    ("3 x", |x| Candle::multiply::<Erased>(n(3.0), t(x))),
    ("x / 3", |x| Candle::divide::<Erased>(t(x), n(3.0))),
    ("3 / x", |x| Candle::divide::<Erased>(n(3.0), t(x))),
    ("x ** 3", |x| Candle::pow::<Erased>(t(x), n(3))),
    ("x ** 2", |x| Candle::pow::<Erased>(t(x), n(2))),
    ("2 ** x", |x| Candle::pow::<Erased>(n(2.0), t(x))),
    ("x % 0.73", |x| Candle::remainder::<Erased>(t(x), n(0.73))),
    ("maximum(x, 0.2)", |x| {
        Candle::maximum::<Erased>(t(x), n(0.2))
    }),
    ("minimum(0.2, x)", |x| {
        Candle::minimum::<Erased>(n(0.2), t(x))
    }),
    ("sum", |x| Candle::sum::<Erased>(x, &[0], false)),
    ("sum kept", |x| Candle::sum::<Erased>(x, &[1], true)),
    ("sum of none", |x| Candle::sum::<Erased>(x, &[], false)),
    ("prod", |x| Candle::prod::<Erased>(x, &[0], false)),
    ("prod all", |x| Candle::prod::<Erased>(x, &[0, 1], true)),
    ("mean", |x| Candle::mean::<Erased>(x, &[1], false)),
    ("min", |x| Candle::min::<Erased>(x, &[0], true)),
    ("max", |x| Candle::max::<Erased>(x, &[1], false)),
    ("max all", |x| Candle::max::<Erased>(x, &[0, 1], false)),
    ("var", |x| {
        Candle::var::<Erased>(x, &[1], Num::Int(1), false)
    }),
    ("std", |x| Candle::std::<Erased>(x, &[0], Num::Int(0), true)),
    ("logsumexp", |x| Candle::logsumexp::<Erased>(x, &[1], false)),
    ("logsumexp first", |x| {
        Candle::logsumexp::<Erased>(x, &[0], true)
    }),
    ("logsumexp all", |x| {
        Candle::logsumexp::<Erased>(x, &[0, 1], false)
    }),
    ("l1", |x| Candle::l1::<Erased>(x, &[1], false)),
    ("l2", |x| Candle::l2::<Erased>(x, &[1], false)),
    ("linf", |x| Candle::linf::<Erased>(x, &[0], false)),
    ("lp", |x| Candle::lp::<Erased>(x, 3.0, &[1], false)),
    ("softmax", |x| Candle::softmax::<Erased>(x, 1)),
    ("softmax first", |x| Candle::softmax::<Erased>(x, 0)),
    ("log_softmax", |x| Candle::log_softmax::<Erased>(x, 1)),
    ("log_softmax first", |x| Candle::log_softmax::<Erased>(x, 0)),
    ("crossentropy", |x| {
        let labels: Vec<i64> = (0..x.dims()[0] as i64).map(|i| i % 2).collect();
        let labels = list(&labels).map_err(super::convert::failed)?;
        Candle::crossentropy::<Erased, Erased>(x, &labels)
    }),
    ("reshape", |x| {
        Candle::reshape::<Erased>(x, &[x.elem_count()])
    }),
    ("transpose", |x| Candle::transpose::<Erased>(x, &[1, 0])),
    ("expand_dims", |x| Candle::expand_dims::<Erased>(x, &[0, 2])),
    ("broadcast_to", |x| {
        Candle::broadcast_to::<Erased>(x, &[2, x.dims()[0], x.dims()[1]])
    }),
    ("concatenate", |x| Candle::concatenate::<Erased>(&[x, x], 1)),
    ("flip", |x| Candle::flip::<Erased>(x, &[0, 1])),
    ("pad", |x| {
        Candle::pad::<Erased>(x, &[(1, 0), (2, 1)], Num::Float(7.0))
    }),
    ("slice", |x| {
        let back = Cut {
            start: 1,
            len: 2,
            step: -1,
        };
        let one = Cut {
            start: 1,
            len: 1,
            step: 1,
        };
        Candle::slice::<Erased>(x, &[back, one], &[1], &[0])
    }),
    ("take", |x| {
        let at = list(&[1, 0, 1]).map_err(super::convert::failed)?;
        Candle::take::<Erased, Erased>(x, &at, 1)
    }),
    ("gather", |x| {
        let at = Candle::argsort::<Erased>(x, 1, true)?;
        Candle::gather::<Erased, i64>(x, &at, 1)
    }),
    ("sort", |x| Candle::sort::<Erased>(x, 0, false)),
    ("topk", |x| Ok(Candle::topk::<Erased>(x, 2, 1, true)?.0)),
    ("topk smallest", |x| {
        Ok(Candle::topk::<Erased>(x, 2, 0, false)?.0)
    }),
    ("ptp", |x| Candle::ptp::<Erased>(x, &[1], false)),
    ("median", |x| Candle::median::<Erased>(x, &[0], false)),
    ("median all", |x| Candle::median::<Erased>(x, &[0, 1], true)),
    ("quantile", |x| {
        Candle::quantile::<Erased>(x, Num::Float(0.3), &[0], false)
    }),
    ("nansum", |x| Candle::nansum::<Erased>(x, &[1], false)),
    ("nanmean", |x| Candle::nanmean::<Erased>(x, &[0], true)),
    ("nanmin", |x| Candle::nanmin::<Erased>(x, &[1], false)),
    ("nanmax", |x| Candle::nanmax::<Erased>(x, &[0], false)),
    ("unique", |x| Candle::unique::<Erased>(x)),
    ("cumsum", |x| Candle::cumsum::<Erased>(x, 0)),
    ("cumsum last", |x| Candle::cumsum::<Erased>(x, 1)),
    ("cumprod", |x| Candle::cumprod::<Erased>(x, 0)),
    ("cumprod last", |x| Candle::cumprod::<Erased>(x, 1)),
    // Zeros among them.
    ("cumprod of relu", |x| {
        Candle::cumprod::<Erased>(&Candle::relu::<Erased>(x)?, 0)
    }),
    ("cummax", |x| Candle::cummax::<Erased>(x, 0)),
    ("cummin last", |x| Candle::cummin::<Erased>(x, 1)),
    ("logcumsumexp", |x| Candle::logcumsumexp::<Erased>(x, 0)),
    ("logcumsumexp last", |x| {
        Candle::logcumsumexp::<Erased>(x, 1)
    }),
    ("diff", |x| Candle::diff::<Erased>(x, 1, 0)),
    ("bincount", |x| {
        let numbers: Vec<i64> = (0..x.elem_count() as i64).map(|i| i % 3).collect();
        let weights = Candle::reshape::<Erased>(x, &[numbers.len()])?;
        weighed(&list(&numbers).map_err(super::convert::failed)?, &weights)
    }),
    ("matmul", |x| {
        Candle::matmul::<Erased>(x, &Candle::transpose::<Erased>(x, &[1, 0])?)
    }),
    ("where", |x| {
        let mask = Candle::greater::<Erased>(t(x), n(0.0))?;
        let y = Candle::square::<Erased>(x)?;
        Candle::where_::<bool, Erased>(&mask, t(x), t(&y))
    }),
    ("astype", |x| Candle::astype::<Erased, f64>(x)),
];

/// Functions that have no gradient.
const FLAT: &[One] = &[
    ("sign", |x| Candle::sign::<Erased>(x)),
    ("floor", |x| Candle::floor::<Erased>(x)),
    ("ceil", |x| Candle::ceil::<Erased>(x)),
    ("round", |x| Candle::round::<Erased>(x)),
    ("isnan", |x| Candle::isnan::<Erased>(x)),
    ("isinf", |x| Candle::isinf::<Erased>(x)),
    ("isfinite", |x| Candle::isfinite::<Erased>(x)),
    ("all", |x| Candle::all::<Erased>(x, &[0], false)),
    ("any", |x| Candle::any::<Erased>(x, &[0, 1], true)),
    ("argmin", |x| Candle::argmin::<Erased>(x, 0)),
    ("argmax", |x| Candle::argmax::<Erased>(x, 1)),
    ("l0", |x| Candle::l0::<Erased>(x, &[1], false)),
    ("argsort", |x| Candle::argsort::<Erased>(x, 0, true)),
    ("count_nonzero", |x| {
        Candle::count_nonzero::<Erased>(x, &[0], false)
    }),
    ("argwhere", |x| Candle::argwhere::<Erased>(x)),
    ("isin", |x| Candle::isin::<Erased>(x, x, false)),
    ("searchsorted", |x| {
        Candle::searchsorted::<Erased>(&Candle::unique::<Erased>(x)?, x, "left")
    }),
    ("unique_all", |x| Ok(Candle::unique_all::<Erased>(x)?.2)),
    ("x < 0.3", |x| Candle::less::<Erased>(t(x), n(0.3))),
    ("x // 0.4", |x| Candle::floor_divide::<Erased>(t(x), n(0.4))),
    ("to i32", |x| Candle::astype::<Erased, i32>(x)),
    ("to bool", |x| Candle::astype::<Erased, bool>(x)),
];

/// Sums of weights.
fn weighed(numbers: &Tensor, weights: &Tensor) -> Outcome<Tensor> {
    <Candle as eagerpy_runtime::Ops>::bincount(numbers, weights, 4)
}

/// Functions of two tensors, differentiable in both.
const BINARY: &[Two] = &[
    ("add", |x, y| Candle::add::<Erased>(t(x), t(y))),
    ("subtract", |x, y| Candle::subtract::<Erased>(t(x), t(y))),
    ("multiply", |x, y| Candle::multiply::<Erased>(t(x), t(y))),
    ("divide", |x, y| Candle::divide::<Erased>(t(x), t(y))),
    ("remainder", |x, y| Candle::remainder::<Erased>(t(x), t(y))),
    ("maximum", |x, y| Candle::maximum::<Erased>(t(x), t(y))),
    ("minimum", |x, y| Candle::minimum::<Erased>(t(x), t(y))),
    ("pow", |x, y| {
        Candle::pow::<Erased>(t(&Candle::abs::<Erased>(x)?), t(y))
    }),
];

const DATA: [f64; 12] = [
    0.9, -0.35, 1.7, 0.62, -1.3, 0.45, -0.8, 2.1, -2.4, 0.15, 1.15, -0.55,
];

/// Matrices of one content in different layouts, each with its contiguous copy.
fn layouts() -> Fallible<Vec<(&'static str, Tensor)>> {
    let x = tensor(&DATA, &[3, 4])?;
    Ok(vec![
        ("transposed", x.t()?),
        ("offset", x.narrow(0, 1, 2)?),
        ("inner part", x.narrow(1, 1, 2)?),
        ("turned part", x.t()?.narrow(0, 1, 3)?.narrow(1, 1, 2)?),
        ("repeated rows", x.narrow(0, 1, 1)?.broadcast_as((3, 4))?),
        ("repeated columns", x.narrow(1, 2, 1)?.broadcast_as((3, 4))?),
        (
            "one element",
            x.narrow(0, 1, 1)?.narrow(1, 1, 1)?.broadcast_as((2, 2))?,
        ),
    ])
}

#[test]
fn layout_is_of_no_account() -> Done {
    for (layout, view) in layouts()? {
        for dtype in [Native::F64, Native::F32] {
            let view = if dtype == Native::F64 {
                view.clone()
            } else {
                like(&view, dtype)?
            };
            let copy = view.force_contiguous()?;
            for (name, f) in UNARY.iter().chain(FLAT) {
                let (of_view, of_copy) = (f(&view)?, f(&copy)?);
                assert_eq!(of_view.dims(), of_copy.dims(), "{name} of {layout}");
                assert_eq!(of_view.dtype(), of_copy.dtype(), "{name} of {layout}");
                same(
                    &format!("{name} of {layout}"),
                    &floats(&of_view)?,
                    &floats(&of_copy)?,
                    1e-6,
                );
            }
            for (name, f) in BINARY {
                let other = Candle::reciprocal::<Erased>(&copy)?;
                let want = floats(&f(&copy, &other)?)?;
                same(
                    &format!("{name} of {layout}"),
                    &floats(&f(&view, &other)?)?,
                    &want,
                    1e-6,
                );
                let want = floats(&f(&other, &copy)?)?;
                same(
                    &format!("{name} by {layout}"),
                    &floats(&f(&other, &view)?)?,
                    &want,
                    1e-6,
                );
            }
        }
    }
    Ok(())
}

/// The same strides in another element type: by views of a cast of the whole.
fn like(view: &Tensor, dtype: Native) -> Fallible<Tensor> {
    // A transpose of the cast of the transpose is not contiguous, if it can be.
    view.t()?.to_dtype(dtype)?.t()
}

fn range<'a>(start: Option<i64>, step: i64) -> IndexItem<'a, Candle> {
    IndexItem::Range {
        start,
        end: None,
        step,
    }
}

/// An update of a matrix.
type Update = Box<dyn Fn(&Tensor) -> Outcome<Tensor>>;

/// Updates of a matrix with at least two rows and columns, by a number or by parts of itself.
fn updates() -> Fallible<Vec<(&'static str, Update)>> {
    fn update(
        index: impl Fn(&Tensor, &mut dyn FnMut(&[IndexItem<'_, Candle>])) + 'static,
    ) -> Update {
        Box::new(move |x| {
            let mut out = Err(Error::value("no index"));
            index(x, &mut |items| {
                out = (|| {
                    let part = <Candle as eagerpy_runtime::Ops>::getitem(x, items)?;
                    let part =
                        <Candle as eagerpy_runtime::Ops>::flip(&part, eagerpy_runtime::Axes::All)?;
                    let y = <Candle as eagerpy_runtime::Ops>::index_update(x, items, &part)?;
                    // Floats of this size are exact in all four types.
                    <Candle as eagerpy_runtime::Ops>::index_update(&y, items, Num::Int(0))
                        .and_then(|zeros| <Candle as eagerpy_runtime::Ops>::stack(&[y, zeros], 0))
                })();
            });
            out
        })
    }
    let (at, twice) = (list(&[1, 0])?, list(&[1, 1])?);
    let bytes = Tensor::from_slice(&[0u8, 1], 2, &Device::Cpu)?;
    let again = at.clone();
    Ok(vec![
        ("a row", update(|_, f| f(&[IndexItem::At(-1)]))),
        (
            "a column",
            update(|_, f| f(&[IndexItem::Ellipsis, IndexItem::At(1)])),
        ),
        ("rows", update(|_, f| f(&[range(Some(1), 1)]))),
        (
            "steps",
            update(|_, f| f(&[range(None, -2), range(Some(1), 2)])),
        ),
        ("all", update(|_, f| f(&[]))),
        (
            "nothing",
            update(|_, f| f(&[range(Some(9), 1), IndexItem::NewAxis])),
        ),
        (
            "positions",
            update(move |_, f| f(&[IndexItem::Tensor(&at)])),
        ),
        (
            "pairs",
            update(move |_, f| f(&[IndexItem::Tensor(&again), IndexItem::Tensor(&bytes)])),
        ),
        (
            "equal positions",
            update(move |_, f| f(&[range(None, 1), IndexItem::Tensor(&twice)])),
        ),
        (
            "a mask",
            update(|x, f| {
                if let Ok(mask) = Candle::greater::<Erased>(t(x), n(0)) {
                    f(&[IndexItem::Mask(&mask)]);
                }
            }),
        ),
    ])
}

#[test]
fn updates_of_any_layout_and_type() -> Done {
    for (name, f) in updates()? {
        for (layout, view) in layouts()? {
            for dtype in [
                Native::F64,
                Native::F32,
                Native::F16,
                Native::BF16,
                Native::I32,
                Native::I64,
                Native::U8,
            ] {
                // Whole numbers from 0 to 14 are exact in all of them.
                let whole = view.affine(3.0, 7.5)?.floor()?;
                let whole = whole.to_dtype(Native::I64)?.to_dtype(Native::F64)?;
                let x = like(&whole, dtype)?;
                let got = f(&x)?;
                assert_eq!(got.dtype(), dtype, "{name} of {layout}");
                let want = f(&whole.force_contiguous()?)?;
                assert_eq!(got.dims(), want.dims(), "{name} of {layout}");
                same(name, &floats(&got)?, &floats(&want)?, 0.0);
            }
        }
    }
    Ok(())
}

#[test]
fn the_last_of_equal_positions_stays() -> Done {
    let many = 10_000_i64;
    let at = list(&(0..many).map(|i| i % 3).collect::<Vec<_>>())?;
    let value = vector(&(0..many).map(|i| i as f64).collect::<Vec<_>>())?;
    let x = vector(&[-1.0; 4])?;
    let out =
        <Candle as eagerpy_runtime::Ops>::index_update(&x, &[IndexItem::Tensor(&at)], &value)?;
    same(
        "the last",
        &floats(&out)?,
        &[9999.0, 9997.0, 9998.0, -1.0],
        0.0,
    );
    same("x", &floats(&x)?, &[-1.0; 4], 0.0);
    Ok(())
}

#[test]
fn ints_of_any_layout() -> Done {
    let x = Tensor::arange(-6i64, 6, &Device::Cpu)?.reshape((3, 4))?;
    let views = [
        x.t()?,
        x.narrow(1, 1, 2)?,
        x.narrow(0, 2, 1)?.broadcast_as((3, 4))?,
    ];
    let functions: &[One] = &[
        ("negative", |x| Candle::negative::<Erased>(x)),
        ("abs", |x| Candle::abs::<Erased>(x)),
        ("square", |x| Candle::square::<Erased>(x)),
        ("sign", |x| Candle::sign::<Erased>(x)),
        ("relu", |x| Candle::relu::<Erased>(x)),
        ("floor", |x| Candle::floor::<Erased>(x)),
        ("clip", |x| {
            Candle::clip::<Erased>(x, Some(Num::Int(-2)), Some(Num::Int(3)))
        }),
        ("x + 300", |x| Candle::add::<Erased>(t(x), n(300))),
        ("7 - x", |x| Candle::subtract::<Erased>(n(7), t(x))),
        ("x // -2", |x| Candle::floor_divide::<Erased>(t(x), n(-2))),
        ("x % 4", |x| Candle::remainder::<Erased>(t(x), n(4))),
        ("x ** 2", |x| Candle::pow::<Erased>(t(x), n(2))),
        ("sum", |x| Candle::sum::<Erased>(x, &[0], true)),
        ("prod", |x| Candle::prod::<Erased>(x, &[1], false)),
        ("max", |x| Candle::max::<Erased>(x, &[0, 1], false)),
        ("min", |x| Candle::min::<Erased>(x, &[1], true)),
        ("any", |x| Candle::any::<Erased>(x, &[1], true)),
        ("argmax", |x| Candle::argmax::<Erased>(x, 0)),
        ("sort", |x| Candle::sort::<Erased>(x, 1, true)),
        ("argsort", |x| Candle::argsort::<Erased>(x, 0, false)),
        ("matmul", |x| {
            Candle::matmul::<Erased>(x, &Candle::transpose::<Erased>(x, &[1, 0])?)
        }),
        ("flip", |x| Candle::flip::<Erased>(x, &[1])),
        ("pad", |x| {
            Candle::pad::<Erased>(x, &[(1, 1), (0, 2)], Num::Int(9))
        }),
        ("to f32", |x| Candle::astype::<Erased, f32>(x)),
        ("to u8", |x| Candle::astype::<Erased, u8>(x)),
        ("to bool", |x| Candle::astype::<Erased, bool>(x)),
    ];
    for view in &views {
        for (name, f) in functions {
            let wide = f(&view.force_contiguous()?)?;
            let of_view = f(view)?;
            assert_eq!(of_view.dims(), wide.dims(), "{name}");
            same(name, &floats(&of_view)?, &floats(&wide)?, 0.0);
            // The narrower type agrees where the numbers fit.
            let narrow = f(&view.to_dtype(Native::I32)?)?;
            same(name, &floats(&narrow)?, &floats(&wide)?, 0.0);
        }
    }
    Ok(())
}

/// Σ w f(x), with weights that tell the elements apart.
fn loss(y: &Tensor) -> Fallible<Tensor> {
    let n = y.elem_count();
    let weights: Vec<f64> = (0..n).map(|i| 0.3 + 0.17 * i as f64).collect();
    y.flatten_all()?.mul(&vector(&weights)?)?.sum_all()
}

/// The gradient that candle tracks against central differences.
fn check_gradient(
    name: &str,
    inputs: &[Tensor],
    f: impl Fn(&[Tensor]) -> Result<Tensor, Box<dyn StdError>>,
) -> Done {
    let vars: Vec<Var> = inputs
        .iter()
        .map(Var::from_tensor)
        .collect::<Fallible<_>>()?;
    let tracked: Vec<Tensor> = vars.iter().map(|v| v.as_tensor().clone()).collect();
    let grads = loss(&f(&tracked)?)?.backward()?;
    for (k, var) in vars.iter().enumerate() {
        let got = match grads.get(var) {
            Some(grad) => floats(grad)?,
            None => return Err(format!("{name}: input {k} has no gradient").into()),
        };
        let data = floats(&inputs[k])?;
        let mut want = Vec::new();
        for i in 0..data.len() {
            let at = |h: f64| -> Result<f64, Box<dyn StdError>> {
                let mut moved = data.clone();
                moved[i] += h;
                let mut all = inputs.to_vec();
                all[k] = tensor(&moved, inputs[k].dims())?;
                Ok(loss(&f(&all)?)?.to_scalar::<f64>()?)
            };
            want.push((at(1e-5)? - at(-1e-5)?) / 2e-5);
        }
        same(&format!("gradient {k} of {name}"), &got, &want, 2e-6);
    }
    Ok(())
}

#[test]
fn gradients_are_those_of_the_function() -> Done {
    let x = tensor(&DATA[..8], &[4, 2])?;
    for (name, f) in UNARY {
        check_gradient(name, std::slice::from_ref(&x), |x| Ok(f(&x[0])?))?;
        // The same through a view.
        check_gradient(name, std::slice::from_ref(&x), |x| {
            Ok(f(&x[0].t()?.narrow(1, 1, 2)?)?)
        })?;
    }
    let y = tensor(&[1.4, 0.8, -0.95, 1.9, 0.7, -1.6, 2.2, 0.52], &[4, 2])?;
    for (name, f) in BINARY {
        check_gradient(name, &[x.clone(), y.clone()], |x| Ok(f(&x[0], &x[1])?))?;
        let row = y.narrow(0, 1, 1)?.contiguous()?;
        check_gradient(name, &[x.clone(), row.clone()], |x| Ok(f(&x[0], &x[1])?))?;
        check_gradient(name, &[row, x.clone()], |x| Ok(f(&x[0], &x[1])?))?;
    }
    Ok(())
}

#[test]
fn gradients_go_where_elements_go() -> Done {
    let x = tensor(&DATA[..9], &[3, 3])?;
    let functions: &[One] = &[
        ("roll", |x| Candle::roll::<Erased>(x, &[(0, 1), (1, 2)])),
        ("repeat", |x| Candle::repeat::<Erased>(x, &[2, 0, 1], 0)),
        ("repeat all", |x| Candle::repeat::<Erased>(x, &[3], 1)),
        ("tile", |x| Candle::tile::<Erased>(x, &[2, 1])),
        ("split", |x| {
            let parts = Candle::split::<Erased>(x, Some(3), 0, None)?;
            Candle::multiply::<Erased>(t(&parts[0]), t(&parts[2]))
        }),
        ("unstack", |x| {
            let parts = Candle::unstack::<Erased>(x, 1)?;
            Candle::multiply::<Erased>(t(&parts[0]), t(&parts[2]))
        }),
        ("rot90", |x| Candle::rot90::<Erased>(x, 1, None)),
        ("sliding_window", |x| {
            Candle::sliding_window::<Erased>(x, 2, 1, 1)
        }),
        ("tril", |x| Candle::tril::<Erased>(x, 0)),
        ("diagonal", |x| Candle::diagonal::<Erased>(x, 1, 0, 1)),
        ("trace", |x| Candle::trace::<Erased>(x, 0)),
        ("diag_embed", |x| Candle::diag_embed::<Erased>(x, -1)),
        ("reflect", |x| {
            <Candle as eagerpy_runtime::Ops>::pad(x, &[(2, 1), (0, 2)], "reflect", Num::Int(0))
        }),
        ("edge", |x| {
            <Candle as eagerpy_runtime::Ops>::pad(x, &[(2, 1), (0, 2)], "edge", Num::Int(0))
        }),
        ("wrap", |x| {
            <Candle as eagerpy_runtime::Ops>::pad(x, &[(4, 1), (0, 2)], "wrap", Num::Int(0))
        }),
        ("moveaxis", |x| {
            <Candle as eagerpy_runtime::Ops>::moveaxis(x, 0, 1)
        }),
        ("masked_fill", |x| {
            let mask = Candle::greater::<Erased>(t(x), n(0.5))?;
            Candle::masked_fill::<Erased, bool>(x, &mask, n(2.0))
        }),
    ];
    for (name, f) in functions {
        check_gradient(name, std::slice::from_ref(&x), |x| Ok(f(&x[0])?))?;
        check_gradient(name, std::slice::from_ref(&x), |x| Ok(f(&x[0].t()?)?))?;
    }
    // Several elements go to one position: the gradient counts each that is added, and the last that is set.
    let at = Tensor::from_slice(&[0i64, 0, 2, 1, 1, 1], (3, 2), &Device::Cpu)?;
    let source = tensor(&[0.3, -0.7, 1.1, 0.2, 0.9, -1.3], &[3, 2])?;
    let both = [x, source];
    check_gradient("scatter_add", &both, |x| {
        Ok(Candle::scatter_add::<Erased, i64>(&x[0], &at, &x[1], 1)?)
    })?;
    check_gradient("scatter", &both, |x| {
        Ok(Candle::scatter::<Erased, i64>(&x[0], &at, t(&x[1]), 1)?)
    })?;
    check_gradient("put_along_axis", &both, |x| {
        Ok(Candle::put_along_axis::<Erased, i64>(
            &x[0],
            &at,
            t(&x[1]),
            1,
        )?)
    })?;
    check_gradient("gather", &both[..1], |x| {
        Ok(<Candle as eagerpy_runtime::Ops>::gather(&x[0], &at, 1)?)
    })?;
    let rows = list(&[1, 1])?;
    check_gradient("index_add", &both, |x| {
        Ok(Candle::index_add::<Erased, i64>(&x[0], &rows, &x[1], 1)?)
    })
}

#[test]
fn functions_without_gradient_do_not_break_the_tape() -> Done {
    let x = Var::from_tensor(&tensor(&DATA, &[3, 4])?)?;
    // An inner node: candle expects a gradient for every node that it walks to.
    let inner = Candle::square::<Erased>(&x)?;
    for (name, f) in FLAT {
        let flat = f(&inner)?.to_dtype(Native::F64)?;
        let total = flat.sum_all()?.add(&inner.sum_all()?)?;
        let grads = total.backward()?;
        let want: Vec<f64> = DATA.iter().map(|v| 2.0 * v).collect();
        let got = grads.get(&x).ok_or("no gradient")?;
        same(name, &floats(got)?, &want, 1e-12);
        flat.sum_all()?.backward()?;
    }
    Ok(())
}

/// A stack of two regular matrices of three rows, symmetric and positive definite if `positive`.
fn matrices(positive: bool) -> Fallible<Tensor> {
    let data: Vec<f64> = (0..18)
        .map(|i| DATA[i % 12] * if i < 12 { 1.0 } else { -0.7 } + 0.05 * i as f64)
        .collect();
    let x = tensor(&data, &[2, 3, 3])?;
    if !positive {
        return x + tensor(&[4.0, 0.0, 0.0, 0.0, -3.0, 0.0, 0.0, 0.0, 2.0], &[1, 3, 3])?
            .broadcast_as((2, 3, 3))?;
    }
    x.matmul(&x.transpose(1, 2)?)?
        + tensor(&[1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0], &[1, 3, 3])?
            .broadcast_as((2, 3, 3))?
}

#[test]
fn gradients_flow_through_decompositions() -> Done {
    type Case = (&'static str, bool, fn(&Tensor) -> Outcome<Tensor>);
    // Of factors, the squares: a sign may be another one a step further.
    let one: &[Case] = &[
        ("det", false, |x| Candle::det::<Erased>(x)),
        ("slogdet", false, |x| {
            Candle::slogdet::<Erased>(x).map(|(_, log)| log)
        }),
        ("inv", false, |x| Candle::inv::<Erased>(x)),
        ("cholesky", true, |x| Candle::cholesky::<Erased>(x)),
        ("qr, q", false, |x| {
            Candle::square::<Erased>(&Candle::qr::<Erased>(x)?.0)
        }),
        ("qr, r", false, |x| {
            Candle::square::<Erased>(&Candle::qr::<Erased>(x)?.1)
        }),
        ("eigvalsh", true, |x| Candle::eigvalsh::<Erased>(x)),
        ("eigh, vectors", true, |x| {
            Candle::square::<Erased>(&Candle::eigh::<Erased>(x)?.1)
        }),
        ("svdvals", false, |x| Candle::svdvals::<Erased>(x)),
        ("svd, u", false, |x| {
            Candle::square::<Erased>(&Candle::svd::<Erased>(x)?.0)
        }),
        ("svd, s", false, |x| {
            Candle::svd::<Erased>(x).map(|(_, s, _)| s)
        }),
        ("svd, vh", false, |x| {
            Candle::square::<Erased>(&Candle::svd::<Erased>(x)?.2)
        }),
        ("pinv", false, |x| Candle::pinv::<Erased>(x, None)),
        ("matrix_power", false, |x| {
            Candle::matrix_power::<Erased>(x, -2)
        }),
        ("matrix_norm", false, |x| {
            Candle::matrix_norm::<Erased>(x, "nuc")
        }),
    ];
    for (name, positive, f) in one {
        let x = matrices(*positive)?;
        check_gradient(name, &[x], |x| Ok(f(&x[0])?))?;
    }
    // Other shapes than square ones.
    let all = matrices(false)?;
    let (tall, flat) = (all.narrow(2, 0, 2)?, all.narrow(1, 0, 2)?);
    for x in [&tall, &flat] {
        check_gradient("pinv", std::slice::from_ref(x), |x| {
            Ok(Candle::pinv::<Erased>(&x[0], None)?)
        })?;
        for part in 0..3 {
            check_gradient("svd", std::slice::from_ref(x), |x| {
                let (u, s, vh) = Candle::svd::<Erased>(&x[0])?;
                Ok(Candle::square::<Erased>(&[u, s, vh][part])?)
            })?;
        }
    }
    for part in 0..2 {
        check_gradient("qr", std::slice::from_ref(&tall), |x| {
            let (q, r) = Candle::qr::<Erased>(&x[0])?;
            Ok(Candle::square::<Erased>(&[q, r][part])?)
        })?;
    }
    let refused = Candle::qr::<Erased>(Var::from_tensor(&flat)?.as_tensor());
    assert_eq!(
        refused.map_err(|e| e.kind()).err(),
        Some(ErrorKind::Unsupported)
    );

    let x = matrices(false)?;
    let columns = tensor(&DATA, &[2, 3, 2])?;
    let row = vector(&[0.4, -1.2, 2.0])?;
    for y in [columns, row] {
        check_gradient("solve", &[x.clone(), y.clone()], |x| {
            Ok(Candle::solve::<Erased>(&x[0], &x[1])?)
        })?;
        for lower in [true, false] {
            check_gradient("solve_triangular", &[matrices(true)?, y.clone()], |x| {
                Ok(Candle::solve_triangular::<Erased>(&x[0], &x[1], lower)?)
            })?;
        }
    }
    for equation in ["bij,bjk->bik", "bij,bkj->ki", "bii,bjk->kj"] {
        let y = matrices(true)?;
        check_gradient(equation, &[x.clone(), y], |x| {
            Ok(Candle::einsum::<Erased>(equation, &[&x[0], &x[1]])?)
        })?;
    }
    Ok(())
}

#[test]
fn a_tracked_value_is_the_plain_one() -> Done {
    let x = matrices(true)?;
    let var = Var::from_tensor(&x)?;
    let pairs = [
        (Candle::inv::<Erased>(&x)?, Candle::inv::<Erased>(&var)?),
        (Candle::det::<Erased>(&x)?, Candle::det::<Erased>(&var)?),
        (
            Candle::cholesky::<Erased>(&x)?,
            Candle::cholesky::<Erased>(&var)?,
        ),
    ];
    for (plain, tracked) in pairs {
        assert_eq!(floats(&plain)?, floats(&tracked)?);
    }
    Ok(())
}

#[test]
fn matrix_products_of_all_shapes() -> Done {
    let shapes: &[(&[usize], &[usize])] = &[
        (&[2, 3], &[3, 2]),
        (&[2, 2, 3], &[2, 3, 1]),
        (&[2, 1, 2, 3], &[2, 1, 3, 2]),
        (&[1, 2, 1, 2, 2], &[1, 2, 1, 2, 3]),
        (&[2, 0], &[0, 3]),
    ];
    let make = |shape: &[usize]| {
        let size: usize = shape.iter().product();
        let data: Vec<f64> = (0..size).map(|i| DATA[i % 12] + 0.1 * i as f64).collect();
        tensor(&data, shape)
    };
    let product = |x: &[Tensor]| Ok(Candle::matmul::<Erased>(&x[0], &x[1])?);
    for (l, r) in shapes {
        check_gradient(&format!("{l:?} @ {r:?}"), &[make(l)?, make(r)?], product)?;
    }
    // Operands repeated over batch axes, on either side, turned and not.
    let (x, w) = (make(&[2, 3, 2, 3])?, make(&[3, 4])?);
    check_gradient("x @ w", &[x.clone(), w], |x| {
        let w = x[1].broadcast_as((2, 3, 3, 4))?;
        Ok(Candle::matmul::<Erased>(&x[0], &w)?)
    })?;
    check_gradient("w.T @ x", &[x, make(&[2, 5])?], |x| {
        let w = x[1].t()?.broadcast_as((2, 3, 5, 2))?;
        Ok(Candle::matmul::<Erased>(&w, &x[0])?)
    })?;
    let ints = Tensor::arange(0i64, 6, &Device::Cpu)?.reshape((2, 3))?;
    let square = Candle::matmul::<Erased>(&ints, &ints.t()?)?;
    assert_eq!(square.to_vec2::<i64>()?, [[5, 14], [14, 50]]);
    Ok(())
}

fn slope(x: &[f64], f: impl Fn(&Tensor) -> Outcome<Tensor>) -> Result<Vec<f64>, Box<dyn StdError>> {
    let x = Var::from_tensor(&vector(x)?)?;
    let y = f(&x)?;
    let grads = y.sum_all()?.backward()?;
    Ok(floats(grads.get(&x).ok_or("no gradient")?)?)
}

#[test]
fn kinks() -> Done {
    let inf = f64::INFINITY;
    let relu = slope(&[0.0, 1.0, -1.0], |x| Candle::relu::<Erased>(x))?;
    same("relu", &relu, &[0.0, 1.0, 0.0], 0.0);
    let abs = slope(&[0.0, 1.0, -1.0], |x| Candle::abs::<Erased>(x))?;
    same("abs", &abs, &[0.0, 1.0, -1.0], 0.0);
    let clip = slope(&[0.0, 1.0, 2.0, -1.0], |x| {
        Candle::clip::<Erased>(x, Some(Num::Int(0)), Some(Num::Int(1)))
    })?;
    same("clip", &clip, &[1.0, 1.0, 0.0, 0.0], 0.0);
    let max = slope(&[3.0, 3.0, 1.0], |x| Candle::max::<Erased>(x, &[0], false))?;
    same("max", &max, &[0.5, 0.5, 0.0], 0.0);
    let both = slope(&[2.0], |x| Candle::minimum::<Erased>(t(x), t(x)))?;
    same("minimum", &both, &[1.0], 0.0);
    let l2 = slope(&[0.0, 0.0], |x| Candle::l2::<Erased>(x, &[0], false))?;
    same("l2", &l2, &[0.0, 0.0], 0.0);
    let std = slope(&[5.0, 5.0], |x| {
        Candle::std::<Erased>(x, &[0], Num::Int(0), false)
    })?;
    same("std", &std, &[0.0, 0.0], 0.0);
    let prod = |x: &Tensor| Candle::prod::<Erased>(x, &[0], false);
    same(
        "prod",
        &slope(&[0.0, 2.0, 3.0], prod)?,
        &[6.0, 0.0, 0.0],
        0.0,
    );
    same(
        "prod",
        &slope(&[0.0, 0.0, 3.0], prod)?,
        &[0.0, 0.0, 0.0],
        0.0,
    );
    let pow = slope(&[0.0, 2.0], |x| Candle::pow::<Erased>(t(x), n(0.0)))?;
    same("x ** 0", &pow, &[0.0, 0.0], 0.0);
    let zeros = vector(&[0.0, 0.0]).map_err(super::convert::failed)?;
    let pow = slope(&[0.0, 2.0], |x| Candle::pow::<Erased>(t(x), t(&zeros)))?;
    same("x ** [0]", &pow, &[0.0, 0.0], 0.0);
    let exponent = slope(&[1.0, 2.0], |e| Candle::pow::<Erased>(t(&zeros), t(e)))?;
    same("0 ** e", &exponent, &[0.0, 0.0], 0.0);
    let sigmoid = slope(&[200.0, -200.0, 0.0], |x| Candle::sigmoid::<Erased>(x))?;
    same("sigmoid", &sigmoid, &[0.0, 0.0, 0.25], 1e-80);
    let softplus = slope(&[0.0, 800.0, -800.0], |x| Candle::softplus::<Erased>(x))?;
    same("softplus", &softplus, &[0.5, 1.0, 0.0], 1e-15);
    let none = slope(&[-inf, -inf], |x| {
        Candle::logsumexp::<Erased>(x, &[0], false)
    })?;
    same("logsumexp", &none, &[0.0, 0.0], 0.0);
    let cast = slope(&[1.0, 2.0], |x| Candle::astype::<Erased, f32>(x))?;
    same("astype", &cast, &[1.0, 1.0], 0.0);
    let third = [1.0 / 3.0, 1e300];
    let cast = slope(&third, |x| Candle::astype::<Erased, f16>(x))?;
    same("astype", &cast, &[1.0, 1.0], 0.0);
    let cast = slope(&third, |x| Candle::astype::<Erased, bf16>(x))?;
    same("astype", &cast, &[1.0, 1.0], 0.0);
    Ok(())
}

#[test]
fn not_a_number() -> Done {
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    for dtype in [Native::F64, Native::F32, Native::F16, Native::BF16] {
        let x = vector(&[1.0, nan, 2.0])?.to_dtype(dtype)?;
        let y = vector(&[nan, 1.0, 3.0])?.to_dtype(dtype)?;
        let is = |what: &str, got: Outcome<Tensor>, want: &[f64]| -> Done {
            same(&format!("{what} of {dtype:?}"), &floats(&got?)?, want, 0.0);
            Ok(())
        };
        is("relu", Candle::relu::<Erased>(&x), &[1.0, nan, 2.0])?;
        is("sign", Candle::sign::<Erased>(&x), &[1.0, nan, 1.0])?;
        is(
            "maximum",
            Candle::maximum::<Erased>(t(&x), t(&y)),
            &[nan, nan, 3.0],
        )?;
        is(
            "minimum",
            Candle::minimum::<Erased>(t(&x), t(&y)),
            &[nan, nan, 2.0],
        )?;
        is("max", Candle::max::<Erased>(&x, &[0], false), &[nan])?;
        is("min", Candle::min::<Erased>(&x, &[0], false), &[nan])?;
        is("argmax", Candle::argmax::<Erased>(&x, 0), &[1.0])?;
        is("argmin", Candle::argmin::<Erased>(&y, 0), &[0.0])?;
        is(
            "sort",
            Candle::sort::<Erased>(&x, 0, false),
            &[1.0, 2.0, nan],
        )?;
        is(
            "sort",
            Candle::sort::<Erased>(&x, 0, true),
            &[nan, 2.0, 1.0],
        )?;
        is(
            "argsort",
            Candle::argsort::<Erased>(&x, 0, false),
            &[0.0, 2.0, 1.0],
        )?;
        let clip = Candle::clip::<Erased>(&x, Some(Num::Int(0)), Some(Num::Int(1)));
        is("clip", clip, &[1.0, nan, 1.0])?;
        is("isnan", Candle::isnan::<Erased>(&x), &[0.0, 1.0, 0.0])?;
        is(
            "to bool",
            Candle::astype::<Erased, bool>(&x),
            &[1.0, 1.0, 1.0],
        )?;
        is("to u8", Candle::astype::<Erased, u8>(&x), &[1.0, 0.0, 2.0])?;
        let half = vector(&[0.5, 1.5, 2.5, -0.5, -2.5])?.to_dtype(dtype)?;
        is(
            "round",
            Candle::round::<Erased>(&half),
            &[0.0, 2.0, 2.0, -0.0, -2.0],
        )?;
        let ends = vector(&[inf, -inf, 1.0])?.to_dtype(dtype)?;
        is("isinf", Candle::isinf::<Erased>(&ends), &[1.0, 1.0, 0.0])?;
        is(
            "isfinite",
            Candle::isfinite::<Erased>(&ends),
            &[0.0, 0.0, 1.0],
        )?;
    }
    // A long lane, beyond the width of the loop.
    let mut long = vec![1.0; 1000];
    long[777] = nan;
    let long = vector(&long)?;
    same(
        "max",
        &floats(&Candle::max::<Erased>(&long, &[0], false)?)?,
        &[nan],
        0.0,
    );
    same(
        "argmin",
        &floats(&Candle::argmin::<Erased>(&long, 0)?)?,
        &[777.0],
        0.0,
    );
    Ok(())
}

#[test]
fn sixteen_bits_add_up_in_more() -> Done {
    let ones = Tensor::ones(1000, Native::BF16, &Device::Cpu)?;
    same(
        "sum",
        &floats(&Candle::sum::<Erased>(&ones, &[0], false)?)?,
        &[1000.0],
        0.0,
    );
    let many = Tensor::full(1000f32, 70_000, &Device::Cpu)?.to_dtype(Native::F16)?;
    let mean = Candle::mean::<Erased>(&many, &[0], false)?;
    assert_eq!(mean.dtype(), Native::F16);
    same("mean", &floats(&mean)?, &[1000.0], 0.0);
    let logits = Tensor::zeros((4096, 2), Native::F16, &Device::Cpu)?;
    let total = Candle::sum::<Erased>(&Candle::softmax::<Erased>(&logits, 0)?, &[0], false)?;
    same("softmax", &floats(&total)?, &[1.0, 1.0], 0.0);
    Ok(())
}

#[test]
fn large_tensors_in_parallel() -> Done {
    let size = 300_000usize;
    let data: Vec<f64> = (0..size)
        .map(|i| ((i * 7919) % 1013) as f64 / 500.0 - 1.0)
        .collect();
    let x = tensor(&data, &[3000, 100])?;
    let soft = Candle::softmax::<Erased>(&x, 1)?;
    let sums = floats(&Candle::sum::<Erased>(&soft, &[1], false)?)?;
    same("softmax", &sums, &vec![1.0; 3000], 1e-12);
    let best = floats(&Candle::max::<Erased>(&x, &[1], false)?)?;
    let at = floats(&Candle::argmax::<Erased>(&x, 1)?)?;
    for ((row, best), at) in data.chunks(100).zip(best).zip(at) {
        let largest = row.iter().copied().fold(f64::MIN, f64::max);
        let first = row.iter().position(|&v| v == largest).unwrap_or(0);
        assert_eq!((best, at), (largest, first as f64));
    }
    let y = Candle::maximum::<Erased>(t(&x), n(0.25))?;
    let want: Vec<f64> = data.iter().map(|v| v.max(0.25)).collect();
    same("maximum", &floats(&y)?, &want, 0.0);
    Ok(())
}

#[test]
fn other_devices_compute_the_same() -> Done {
    fn check<F: Unary>(f: F, x: &Tensor) -> Done {
        let want = floats(&elementwise::unary(f, x)?)?;
        same(F::NAME, &floats(&f.composed(x)?)?, &want, 1e-9);
        Ok(())
    }
    fn check_pairs<F: Binary>(f: F, x: &Tensor, y: &Tensor) -> Done {
        let want = floats(&elementwise::binary(f, x, y)?)?;
        same(F::NAME, &floats(&f.composed(x, y)?)?, &want, 1e-9);
        Ok(())
    }
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let points = [
        0.0, -0.0, 1e-12, -1e-12, 0.3, -0.3, 0.5, 1.5, 2.5, -0.5, -1.5, 3.0, -7.25, 25.0, -25.0,
        80.0, -80.0, nan, inf, -inf,
    ];
    let x = vector(&points)?;
    check(elementwise::Abs, &x)?;
    check(elementwise::Relu, &x)?;
    check(elementwise::Sign, &x)?;
    check(elementwise::Round, &x)?;
    check(elementwise::Rsqrt, &x)?;
    check(elementwise::Root, &x)?;
    check(elementwise::Expm1, &x)?;
    check(elementwise::Log1p, &x)?;
    check(elementwise::Tan, &x)?;
    check(elementwise::Sinh, &x)?;
    check(elementwise::Cosh, &x)?;
    check(elementwise::Sigmoid, &x)?;
    check(elementwise::Softplus, &x)?;
    check(
        elementwise::Clip {
            min: -0.5,
            max: 2.0,
        },
        &x,
    )?;
    check(elementwise::Clip { min: nan, max: 2.0 }, &x)?;
    check(elementwise::Powf(3.0), &x)?;
    // candle's own gives NaN at -inf, where x·Φ(x) of the CPU does, too.
    check(elementwise::Gelu, &x)?;
    check(elementwise::GeluTanh, &x)?;
    let (left, right): (Vec<f64>, Vec<f64>) = points
        .iter()
        .flat_map(|&a| points.iter().map(move |&b| (a, b)))
        .unzip();
    let (left, right) = (vector(&left)?, vector(&right)?);
    check_pairs(elementwise::Maximum, &left, &right)?;
    check_pairs(elementwise::Minimum, &left, &right)?;
    check_pairs(elementwise::Pow, &left, &right)?;
    let rows = tensor(
        &[
            1.0, nan, 2.0, -inf, -inf, -inf, 3.0, 3.0, -1.0, 0.0, 0.0, 0.0, inf, 1.0, 2.0,
        ],
        &[5, 3],
    )?;
    let lanes = Lanes::new(&rows, &[1])?;
    for max in [true, false] {
        let want = floats(&reduce::extreme(&lanes, max)?)?;
        same(
            "extreme",
            &floats(&reduce::composed_extreme(&lanes, max)?)?,
            &want,
            0.0,
        );
        let want = floats(&reduce::position(&lanes, max)?)?;
        same(
            "position",
            &floats(&reduce::composed_position(&lanes, max)?)?,
            &want,
            0.0,
        );
        let want = floats(&reduce::truth(&lanes, max)?)?;
        same(
            "truth",
            &floats(&reduce::composed_truth(&lanes.x, max)?)?,
            &want,
            0.0,
        );
        let want = floats(&reduce::softmax(&lanes, max)?)?;
        same(
            "softmax",
            &floats(&reduce::composed_softmax(&lanes, max)?)?,
            &want,
            1e-12,
        );
    }
    let want = floats(&reduce::logsumexp(&lanes)?)?;
    same(
        "logsumexp",
        &floats(&reduce::composed_logsumexp(&lanes)?)?,
        &want,
        1e-12,
    );
    Ok(())
}

fn kind(result: Outcome<Tensor>) -> Option<ErrorKind> {
    result.err().as_ref().map(Error::kind)
}

#[test]
fn refusals() -> Done {
    let x = list(&[3, -7, 5])?;
    let zero = list(&[1, 0, 2])?;
    let value = Some(ErrorKind::Value);
    assert_eq!(kind(Candle::floor_divide::<Erased>(t(&x), t(&zero))), value);
    assert_eq!(kind(Candle::remainder::<Erased>(t(&x), n(0))), value);
    assert_eq!(kind(Candle::pow::<Erased>(t(&x), t(&x))), value);
    let dtype = Some(ErrorKind::Dtype);
    assert_eq!(kind(Candle::mean::<Erased>(&x, &[0], false)), dtype);
    assert_eq!(kind(Candle::divide::<Erased>(t(&x), t(&zero))), dtype);
    assert_eq!(kind(Candle::exp::<Erased>(&x)), dtype);
    assert_eq!(kind(Candle::logical_not::<Erased>(&x)), dtype);
    assert_eq!(
        kind(Candle::where_::<Erased, Erased>(&x, t(&x), t(&x))),
        dtype
    );
    let index = Some(ErrorKind::Index);
    let data = vector(&[1.0, 2.0, 3.0])?;
    for bad in [3, -1, i64::MAX] {
        let at = list(&[0, bad])?;
        assert_eq!(kind(Candle::take::<Erased, Erased>(&data, &at, 0)), index);
        assert_eq!(kind(Candle::gather::<Erased, Erased>(&data, &at, 0)), index);
        let place = Candle::default_place();
        assert_eq!(kind(Candle::one_hot::<Erased, f32>(&at, 3, &place)), index);
    }
    let update = |items: &[IndexItem<'_, Candle>]| {
        kind(<Candle as eagerpy_runtime::Ops>::index_update(
            &data, items, &data,
        ))
    };
    let mask = |data: &[u8]| Tensor::from_slice(data, data.len(), &Device::Cpu);
    let shape = Some(ErrorKind::Shape);
    for bad in [3, -1, i64::MAX] {
        assert_eq!(update(&[IndexItem::Tensor(&list(&[0, bad])?)]), index);
    }
    assert_eq!(update(&[IndexItem::At(-4)]), index);
    assert_eq!(update(&[IndexItem::Mask(&mask(&[1, 1])?)]), index);
    assert_eq!(update(&[IndexItem::Mask(&mask(&[1, 1, 0])?)]), shape);
    assert_eq!(update(&[IndexItem::Mask(&list(&[1, 1, 0])?)]), dtype);
    assert_eq!(update(&[IndexItem::Tensor(&data)]), dtype);
    // 255 is candle's "no element" among `u8`.
    let at = Tensor::from_slice(&[255u8], 1, &Device::Cpu)?;
    assert_eq!(kind(Candle::take::<Erased, Erased>(&data, &at, 0)), index);
    let framework = Candle::add::<Erased>(t(&data), t(&data.to_dtype(Native::F32)?));
    let error = framework.err().ok_or("mixed types added up")?;
    assert_eq!(error.kind(), ErrorKind::Framework);
    assert!(StdError::source(&error).is_some());
    Ok(())
}

#[test]
fn ints_wrap_and_widen() -> Done {
    let least = list(&[i64::MIN, i64::MAX])?;
    let ints = |x: Outcome<Tensor>| -> Result<Vec<i64>, Box<dyn StdError>> {
        Ok(x?.to_dtype(Native::I64)?.to_vec1()?)
    };
    assert_eq!(ints(Candle::abs::<Erased>(&least))?, [i64::MIN, i64::MAX]);
    assert_eq!(
        ints(Candle::add::<Erased>(t(&least), n(1)))?,
        [i64::MIN + 1, i64::MIN]
    );
    let bytes = Tensor::from_slice(&[200u8, 100, 0], 3, &Device::Cpu)?;
    let sum = Candle::sum::<Erased>(&bytes, &[0], false)?;
    assert_eq!((sum.dtype(), sum.to_scalar::<i64>()?), (Native::I64, 300));
    assert_eq!(ints(Candle::less::<Erased>(t(&bytes), n(300)))?, [1, 1, 1]);
    assert_eq!(
        ints(Candle::minimum::<Erased>(t(&bytes), n(300)))?,
        [200, 100, 0]
    );
    assert_eq!(ints(Candle::negative::<Erased>(&bytes))?, [56, 156, 0]);
    // candle's `u32` counts as `i64`.
    let labels = Tensor::from_slice(&[0u32, 2], 2, &Device::Cpu)?;
    assert_eq!(Candle::dtype::<Erased>(&&labels), Some(DType::I64));
    assert!(Candle::holds::<Erased>(&&labels, DType::I64));
    assert_eq!(ints(Candle::subtract::<Erased>(t(&labels), n(1)))?, [-1, 1]);
    assert_eq!(
        ints(Candle::add::<Erased>(t(&labels), t(&list(&[5, 6])?)))?,
        [5, 8]
    );
    let data = vector(&[1.0, 2.0, 3.0])?;
    let taken = Candle::take::<Erased, Erased>(&data, &labels, 0)?;
    same("take", &floats(&taken)?, &[1.0, 3.0], 0.0);
    let hot = Candle::one_hot::<Erased, bool>(&labels, 3, &Candle::default_place())?;
    assert_eq!(hot.to_vec2::<u8>()?, [[1, 0, 0], [0, 0, 1]]);
    // Any number but 0 is true.
    let mask = Tensor::from_slice(&[2u8, 0], 2, &Device::Cpu)?;
    assert_eq!(ints(Candle::logical_not::<Erased>(&mask))?, [0, 1]);
    assert_eq!(
        ints(Candle::logical_and::<Erased>(t(&mask), n(true)))?,
        [1, 0]
    );
    Ok(())
}

#[test]
fn nothing_at_all() -> Done {
    let empty = tensor(&[], &[0, 3])?;
    let offset = tensor(&DATA, &[4, 3])?.narrow(0, 4, 0)?;
    // A view behind the end of no elements.
    let behind = tensor(&[], &[2, 0])?.narrow(0, 1, 1)?;
    for (name, f) in UNARY.iter().chain(FLAT) {
        if ![
            "min",
            "linf",
            "argmin",
            "max all",
            "slice",
            "take",
            "gather",
            "topk",
            "topk smallest",
            "nanmax",
        ]
        .contains(name)
        {
            let (a, b) = (f(&empty)?, f(&offset)?);
            assert_eq!(a.dims(), b.dims(), "{name}");
            same(name, &floats(&a)?, &floats(&b)?, 0.0);
        }
    }
    for (name, f) in UNARY.iter().chain(FLAT).filter(|(name, _)| {
        ![
            "max",
            "max all",
            "argmax",
            "slice",
            "take",
            "gather",
            "topk",
            "topk smallest",
            "ptp",
            "nanmin",
            "crossentropy",
        ]
        .contains(name)
    }) {
        floats(&f(&behind)?).map_err(|e| format!("{name}: {e}"))?;
    }
    for (name, f) in BINARY {
        assert_eq!(f(&empty, &offset)?.dims(), [0, 3], "{name}");
    }
    let mean = Candle::mean::<Erased>(&empty, &[0], false)?;
    same("mean", &floats(&mean)?, &[f64::NAN; 3], 0.0);
    let log = Candle::logsumexp::<Erased>(&empty, &[0], false)?;
    same("logsumexp", &floats(&log)?, &[f64::NEG_INFINITY; 3], 0.0);
    same(
        "prod",
        &floats(&Candle::prod::<Erased>(&empty, &[0], true)?)?,
        &[1.0; 3],
        0.0,
    );
    Ok(())
}

#[test]
fn many_axes() -> Done {
    let shape = [1, 2, 1, 2, 1, 1, 3, 1, 1, 1];
    let x = tensor(&DATA, &shape)?.broadcast_as(&shape)?;
    let turned = x.permute([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].as_slice())?;
    let y = turned.force_contiguous()?;
    for (name, f) in BINARY {
        same(name, &floats(&f(&turned, &y)?)?, &floats(&f(&y, &y)?)?, 0.0);
    }
    let mask = Candle::greater::<Erased>(t(&turned), n(0.0))?;
    let picked = Candle::where_::<bool, Erased>(&mask, t(&turned), n(0.0))?;
    same(
        "where",
        &floats(&picked)?,
        &floats(&Candle::relu::<Erased>(&y)?)?,
        0.0,
    );
    Ok(())
}

#[test]
fn element_types_and_places() -> Done {
    let place = Place {
        device: Device::Cpu,
        dtype: Native::BF16,
    };
    let ones = Candle::full::<Erased>(&place, &[2], Num::Int(1))?;
    assert_eq!(ones.dtype(), Native::BF16);
    let mask = Candle::full::<bool>(&place, &[2], Num::Int(1))?;
    assert_eq!(Candle::dtype::<bool>(&&mask), Some(DType::Bool));
    assert_eq!(Candle::dtype::<Erased>(&&mask), Some(DType::U8));
    assert!(Candle::holds::<Erased>(&&mask, DType::Bool));
    assert!(!Candle::holds::<Erased>(&&ones, DType::F32));
    let back = Candle::arange::<i32>(&place, Num::Int(5), Num::Int(-2), 3)?;
    assert_eq!(back.to_vec1::<i32>()?, [5, 3, 1]);
    let eye = Candle::eye::<f32>(&place, 2, 3, 1)?;
    assert_eq!(eye.to_vec2::<f32>()?, [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    // A variable is a tensor, and stays one that candle tracks.
    let var = Var::ones(2, Native::F32, &Device::Cpu)?;
    assert!(Candle::exp::<Erased>(var.view())?.track_op());
    Ok(())
}

#[test]
fn sixteen_bits_are_rounded_once() -> eagerpy_runtime::Result<()> {
    crate::half_precision::laws::<Candle>(|_| 0)
}
