//! Floats of 16 bits in agnostic functions, on every backend: in signatures, in bare tensors, in casts. What they give is
//! what the same function gives in `f32`, rounded.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::*;
use eagerpy::{agnostic, bf16, f16};

/// Tensors of 16 bits of a framework, from numbers that they hold.
trait Halves {
    type F16: Read;
    type BF16: Read;
    fn f16(data: &[f32], shape: &[usize]) -> Self::F16;
    fn bf16(data: &[f32], shape: &[usize]) -> Self::BF16;
}

#[cfg(feature = "ndarray")]
impl Halves for nd::Nd {
    type F16 = nd::ArrayD<f16>;
    type BF16 = nd::ArrayD<bf16>;
    fn f16(data: &[f32], shape: &[usize]) -> Self::F16 {
        let data = data.iter().map(|&v| f16::from_f32(v)).collect();
        nd::ArrayD::from_shape_vec(nd::IxDyn(shape), data).unwrap()
    }
    fn bf16(data: &[f32], shape: &[usize]) -> Self::BF16 {
        let data = data.iter().map(|&v| bf16::from_f32(v)).collect();
        nd::ArrayD::from_shape_vec(nd::IxDyn(shape), data).unwrap()
    }
}

#[cfg(feature = "candle")]
impl Halves for ca::Ca {
    type F16 = ca::Tensor;
    type BF16 = ca::Tensor;
    fn f16(data: &[f32], shape: &[usize]) -> ca::Tensor {
        ca::Ca::f32(data, shape).to_dtype(ca::DType::F16).unwrap()
    }
    fn bf16(data: &[f32], shape: &[usize]) -> ca::Tensor {
        ca::Ca::f32(data, shape).to_dtype(ca::DType::BF16).unwrap()
    }
}

#[cfg(feature = "tch")]
impl Halves for tc::Tc {
    type F16 = tc::Tensor;
    type BF16 = tc::Tensor;
    fn f16(data: &[f32], shape: &[usize]) -> tc::Tensor {
        tc::Tc::f32(data, shape).to_kind(tc::Kind::Half)
    }
    fn bf16(data: &[f32], shape: &[usize]) -> tc::Tensor {
        tc::Tc::f32(data, shape).to_kind(tc::Kind::BFloat16)
    }
}

/// What is the element type?
trait Named {
    fn elem(&self) -> String;
}
#[cfg(feature = "ndarray")]
impl<E: eagerpy::Element, D: eagerpy::frameworks::ndarray::Dimension> Named
    for eagerpy::frameworks::ndarray::Array<E, D>
{
    fn elem(&self) -> String {
        E::DTYPE.unwrap().name().to_owned()
    }
}
#[cfg(feature = "candle")]
impl Named for ca::Tensor {
    fn elem(&self) -> String {
        self.dtype().as_str().to_owned()
    }
}
#[cfg(feature = "tch")]
impl Named for tc::Tensor {
    fn elem(&self) -> String {
        match self.kind() {
            tc::Kind::Half => "f16",
            tc::Kind::BFloat16 => "bf16",
            tc::Kind::Float => "f32",
            other => panic!("{other:?}"),
        }
        .to_owned()
    }
}

/// The elements of any tensor as numbers.
trait ReadAny {
    fn read_any(&self) -> (Vec<usize>, Vec<f64>);
}
#[cfg(feature = "ndarray")]
impl<E: eagerpy::Element, D: eagerpy::frameworks::ndarray::Dimension> ReadAny
    for eagerpy::frameworks::ndarray::Array<E, D>
{
    fn read_any(&self) -> (Vec<usize>, Vec<f64>) {
        let data = self.iter().map(|v| v.to_num().to_f64());
        (self.shape().to_vec(), data.collect())
    }
}
#[cfg(feature = "candle")]
impl ReadAny for ca::Tensor {
    fn read_any(&self) -> (Vec<usize>, Vec<f64>) {
        self.read()
    }
}
#[cfg(feature = "tch")]
impl ReadAny for tc::Tensor {
    fn read_any(&self) -> (Vec<usize>, Vec<f64>) {
        self.read()
    }
}

