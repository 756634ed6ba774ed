//! Laws: layout is of no account, results do not depend on lengths, errors are errors; and the values
//! where frameworks are known to differ.

use eagerpy_runtime::{
    Axes, Cut, Element, Error, ErrorKind, IndexItem, Num, Ops, R2, Result, Value,
};
use ndarray::{ArcArray, Array1, ArrayD, ArrayView, Axis, IxDyn, Slice, array};

use super::Ndarray;
use super::convert::{Tensor, View};

const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

const SHAPES: &[&[usize]] = &[
    &[],
    &[1],
    &[0],
    &[5],
    &[37],
    &[2, 3],
    &[3, 1],
    &[1, 4],
    &[0, 3],
    &[3, 0],
    &[40, 33],
    &[4, 3, 5],
    &[2, 1, 9],
    &[2, 3, 2, 2],
    &[1, 2, 1, 3, 2, 2],
];

/// Numbers with ties, halves, zeros of both signs and both signs.
fn numbers(shape: &[usize]) -> ArrayD<f64> {
    let mut i = 0usize;
    ArrayD::from_shape_simple_fn(IxDyn(shape), || {
        i = (i * 31 + 17) % 1009;
        (i % 13) as f64 / 2.0 - 3.0
    })
}

/// A copy in row-major order.
fn plain<E: Element>(x: &View<'_, E>) -> ArrayD<E> {
    x.as_standard_layout().into_owned()
}