/// Numbers that both types hold: seven bits or fewer, of both signs.
fn numbers(n: usize) -> Vec<f32> {
    (0..n)
        .map(|i| ((i * 29 + 11) % 61) as f32 / 8.0 - 3.5)
        .collect()
}

/// Holds a tensor of 16 bits to another's elements, rounded; the last bit may differ where a framework adds up in another
/// order.
#[track_caller]
fn rounds(got: &(impl Read + Named), wide: &impl Read, dtype: &str) {
    assert_eq!(got.elem(), dtype);
    let ((shape, got), (wide_shape, want)) = (got.read(), wide.read());
    assert_eq!(shape, wide_shape);
    for (&got, &want) in got.iter().zip(&want) {
        let (rounded, bit) = match dtype {
            "f16" => (f16::from_f64(want).to_f64(), f64::exp2(-10.0)),
            _ => (bf16::from_f64(want).to_f64(), f64::exp2(-7.0)),
        };
        assert!(
            (got - rounded).abs() <= bit * rounded.abs(),
            "{got} for {want}"
        );
    }
}

#[agnostic]
fn layer(x: &Tensor<f16, N, D>, w: &Tensor<f16, D, C>, scale: &Scalar<f16>) -> Tensor<f16, N, C> {
    let y = x.matmul(w) * scale - 0.25;
    y.softmax(axis = 0) + y.mean(axis = 0) * 2.0
}

#[agnostic]
fn layer_bf16(
    x: &Tensor<bf16, N, D>,
    w: &Tensor<bf16, D, C>,
    scale: &Scalar<bf16>,
) -> Tensor<bf16, N, C> {
    let y = x.matmul(w) * scale - 0.25;
    y.softmax(axis = 0) + y.mean(axis = 0) * 2.0
}

#[agnostic]
fn layer_bare(x: &Tensor<_, N, D>, w: &Tensor<_, D, C>, scale: &Scalar) -> Tensor<_, N, C> {
    let y = x.matmul(w);
    y * scale
}

#[agnostic]
fn first_axis(x: &Tensor) -> (Tensor, Tensor, Tensor, Tensor) {
    (
        x.mean(axis = 0),
        x.softmax(axis = 0),
        x.logsumexp(axis = 0),
        x.std(axis = 0),
    )
}

#[agnostic]
fn moved(x: &Tensor, y: &Tensor) -> (Tensor, Tensor, Tensor, Tensor, Tensor) {
    let both = concatenate([x, y], axis = 0);
    (
        both,
        x[(.., 1..)],
        y.sort(axis = 0),
        where_(x > y, x, y * 2.0),
        x.maximum(0.1),
    )
}

#[agnostic]
fn positions(x: &Tensor, y: &Tensor) -> (Tensor<i64>, Tensor<bool>, Tensor<bool>) {
    (x.argmax(axis = 1), x <= y, y == 0.5)
}

#[agnostic]
fn casts(
    x: &Tensor<f32, N>,
) -> (
    Tensor<f16, N>,
    Tensor<bf16, N>,
    Tensor<f32, N>,
    Tensor<i64, N>,
) {
    let low = x.astype(f16);
    (low, low.astype(bf16), low.astype(f32), low.astype(i64))
}

#[agnostic]
fn made(
    x: &Tensor<i64, N>,
) -> (
    Tensor<f16, N, 2>,
    Tensor<bf16, 3>,
    Tensor<bf16, 4>,
    Tensor<f16, 5>,
) {
    let ones = full((x.dim(0), 2), 0.1, dtype = f16);
    (
        ones,
        zeros(3, dtype = bf16) + 1.0,
        arange(4, dtype = bf16),
        uniform(5, seed = 1, dtype = f16),
    )
}

#[agnostic]
fn gathered(
    x: &Tensor<bf16, N, D>,
    rows: &Tensor<i64, K>,
) -> (Tensor<bf16, K, D>, Tensor<bf16, N, D>, f64) {
    (x[rows], x.index_update(0, value = 1.5), x.max().item())
}

/// Along the rows, along the columns, and along the columns of a transposed view.
#[agnostic]
fn means(x: &Tensor<_, N, M>) -> (Tensor<_, N>, Tensor<_, M>, Tensor<_, M>) {
    (
        x.mean(axis = 1),
        x.mean(axis = 0),
        x.transpose().mean(axis = 1),
    )
}

#[agnostic]
fn sums(x: &Tensor<_, N, M>) -> (Tensor<_, N>, Tensor<_, M>, Tensor<_, M>) {
    (
        x.sum(axis = 1),
        x.sum(axis = 0),
        x.transpose().sum(axis = 1),
    )
}

#[agnostic]
fn mean_of_all(x: &Tensor) -> Scalar {
    x.mean()
}

#[agnostic]
fn shares(x: &Tensor<_, N, M>) -> (Tensor<_, N, M>, Tensor<_, N, M>) {
    (x.softmax(axis = 0), x.softmax(axis = 1))
}

#[agnostic]
fn last_running_sum(x: &Tensor<_, N>) -> Scalar {
    x.cumsum()[-1]
}

#[agnostic]
fn any_nan(x: &Tensor) -> Scalar<f64> {
    x.isnan().any().astype(f64)
}

/// What must have the type of `x`: all of it is added up, and a sum of two types would be refused.
#[agnostic]
fn of_one_type(x: &Tensor<_, N>, i: &Tensor<i64, N>) -> Tensor<_, N> {
    let padded = x.pad([(1, 0)], value = 1.0)[1..]
        + x.pad([(0, 1)], mode = "edge")[..-1]
        + x.pad([(1, 0)], mode = "reflect")[1..]
        + x.pad([(0, 1)], mode = "wrap")[..-1];
    let chosen = where_(x > 0.0, x, 0.0) + x.masked_fill(x > 0.0, 0.0) + x.clip(-9.0, 9.0);
    let like = x.zeros_like() + x.full_like(1) + x.ones_like();
    let spread = i.one_hot(1).sum(axis = 1) + arange(N, dtype = _) * 0.0;
    padded + chosen + like + spread
}

#[agnostic]
fn only_padded(x: &Tensor<_, N>) -> Tensor {
    x.pad([(1, 1)], value = 0.5)
}

#[agnostic]
fn total(x: &Tensor) -> Scalar {
    x.sum()
}

#[agnostic]
fn brought(x: &Tensor<f16, N>, f: impl Fn(&Tensor<f16, N>, f64) -> Tensor<f16, N>) -> Scalar<f16> {
    let y = f(x, 2.0);
    (y + f(y, 0.5)).sum()
}

#[agnostic]
fn doubled(x: &Tensor<f16, N>) -> Scalar<f16> {
    brought(x, |y, by| y * by)
}

#[agnostic]
struct Half<D> {
    w: Tensor<f16, D, D>,
    b: Tensor<bf16, D>,
}

#[agnostic]
fn in_a_struct(x: &Tensor<f16, N, D>, p: &Half<_, D>) -> (Tensor<f16, N, D>, Half<_, D>) {
    let y = x.matmul(p.w) + p.b.astype(f16);
    (
        y,
        Half {
            w: p.w * 2.0,
            b: p.b,
        },
    )
}

#[agnostic]
fn random_like(x: &Tensor, low: f64, high: f64) -> (Tensor<f16, 20_000>, Tensor<bf16, 20_000>) {
    let drawn = x.item() + uniform(20_000, low = low, high = high, seed = 3, dtype = f16);
    (
        drawn,
        uniform(20_000, low = low, high = high, seed = 3, dtype = bf16),
    )
}

#[agnostic]
fn scattered(x: &Tensor, std: f64) -> Tensor<f16, 3> {
    x.item() + normal(3, std = std, seed = 3, dtype = f16)
}