/// Hands `check` the same elements in every layout: row-major, column-major, with gaps and an
/// offset, with negative steps; and with steps of 0.
fn layouts(
    shape: &[usize],
    mut check: impl FnMut(&str, View<'_, f64>) -> Result<()>,
) -> Result<()> {
    let x = numbers(shape);
    check("row-major", x.view())?;

    let reversed = plain(&x.view().reversed_axes());
    check("column-major", reversed.view().reversed_axes())?;

    let wide: Vec<usize> = shape.iter().map(|n| 2 * n + 3).collect();
    let mut gaps = ArrayD::from_elem(IxDyn(&wide), NAN);
    for axis in 0..shape.len() {
        gaps.slice_axis_inplace(Axis(axis), Slice::new(1, Some(-2), 2));
    }
    gaps.assign(&x);
    check("with gaps", gaps.view())?;

    let mut flipped = x.view();
    for axis in 0..shape.len() {
        flipped.invert_axis(Axis(axis));
    }
    let mut backwards = plain(&flipped);
    for axis in 0..shape.len() {
        backwards.invert_axis(Axis(axis));
    }
    check("backwards", backwards.view())?;

    if shape.len() > 1 {
        let mut order: Vec<usize> = (0..shape.len()).collect();
        order.swap(0, 1);
        let swapped = plain(&x.view().permuted_axes(IxDyn(&order)));
        let mut swapped = swapped.view().permuted_axes(IxDyn(&order));
        check("swapped", swapped.view())?;
        swapped.invert_axis(Axis(1));
        check("swapped and backwards", swapped)?;
    }
    for axis in 0..shape.len() {
        let mut narrow = shape.to_vec();
        if let Some(size) = narrow.get_mut(axis) {
            *size = 1;
        }
        let narrow = numbers(&narrow);
        if let Some(repeated) = narrow.broadcast(IxDyn(shape)) {
            check("with steps of 0", repeated)?;
        }
    }
    Ok(())
}

fn close<E: Element>(what: &str, got: &View<'_, E>, want: &View<'_, E>) {
    assert_eq!(got.shape(), want.shape(), "{what}");
    for (g, w) in got.iter().zip(want) {
        let (g, w) = (g.to_num().to_f64(), w.to_num().to_f64());
        let same = g == w || (g.is_nan() && w.is_nan()) || (g - w).abs() <= 1e-12 * (1.0 + w.abs());
        assert!(same, "{what}: {g} is not {w}\n{got:?}\n{want:?}");
    }
}

/// `op` of a view is `op` of its copy, in every layout; or both are the same error.
fn law<E: Element>(
    name: &str,
    shape: &[usize],
    op: impl for<'a> Fn(&'a View<'a, f64>) -> Result<Tensor<'a, E>>,
) -> Result<()> {
    layouts(shape, |layout, view| {
        let what = format!("{name} of {shape:?}, {layout}");
        let copy = plain(&view);
        match (op(&view), op(&copy.view())) {
            (Ok(got), Ok(want)) => close(&what, &got.view(), &want.view()),
            (Err(got), Err(want)) => assert_eq!(got.to_string(), want.to_string(), "{what}"),
            (got, want) => assert_eq!(format!("{got:?}"), format!("{want:?}"), "{what}"),
        }
        Ok(())
    })
}

fn subsets(rank: usize) -> Vec<Vec<i64>> {
    (0..1u32 << rank)
        .map(|bits| {
            (0..rank as i64)
                .filter(|axis| bits >> axis & 1 == 1)
                .collect()
        })
        .collect()
}

#[test]
fn elementwise_ops_take_every_layout() -> Result<()> {
    for shape in SHAPES {
        law("exp", shape, |x| Ndarray::exp(x))?;
        law("sigmoid", shape, |x| Ndarray::sigmoid(x))?;
        law("isnan", shape, |x| Ndarray::isnan(x))?;
        law("astype", shape, |x| Ndarray::astype::<i32, _>(x))?;
        law("x + 2", shape, |x| Ndarray::add(x, Num::Int(2)))?;
        law("2 - x", shape, |x| Ndarray::subtract(Num::Int(2), x))?;
        law("x + x", shape, |x| Ndarray::add(x, x))?;
        let other = numbers(shape);
        law("x + y", shape, |x| Ndarray::add(x, &other))?;
        law("y < x", shape, |x| Ndarray::less(&other, x))?;
        let scalar = numbers(&[]);
        law("x * scalar", shape, |x| Ndarray::multiply(x, &scalar))?;
        for axis in 0..shape.len() {
            let mut narrow = shape.to_vec();
            narrow.splice(axis..=axis, [1]);
            let row = numbers(&narrow);
            law("x * row", shape, |x| Ndarray::multiply(x, &row))?;
            law("row - x", shape, |x| Ndarray::subtract(&row, x))?;
            let tail = numbers(shape.get(axis..).unwrap_or_default());
            law("x * tail", shape, |x| Ndarray::multiply(x, &tail))?;
        }
        let mask = other.mapv(|v| v > 0.0);
        law("where", shape, |x| Ndarray::where_(&mask, x, &other))?;
        law("where, number", shape, |x| {
            Ndarray::where_(&mask, Num::Int(7), x)
        })?;
        law("clip", shape, |x| {
            Ndarray::clip(x, Num::Int(-1), Num::Float(1.5))
        })?;
    }
    Ok(())
}

#[test]
fn reductions_take_every_layout_and_set_of_axes() -> Result<()> {
    for shape in SHAPES {
        for axes in subsets(shape.len()) {
            for keepdims in [false, true] {
                let axes = || Axes::from(axes.clone());
                law("sum", shape, |x| Ndarray::sum(x, axes(), keepdims))?;
                law("prod", shape, |x| {
                    Ndarray::prod(&Ndarray::tanh(x)?, axes(), keepdims)
                })?;
                law("mean", shape, |x| Ndarray::mean(x, axes(), keepdims))?;
                law("max", shape, |x| Ndarray::max(x, axes(), keepdims))?;
                law("min", shape, |x| Ndarray::min(x, axes(), keepdims))?;
                law("all", shape, |x| Ndarray::all(x, axes(), keepdims))?;
                law("any", shape, |x| Ndarray::any(x, axes(), keepdims))?;
                law("var", shape, |x| {
                    Ndarray::var(x, axes(), Num::Int(0), keepdims)
                })?;
                law("logsumexp", shape, |x| {
                    Ndarray::logsumexp(x, axes(), keepdims)
                })?;
                law("l2", shape, |x| Ndarray::l2(x, axes(), keepdims))?;
                law("lp", shape, |x| {
                    Ndarray::lp(x, Num::Int(3), axes(), keepdims)
                })?;
            }
        }
    }
    Ok(())
}

#[test]
fn reductions_are_what_the_elements_say() -> Result<()> {
    for shape in SHAPES {
        for axes in subsets(shape.len()) {
            layouts(shape, |layout, x| {
                let mut want = x.to_owned();
                for &axis in axes.iter().rev() {
                    want = want.sum_axis(Axis(usize::try_from(axis).unwrap_or(0)));
                }
                let got = Ndarray::sum(&x, Axes::from(axes.clone()), false)?;
                let what = format!("sum of {shape:?} over {axes:?}, {layout}");
                close(&what, &got.view(), &want.view());
                Ok(())
            })?;
        }
    }
    Ok(())
}

#[test]
fn ops_along_an_axis_take_every_layout() -> Result<()> {
    for shape in SHAPES {
        for axis in -1..shape.len() as i64 {
            law("softmax", shape, |x| Ndarray::softmax(x, axis))?;
            law("log_softmax", shape, |x| Ndarray::log_softmax(x, axis))?;
            for descending in [false, true] {
                law("sort", shape, |x| Ndarray::sort(x, axis, descending))?;
                law("argsort", shape, |x| Ndarray::argsort(x, axis, descending))?;
            }
            law("argmax", shape, |x| Ndarray::argmax(x, Some(axis), false))?;
            law("argmin", shape, |x| Ndarray::argmin(x, Some(axis), true))?;
            let places = array![1i64, 0, 0].into_dyn();
            law("take", shape, |x| Ndarray::take(x, &places, axis))?;
            law("take_along_axis", shape, |x| {
                let order = Ndarray::argsort(x, axis, false)?;
                Ndarray::take_along_axis(x, &order, axis)
            })?;
            law("concatenate", shape, |x| {
                Ndarray::concatenate(&[x.view(), x.view()], axis)
            })?;
            law("stack", shape, |x| {
                Ndarray::stack(&[x.view(), x.view()], axis)
            })?;
        }
        law("argmax of all", shape, |x| Ndarray::argmax(x, None, false))?;
        law("topk", shape, |x| Ok(Ndarray::topk(x, 1, -1, true)?.1))?;
    }
    Ok(())
}

#[test]
fn movements_take_every_layout() -> Result<()> {
    for shape in SHAPES {
        law("reshape", shape, |x| Ndarray::reshape(x, [x.len(), 1]))?;
        law("flatten", shape, |x| Ndarray::flatten(x, 0, -1))?;
        law("transpose", shape, |x| Ndarray::transpose(x, None))?;
        law("flip", shape, |x| Ndarray::flip(x, Axes::All))?;
        law("expand_dims", shape, |x| Ndarray::expand_dims(x, [0, -1]))?;
        let mut wide = vec![2];
        wide.extend_from_slice(shape);
        law("broadcast_to", shape, |x| {
            Ndarray::broadcast_to(x, wide.clone())
        })?;
        let paddings = vec![(1, 2); shape.len()];
        law("pad", shape, |x| {
            Ndarray::pad(x, &paddings, "constant", Num::Int(9))
        })?;
        for step in [1, 2, -1, -3] {
            law("slice", shape, |x| {
                let range = IndexItem::Range {
                    start: Some(1),
                    end: None,
                    step,
                };
                Ndarray::slice(x, &[IndexItem::NewAxis, range])
            })?;
        }
    }
    Ok(())
}

#[test]
fn updates_take_every_layout() -> Result<()> {
    let at = array![0i64, 0];
    let range = |step| IndexItem::Range {
        start: None,
        end: None,
        step,
    };
    for shape in SHAPES {
        let mask = numbers(shape).mapv(|v| v > 0.0);
        law("x[mask]", shape, |x| {
            Ndarray::getitem(x, &[IndexItem::Mask(&mask)])
        })?;
        law("a mask's number", shape, |x| {
            Ndarray::index_update(x, &[IndexItem::Mask(&mask)], Num::Int(9))
        })?;
        law("equal positions", shape, |x| {
            Ndarray::index_update(x, &[IndexItem::Tensor(&at)], Num::Int(9))
        })?;
        for step in [1, 2, -1, -3] {
            law("a range's number", shape, |x| {
                Ndarray::index_update(x, &[IndexItem::Ellipsis, range(step)], Num::Int(9))
            })?;
            law("a range's tensor", shape, |x| {
                let value = Ndarray::slice(x, &[range(step)])?;
                let value = Ndarray::negative(&value)?;
                Ndarray::index_update(x, &[range(step)], &value)
            })?;
        }
        // In every layout of the value, too.
        let zeros = ArrayD::<f64>::zeros(IxDyn(shape));
        law("all of it", shape, |x| {
            Ndarray::index_update(&zeros, &[IndexItem::Ellipsis], x)
        })?;
    }
    Ok(())
}

#[test]
fn the_last_of_equal_positions_stays() -> Result<()> {
    let many = 10_000_i64;
    let at = Array1::from_iter((0..many).map(|i| i % 3));
    let value = Array1::from_iter((0..many).map(|i| i as f64));
    let at = &[IndexItem::Tensor(&at)];
    let out = Ndarray::index_update(&array![-1.0, -1.0, -1.0, -1.0], at, &value)?;
    assert_eq!(out, array![9999.0, 9997.0, 9998.0, -1.0].into_dyn());
    // One value for all of them, repeated by a step of 0.
    let out = Ndarray::index_update(&array![1i32, 2, 3, 4], at, &array![7i32])?;
    assert_eq!(out, array![7, 7, 7, 4].into_dyn());
    Ok(())
}

#[test]
fn matmul_takes_every_layout() -> Result<()> {
    let pairs: &[(&[usize], &[usize])] = &[
        (&[3], &[3]),
        (&[2, 3], &[3]),
        (&[3], &[3, 4]),
        (&[2, 3], &[3, 4]),
        (&[1, 3], &[3, 4]),
        (&[4, 3], &[3, 1]),
        (&[40, 33], &[33, 20]),
        (&[5, 2, 3], &[3, 4]),
        (&[2, 3], &[5, 3, 4]),
        (&[5, 2, 3], &[5, 3, 4]),
        (&[2, 1, 2, 3], &[4, 3, 2]),
        (&[2, 3], &[3, 0]),
        (&[2, 0], &[0, 3]),
        (&[0, 2, 3], &[3, 4]),
    ];
    for (left, right) in pairs {
        let y = numbers(right);
        law("matmul", left, |x| Ndarray::matmul(x, &y))?;
        let x = numbers(left);
        law("matmul", right, |y| Ndarray::matmul(&x, y))?;
        law("matmul of ints", left, |x| {
            let y = Ndarray::astype::<i32, _>(&y)?;
            let x = Ndarray::astype::<i32, _>(x)?;
            Ndarray::matmul(&x, &y)
        })?;
        // Floats that are whole have the products of ints.
        let (x, y) = (x.mapv(f64::floor), y.mapv(f64::floor));
        let got = Ndarray::matmul(&x, &y)?;
        let (x, y) = (x.mapv(|v| v as i64), y.mapv(|v| v as i64));
        let want = Ndarray::matmul(&x, &y)?.mapv(|v| v as f64);
        close("whole", &got.view(), &want.view());
    }
    Ok(())
}

#[test]
fn moving_elements_makes_views() -> Result<()> {
    let x = numbers(&[2, 1, 3]);
    assert!(Ndarray::transpose(&x, None)?.is_view());
    assert!(Ndarray::reshape(&x, [3, 2])?.is_view());
    assert!(Ndarray::flip(&x, Axes::All)?.is_view());
    assert!(Ndarray::squeeze(&x, 1)?.is_view());
    assert!(Ndarray::expand_dims(&x, 0)?.is_view());
    assert!(Ndarray::broadcast_to(&x, [4, 2, 5, 3])?.is_view());
    assert!(Ndarray::slice(&x, &[IndexItem::At(-1), IndexItem::Ellipsis])?.is_view());
    let swapped = x.view().reversed_axes();
    assert!(Ndarray::reshape(&swapped, [3, 2, 1, 1])?.is_view());
    assert!(!Ndarray::reshape(&swapped, [6])?.is_view());
    Ok(())
}

#[test]
fn every_storage_is_a_value() -> Result<()> {
    let owned = array![[1.0, 2.0], [3.0, 4.0]];
    let shared = ArcArray::from(owned.clone());
    let total = |x: Tensor<'_, f64>| x.sum();
    assert_eq!(total(Ndarray::sum(&owned, Axes::All, false)?), 10.0);
    assert_eq!(total(Ndarray::sum(&owned.view(), Axes::All, false)?), 10.0);
    assert_eq!(total(Ndarray::sum(&shared, Axes::All, false)?), 10.0);
    assert_eq!(total(Ndarray::sum(&&owned, Axes::All, false)?), 10.0);
    let pointer = owned.as_ptr();
    let moved = owned.into_tensor()?;
    assert_eq!(moved.as_ptr(), pointer);
    let back = Ndarray::finished::<R2, _>(moved)?;
    assert_eq!(back.as_ptr(), pointer);
    assert_eq!(back.dim(), (2, 2));
    let wrong = Ndarray::finished::<R2, _>(array![1.0]);
    assert_eq!(
        wrong.map(|_| ()).map_err(|e| e.kind()),
        Err(ErrorKind::Shape)
    );
    Ok(())
}

#[test]
fn results_do_not_depend_on_lengths() -> Result<()> {
    for n in (0..70).chain([511, 512, 513, 1024, 1500]) {
        let x: Array1<i32> = (0..n).map(|i| i * 7919 % 1000).collect();
        let want: i64 = x.iter().copied().map(i64::from).sum();
        let item = |t: Tensor<'_, i64>| t.first().copied();
        assert_eq!(item(Ndarray::sum(&x, Axes::All, false)?), Some(want));
        if n > 0 {
            let max = Ndarray::max(&x, Axes::All, false)?;
            assert_eq!(max.first(), x.iter().max());
            let mut with_nan = x.mapv(f64::from);
            for place in 0..x.len() {
                let old = with_nan.get(place).copied();
                with_nan.slice_mut(ndarray::s![place..place + 1]).fill(NAN);
                let max = Ndarray::max(&with_nan, Axes::All, false)?;
                assert!(max.iter().all(|v| v.is_nan()), "{place} of {n}");
                assert_eq!(
                    item(Ndarray::argmax(&with_nan, None, false)?),
                    Some(place as i64)
                );
                with_nan
                    .slice_mut(ndarray::s![place..place + 1])
                    .fill(old.unwrap_or(0.0));
            }
        }
    }
    // Rows that are joined in halves.
    let x = ArrayD::from_shape_fn(IxDyn(&[300, 3]), |at| (at[0] * 3 + at[1]) as i64);
    let got = Ndarray::sum(&x, Axes::from(0), false)?;
    close("rows", &got.view(), &x.sum_axis(Axis(0)).view());
    // 0.1 added up a million times: not even the last digit of an f32 is lost.
    let tenths = Array1::from_elem(1_000_000, 0.1f32);
    let total = Ndarray::sum(&tenths, Axes::All, false)?;
    assert!(total.iter().all(|v| (v - 100_000.0).abs() < 0.1), "{total}");
    Ok(())
}

fn is<E: Element>(got: Result<Tensor<'_, E>>, want: impl Into<Array1<E>>) -> Result<()> {
    close("", &got?.view(), &want.into().view().into_dyn());
    Ok(())
}

#[test]
fn nan_and_ties_have_one_answer() -> Result<()> {
    is(Ndarray::relu(&array![NAN, -1.0, 2.0]), vec![NAN, 0.0, 2.0])?;
    is(
        Ndarray::maximum(&array![NAN, 1.0], &array![1.0, NAN]),
        vec![NAN, NAN],
    )?;
    is(
        Ndarray::minimum(&array![NAN, 1.0], &array![1.0, NAN]),
        vec![NAN, NAN],
    )?;
    is(
        Ndarray::clip(&array![NAN, 5.0], Num::Int(0), Num::Int(1)),
        vec![NAN, 1.0],
    )?;
    is(
        Ndarray::max(&array![1.0, NAN, 2.0], Axes::All, true),
        vec![NAN],
    )?;
    is(
        Ndarray::sign(&array![NAN, -0.0, -2.0]),
        vec![NAN, 0.0, -1.0],
    )?;
    is(
        Ndarray::round(&array![0.5, 1.5, 2.5, -0.5, -2.5]),
        vec![0.0, 2.0, 2.0, -0.0, -2.0],
    )?;
    is(
        Ndarray::argmax(&array![3.0, 3.0, -2.0], None, true),
        vec![0],
    )?;
    is(Ndarray::argmin(&array![1.0, NAN, NAN], None, true), vec![1])?;
    is(
        Ndarray::argmax(&array![false, true, true], None, true),
        vec![1],
    )?;
    is(
        Ndarray::sort(&array![3.0, NAN, 1.0, 2.0], 0, false),
        vec![1.0, 2.0, 3.0, NAN],
    )?;
    is(
        Ndarray::sort(&array![3.0, NAN, 1.0, 2.0], 0, true),
        vec![NAN, 3.0, 2.0, 1.0],
    )?;
    is(
        Ndarray::argsort(&array![1, 1, 0, 1], 0, true),
        vec![0, 1, 3, 2],
    )?;
    is(
        Ok(Ndarray::topk(&array![1, 1, 1, 1], 2, -1, true)?.1),
        vec![0, 1],
    )?;
    is(
        Ok(Ndarray::topk(&array![1.0, f64::NAN, 3.0, 3.0], 3, -1, true)?.1),
        vec![1, 2, 3],
    )?;
    is(
        Ok(Ndarray::topk(&array![2, 3, 1], 0, -1, true)?.1),
        Vec::<i64>::new(),
    )?;
    is(Ndarray::softmax(&array![-INF, -INF], 0), vec![NAN, NAN])?;
    is(
        Ndarray::logsumexp(&array![-INF, -INF], Axes::All, true),
        vec![-INF],
    )?;
    is(
        Ndarray::logsumexp(&array![INF, 1.0], Axes::All, true),
        vec![INF],
    )?;
    is(
        Ndarray::astype::<u8, _>(&array![NAN, 300.0, -1.0]),
        vec![0, 255, 0],
    )?;
    is(
        Ndarray::astype::<bool, _>(&array![0.5, NAN, -0.0]),
        vec![true, true, false],
    )?;
    is(Ndarray::sigmoid(&array![-1e4, 1e4]), vec![0.0, 1.0])?;
    is(
        Ndarray::softplus(&array![-1e4, 1e4, NAN]),
        vec![0.0, 1e4, NAN],
    )?;
    let mask = array![true, false];
    is(
        Ndarray::where_(&mask, &array![1.0, NAN], &array![NAN, 2.0]),
        vec![1.0, 2.0],
    )?;
    Ok(())
}

#[test]
fn integers_wrap_and_never_panic() -> Result<()> {
    let low = array![i64::MIN];
    is(Ndarray::abs(&low), vec![i64::MIN])?;
    is(Ndarray::negative(&low), vec![i64::MIN])?;
    is(Ndarray::floor_divide(&low, Num::Int(-1)), vec![i64::MIN])?;
    is(Ndarray::remainder(&low, Num::Int(-1)), vec![0])?;
    is(
        Ndarray::sum(&array![200u8, 100], Axes::All, true),
        vec![300],
    )?;
    is(
        Ndarray::matmul(&array![[200u8, 100]], &array![2u8, 1]),
        vec![244],
    )?;
    is(Ndarray::multiply(&array![i32::MAX], Num::Int(2)), vec![-2])?;
    is(
        Ndarray::floor_divide(&array![-7, 7], &array![2, -2]),
        vec![-4, -4],
    )?;
    is(
        Ndarray::remainder(&array![-7, 7], &array![2, -2]),
        vec![1, -1],
    )?;
    Ok(())
}

#[test]
fn reductions_of_nothing() -> Result<()> {
    let x = ArrayD::<f64>::zeros(IxDyn(&[3, 0]));
    let last = || Axes::from(1);
    is(Ndarray::sum(&x, last(), false), vec![0.0; 3])?;
    is(Ndarray::prod(&x, last(), false), vec![1.0; 3])?;
    is(Ndarray::mean(&x, last(), false), vec![NAN; 3])?;
    is(Ndarray::logsumexp(&x, last(), false), vec![-INF; 3])?;
    is(Ndarray::all(&x, last(), false), vec![true; 3])?;
    is(Ndarray::any(&x, last(), false), vec![false; 3])?;
    is(Ndarray::max(&x, Axes::from(0), false), vec![])?;
    assert_eq!(
        kind(Ndarray::max(&x, last(), false)),
        Some(ErrorKind::Value)
    );
    is(
        Ndarray::var(&array![5.0], Axes::All, Num::Int(1), true),
        vec![NAN],
    )?;
    Ok(())
}

fn kind<T>(result: Result<T>) -> Option<ErrorKind> {
    result.err().as_ref().map(Error::kind)
}

#[test]
fn what_has_no_result_is_an_error() -> Result<()> {
    let (x, at) = (array![1, 2, 3], array![0i64, 5]);
    let value = Some(ErrorKind::Value);
    let index = Some(ErrorKind::Index);
    assert_eq!(kind(Ndarray::floor_divide(&x, Num::Int(0))), value);
    assert_eq!(kind(Ndarray::remainder(Num::Int(1), &array![1, 0])), value);
    assert_eq!(kind(Ndarray::pow(&x, Num::Int(-1))), value);
    is(
        Ndarray::floor_divide(&Array1::<i32>::zeros(0), &array![0]),
        vec![],
    )?;
    assert_eq!(kind(Ndarray::take(&x, &at, 0)), index);
    assert_eq!(kind(Ndarray::take_along_axis(&x, &at, 0)), index);
    assert_eq!(kind(Ndarray::one_hot::<f32, _>(&(), &at, 5)), index);
    assert_eq!(kind(Ndarray::one_hot::<f32, _>(&(), &at, 0)), index);
    let logits = array![[1.0, 2.0], [3.0, 4.0]];
    assert_eq!(
        kind(Ndarray::crossentropy(
            &logits,
            &array![0i64, -1],
            -1,
            eagerpy_runtime::Absent,
            None,
            Num::Float(0.0),
            "none"
        )),
        index
    );
    let update = |items: &[IndexItem<'_, Ndarray>]| kind(Ndarray::index_update(&x, items, &x));
    assert_eq!(update(&[IndexItem::Tensor(&at)]), index);
    assert_eq!(update(&[IndexItem::Tensor(&array![-1i32])]), index);
    assert_eq!(update(&[IndexItem::At(3)]), index);
    assert_eq!(update(&[IndexItem::At(0), IndexItem::At(0)]), index);
    assert_eq!(update(&[IndexItem::Mask(&array![true])]), index);
    assert_eq!(
        update(&[IndexItem::Mask(&array![true, true, false])]),
        Some(ErrorKind::Shape)
    );
    assert_eq!(update(&[IndexItem::At(0)]), Some(ErrorKind::Shape));
    assert_eq!(
        kind(Ndarray::index_update(&x, &[], Num::Float(0.5))),
        Some(ErrorKind::Dtype)
    );
    let none = ArrayD::<i32>::zeros(IxDyn(&[0]));
    assert_eq!(
        kind(Ndarray::index_update(
            &none,
            &[IndexItem::Tensor(&array![0i64])],
            Num::Int(1)
        )),
        index
    );
    assert_eq!(kind(Ndarray::take(&none, &array![0i64], 0)), index);
    assert_eq!(
        kind(Ndarray::take_along_axis(&none, &array![0i64], 0)),
        index
    );
    Ok(())
}

#[test]
fn sizes_beyond_memory_are_errors() {
    let huge = i64::MAX / 2;
    assert_eq!(
        kind(Ndarray::zeros::<f64>(&(), [huge, 4])),
        Some(ErrorKind::Shape)
    );
    assert!(Ndarray::zeros::<f64>(&(), [1i64 << 59]).is_err());
    let x = array![1.0];
    assert_eq!(
        kind(Ndarray::broadcast_to(&x, [huge, 4])),
        Some(ErrorKind::Shape)
    );
    assert_eq!(
        kind(Ndarray::pad(
            &x,
            &[(usize::MAX, 1)],
            "constant",
            Num::Int(0)
        )),
        Some(ErrorKind::Shape)
    );
    let (tall, wide) = (
        ArrayD::<f32>::zeros(IxDyn(&[1 << 40, 0])),
        ArrayD::<f32>::zeros(IxDyn(&[0, 1 << 40])),
    );
    assert_eq!(kind(Ndarray::matmul(&tall, &wide)), Some(ErrorKind::Shape));
}

#[test]
fn cuts_walk_as_ndarray_slices() -> Result<()> {
    let x = Array1::from_iter(0..6);
    let view: ArrayView<'_, i32, IxDyn> = x.view().into_dyn();
    for start in [None, Some(0), Some(2), Some(-2), Some(9)] {
        for end in [None, Some(0), Some(4), Some(-1), Some(9)] {
            for step in [1, 2, 5, -1, -2, -7] {
                let cut = Cut::range(start, end, step, 6)?;
                let got = <Ndarray as eagerpy_runtime::Backend>::slice::<i32>(
                    view.clone(),
                    &[cut],
                    &[],
                    &[],
                )?;
                let (first, past) = (
                    start.unwrap_or(0).clamp(-6, 6),
                    end.unwrap_or(6).clamp(-6, 6),
                );
                let count = |n: i64| if n < 0 { n + 6 } else { n };
                let past = count(past).max(count(first));
                let mut want = view.clone();
                want.slice_axis_inplace(
                    Axis(0),
                    Slice::new(count(first) as isize, Some(past as isize), step as isize),
                );
                assert_eq!(got.view(), want, "{start:?}..{end:?};{step}");
            }
        }
    }
    Ok(())
}

#[test]
fn sixteen_bits_are_rounded_once() -> eagerpy_runtime::Result<()> {
    crate::half_precision::laws::<Ndarray>(|_| 0)
}