on_every_backend! {
    fn random_numbers_stay_below_the_end() {
        let zero = F::f32(&[0.0], &[]);
        let (low, lower) = random_like(&zero, 0.0, 1.0).unwrap();
        for (drawn, mean) in [(low.read().1, 0.5), (lower.read().1, 0.5)] {
            assert!(drawn.iter().all(|v| (0.0..1.0).contains(v)));
            let given = drawn.iter().sum::<f64>() / drawn.len() as f64;
            assert!((given - mean).abs() < 0.02, "{given}");
        }
        let (low, lower) = random_like(&zero, -3.0, -2.0).unwrap();
        assert!(low.read().1.iter().chain(&lower.read().1).all(|v| (-3.0..-2.0).contains(v)));
    }

    fn ranges_without_numbers_are_errors() {
        let zero = F::f32(&[0.0], &[]);
        for (low, high) in [(1.0, 0.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            let error = random_like(&zero, low, high).err().unwrap();
            assert_eq!(error.kind(), eagerpy::ErrorKind::Value);
        }
        for std in [-1.0, f64::NAN] {
            assert_eq!(scattered(&zero, std).err().unwrap().kind(), eagerpy::ErrorKind::Value);
        }
    }

    fn in_a_signature() {
        let (x, w) = (numbers(12), numbers(20));
        let wide = layer_bare(&F::f32(&x, &[3, 4]), &F::f32(&w, &[4, 5]), &F::f32(&[0.5], &[])).unwrap();
        let low = layer_bare(&F::f16(&x, &[3, 4]), &F::f16(&w, &[4, 5]), &F::f16(&[0.5], &[])).unwrap();
        rounds(&low, &wide, "f16");
        let low = layer_bare(&F::bf16(&x, &[3, 4]), &F::bf16(&w, &[4, 5]), &F::bf16(&[0.5], &[])).unwrap();
        rounds(&low, &wide, "bf16");

        let low = layer(&F::f16(&x, &[3, 4]), &F::f16(&w, &[4, 5]), &F::f16(&[0.5], &[])).unwrap();
        assert_eq!(low.elem(), "f16");
        let lower = layer_bf16(&F::bf16(&x, &[3, 4]), &F::bf16(&w, &[4, 5]), &F::bf16(&[0.5], &[])).unwrap();
        assert_eq!(lower.elem(), "bf16");
        let ((_, low), (_, lower)) = (low.read(), lower.read());
        for (a, b) in low.iter().zip(&lower) {
            assert!((a - b).abs() <= 0.02 * a.abs().max(1.0), "{low:?} {lower:?}");
        }
    }

    fn over_the_first_axis() {
        let x = numbers(600);
        let wide = first_axis(&F::f32(&x, &[200, 3])).unwrap();
        let low = first_axis(&F::f16(&x, &[200, 3])).unwrap();
        rounds(&low.0, &wide.0, "f16");
        rounds(&low.1, &wide.1, "f16");
        rounds(&low.2, &wide.2, "f16");
        rounds(&low.3, &wide.3, "f16");
        let low = first_axis(&F::bf16(&x, &[200, 3])).unwrap();
        rounds(&low.0, &wide.0, "bf16");
        rounds(&low.1, &wide.1, "bf16");
        rounds(&low.2, &wide.2, "bf16");
        rounds(&low.3, &wide.3, "bf16");
    }

    fn elements_that_move() {
        let (x, y) = (numbers(12), numbers(24)[12..].to_vec());
        let wide = moved(&F::f32(&x, &[4, 3]), &F::f32(&y, &[4, 3])).unwrap();
        let low = moved(&F::f16(&x, &[4, 3]), &F::f16(&y, &[4, 3])).unwrap();
        rounds(&low.0, &wide.0, "f16");
        rounds(&low.1, &wide.1, "f16");
        rounds(&low.2, &wide.2, "f16");
        rounds(&low.3, &wide.3, "f16");
        rounds(&low.4, &wide.4, "f16");
        let low = moved(&F::bf16(&x, &[4, 3]), &F::bf16(&y, &[4, 3])).unwrap();
        rounds(&low.0, &wide.0, "bf16");
        rounds(&low.1, &wide.1, "bf16");
        rounds(&low.2, &wide.2, "bf16");
        rounds(&low.3, &wide.3, "bf16");
        rounds(&low.4, &wide.4, "bf16");
    }

    fn positions_and_masks() {
        let (x, y) = (numbers(12), numbers(24)[12..].to_vec());
        let wide = positions(&F::f32(&x, &[4, 3]), &F::f32(&y, &[4, 3])).unwrap();
        let low = positions(&F::f16(&x, &[4, 3]), &F::f16(&y, &[4, 3])).unwrap();
        let lower = positions(&F::bf16(&x, &[4, 3]), &F::bf16(&y, &[4, 3])).unwrap();
        assert_eq!(low.0.read_any(), wide.0.read_any());
        assert_eq!(low.1.read_any(), wide.1.read_any());
        assert_eq!(low.2.read_any(), wide.2.read_any());
        assert_eq!(lower.0.read_any(), wide.0.read_any());
        assert_eq!(lower.1.read_any(), wide.1.read_any());
        assert_eq!(lower.2.read_any(), wide.2.read_any());
    }

    fn between_types() {
        let (low, lower, back, ints) = casts(&F::f32(&[0.1, -2.75, 70_000.0, f32::NAN], &[4])).unwrap();
        let tenth = f16::from_f32(0.1);
        assert_eq!((low.elem().as_str(), lower.elem().as_str(), back.elem().as_str()), ("f16", "bf16", "f32"));
        let (_, low) = low.read();
        assert_eq!(low[..3], [tenth.to_f64(), -2.75, f64::INFINITY]);
        assert!(low[3].is_nan());
        let (_, lower) = lower.read();
        assert_eq!(lower[..2], [bf16::from_f32(tenth.to_f32()).to_f64(), -2.75]);
        let (_, back) = back.read();
        assert_eq!(back[0], tenth.to_f64());
        assert_eq!(ints.read_any().1, [0.0, -2.0, i64::MAX as f64, 0.0]);
    }

    fn gathered_and_updated() {
        let x = numbers(6);
        let (picked, updated, most) = gathered(&F::bf16(&x, &[3, 2]), &F::i64(&[2, 0], &[2])).unwrap();
        gives(&picked, &[2, 2], &[f64::from(x[4]), f64::from(x[5]), f64::from(x[0]), f64::from(x[1])]);
        assert_eq!(updated.read().1[..3], [1.5, 1.5, f64::from(x[2])]);
        assert_eq!(most, x.iter().copied().map(f64::from).fold(f64::MIN, f64::max));
    }

    fn in_functions_as_parameters() {
        gives(&doubled(&F::f16(&[1.0, 2.5], &[2])).unwrap(), &[], &[10.5]);
    }

    fn sums_along_any_axis_are_made_in_more() {
        let ones = vec![1.0; 2000];
        for shape in [[2, 1000], [1000, 2]] {
            let [n, m] = shape.map(|n| n as f64);
            let (rows, columns, turned) = sums(&F::bf16(&ones, &shape)).unwrap();
            gives(&rows, &[shape[0]], &vec![m; shape[0]]);
            gives(&columns, &[shape[1]], &vec![n; shape[1]]);
            gives(&turned, &[shape[1]], &vec![n; shape[1]]);
        }
        gives(&last_running_sum(&F::bf16(&ones[..1000], &[1000])).unwrap(), &[], &[1000.0]);
    }

    /// The sum is beyond what 16 bits hold, the mean is not.
    fn means_are_divided_before_they_are_rounded() {
        gives(&mean_of_all(&F::f16(&vec![1.0; 70_000], &[70_000])).unwrap(), &[], &[1.0]);
        let thousands = vec![1000.0; 2000];
        for shape in [[2, 1000], [1000, 2]] {
            let (rows, columns, turned) = means(&F::f16(&thousands, &shape)).unwrap();
            gives(&rows, &[shape[0]], &vec![1000.0; shape[0]]);
            gives(&columns, &[shape[1]], &vec![1000.0; shape[1]]);
            gives(&turned, &[shape[1]], &vec![1000.0; shape[1]]);
        }
    }

    fn many_equal_shares() {
        let equal = vec![3.0; 2 * 4096];
        let share = vec![1.0 / 4096.0; 2 * 4096];
        let (down, _) = shares(&F::f16(&equal, &[4096, 2])).unwrap();
        let (_, along) = shares(&F::f16(&equal, &[2, 4096])).unwrap();
        // A tolerance for numbers near 1 would let these pass as 0.
        assert_eq!(down.read().1, share);
        assert_eq!(along.read().1, share);
        let (_, along) = shares(&F::bf16(&equal, &[2, 4096])).unwrap();
        assert_eq!(along.read().1, share);
    }

    /// Infinities of both signs make a NaN of a sum, which is none of the elements.
    fn no_nan_is_found_where_none_is() {
        let mut data = vec![60_000.0; 2048];
        data.extend([-60_000.0; 2048]);
        gives(&any_nan(&F::f16(&data, &[4096])).unwrap(), &[], &[0.0]);
        data[77] = f32::INFINITY;
        data[3000] = -f32::INFINITY;
        gives(&any_nan(&F::f16(&data, &[4096])).unwrap(), &[], &[0.0]);
        gives(&any_nan(&F::f32(&data, &[4096])).unwrap(), &[], &[0.0]);
        data[4000] = f32::NAN;
        gives(&any_nan(&F::f16(&data, &[2, 2048])).unwrap(), &[], &[1.0]);
    }

    fn the_element_type_stays() {
        let zero = F::i64(&[0, 0], &[2]);
        let (x, right) = ([1.0, -2.0], [9.0, -9.0]);
        let low = of_one_type(&F::f16(&x, &[2]), &zero).unwrap();
        let lower = of_one_type(&F::bf16(&x, &[2]), &zero).unwrap();
        assert_eq!((low.elem().as_str(), lower.elem().as_str()), ("f16", "bf16"));
        gives(&low, &[2], &right);
        gives(&lower, &[2], &right);
        let padded = only_padded(&F::f16(&x, &[2])).unwrap();
        assert_eq!(padded.elem(), "f16");
        gives(&padded, &[4], &[0.5, 1.0, -2.0, 0.5]);
        let padded = only_padded(&F::bf16(&x, &[2])).unwrap();
        assert_eq!(padded.elem(), "bf16");
        gives(&padded, &[4], &[0.5, 1.0, -2.0, 0.5]);
    }

    fn sums_are_made_in_more() {
        let ones = vec![1.0; 1000];
        gives(&total(&F::bf16(&ones, &[1000])).unwrap(), &[], &[1000.0]);
        gives(&total(&F::f16(&ones, &[10, 100])).unwrap(), &[], &[1000.0]);
        let many = vec![1.0; 70_000];
        let (mean, soft, ..) = first_axis(&F::f16(&many, &[35_000, 2])).unwrap();
        gives(&mean, &[2], &[1.0, 1.0]);
        assert_eq!(soft.elem(), "f16");
    }
}

#[cfg(feature = "ndarray")]
#[test]
fn new_tensors_on_ndarray() {
    let (full, ones, range, random) = made(&nd::Nd::i64(&[1, 2, 3], &[3])).unwrap();
    assert_eq!(
        full,
        ndarray(&[f16::from_f32(0.1); 6])
            .into_shape_with_order((3, 2))
            .unwrap()
    );
    assert_eq!(ones, ndarray(&[bf16::ONE; 3]));
    assert_eq!(range.mapv(f32::from).to_vec(), [0.0, 1.0, 2.0, 3.0]);
    assert_eq!(random.len(), 5);
    assert!(random.iter().all(|v| (0.0..1.0).contains(&v.to_f32())));
}

#[cfg(feature = "ndarray")]
#[test]
fn in_a_struct_on_ndarray() {
    use eagerpy::backends::Ndarray;
    let w = ndarray(&[f16::from_f32(0.5); 4])
        .into_shape_with_order((2, 2))
        .unwrap();
    let half: Half<Ndarray> = Half {
        w,
        b: ndarray(&[bf16::from_f32(0.1); 2]),
    };
    let (y, back) = in_a_struct(&nd::Nd::f16(&[1.0, 2.0], &[1, 2]), &half).unwrap();
    let tenth = f16::from_f32(bf16::from_f32(0.1).to_f32());
    assert_eq!(
        y,
        ndarray(&[f16::from_f32(1.5) + tenth; 2])
            .into_shape_with_order((1, 2))
            .unwrap()
    );
    assert_eq!(back.w.sum(), f16::from_f32(4.0));
    assert_eq!(back.b, half.b);
}

#[cfg(feature = "ndarray")]
fn ndarray<E: Copy>(data: &[E]) -> eagerpy::frameworks::ndarray::Array1<E> {
    data.iter().copied().collect()
}
