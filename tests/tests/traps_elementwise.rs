//! Inputs on which libraries of tensors have given wrong elements, and the right ones: NaN lost or made, signs of
//! remainders, overflow, masks by arithmetic, casts out of range. One test each, on every backend.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::*;
use eagerpy::{ErrorKind, agnostic};

const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;

/// Holds a tensor to elements, NaN and the signs of zeros too.
#[track_caller]
fn exactly(tensor: &impl Read, data: &[f64]) {
    let (_, have) = tensor.read();
    assert_eq!(have.len(), data.len(), "{have:?}");
    for (h, d) in have.iter().zip(data) {
        let same = h == d && h.is_sign_negative() == d.is_sign_negative();
        assert!(
            same || (h.is_nan() && d.is_nan()),
            "{have:?} is not {data:?}"
        );
    }
}

#[agnostic]
fn relu_of(x: &Tensor) -> Tensor {
    x.relu()
}
#[agnostic]
fn activations(x: &Tensor<_, N>) -> Tensor<_, 6, N> {
    stack([
        x.relu6(),
        x.hard_tanh(),
        x.leaky_relu(),
        x.elu(),
        x.hard_sigmoid(),
        x.threshold(0.0, 1.0),
    ])
}
#[agnostic]
fn extremes(x: &Tensor, y: &Tensor) -> (Tensor, Tensor) {
    (x.maximum(y), x.minimum(y))
}
#[agnostic]
fn bounded(x: &Tensor, low: &Tensor) -> (Tensor, Tensor, Tensor, Tensor) {
    (
        x.clip(0.0, 1.0),
        x.clamp_min(0.0),
        x.clip(low, None),
        x.clamp_max(low),
    )
}
#[agnostic]
fn rounded(x: &Tensor) -> Tensor {
    x.round()
}
#[agnostic]
fn sign_of(x: &Tensor) -> Tensor {
    x.sign()
}
#[agnostic]
fn power(x: &Tensor, y: &Tensor) -> Tensor {
    x.pow(y)
}
#[agnostic]
fn cubed(x: &Tensor) -> Tensor {
    x.pow(3)
}
#[agnostic]
fn int_quotients(x: &Tensor<i64, N>, y: &Tensor<i64, N>) -> Tensor<f64, 3, N> {
    stack([x.floor_divide(y), x % y, x.fmod(y)]).astype(f64)
}
#[agnostic]
fn int_quotients_by(x: &Tensor<i64, N>, y: i64) -> Tensor<f64, 3, N> {
    stack([x.floor_divide(y), x % y, x.fmod(y)]).astype(f64)
}
#[agnostic]
fn quotients(x: &Tensor<_, N>, y: &Tensor<_, N>) -> Tensor<_, 3, N> {
    stack([x.floor_divide(y), x % y, x.fmod(y)])
}
#[agnostic]
fn int_floored(x: &Tensor<i64, N>, y: &Tensor<i64, N>) -> Tensor<f64, N> {
    x.floor_divide(y).astype(f64)
}
#[agnostic]
fn int_modulo(x: &Tensor<i64, N>, y: &Tensor<i64, N>) -> Tensor<f64, N> {
    (x % y).astype(f64)
}
#[agnostic]
fn int_rest(x: &Tensor<i64, N>, y: &Tensor<i64, N>) -> Tensor<f64, N> {
    x.fmod(y).astype(f64)
}
#[agnostic]
fn int_floored_by(x: &Tensor<i64, N>, y: i64) -> Tensor<f64, N> {
    x.floor_divide(y).astype(f64)
}
#[agnostic]
fn int_modulo_by(x: &Tensor<i64, N>, y: i64) -> Tensor<f64, N> {
    (x % y).astype(f64)
}
#[agnostic]
fn int_rest_by(x: &Tensor<i64, N>, y: i64) -> Tensor<f64, N> {
    x.fmod(y).astype(f64)
}
#[agnostic]
fn number_by_ints(x: i64, y: &Tensor<i64, N>) -> Tensor<f64, N> {
    (x % y).astype(f64)
}
#[agnostic]
fn float_modulo(x: &Tensor, y: &Tensor) -> Tensor {
    x % y
}
#[agnostic]
fn float_modulo_by(x: &Tensor, y: f64) -> Tensor {
    x % y
}
#[agnostic]
fn number_modulo(x: f64, y: &Tensor) -> Tensor {
    x % y
}
#[agnostic]
fn modulo(x: &Tensor<i64, N, M>, y: &Tensor<i64, 1, 1>) -> Tensor<f64, N, M> {
    (x % y).astype(f64)
}
#[agnostic]
fn int_abs(x: &Tensor<i64>) -> Tensor<f64> {
    x.abs().astype(f64)
}
#[agnostic]
fn narrow_abs(x: &Tensor<i64>) -> Tensor<f64> {
    x.astype(i32).abs().astype(f64)
}
#[agnostic]
fn filled(x: &Tensor, y: &Tensor) -> (Tensor, Tensor) {
    (where_(y > 0.0, 10.0, x), where_(y > 0.0, x, y))
}
#[agnostic]
fn filled_in(x: &Tensor, y: &Tensor) -> Tensor {
    x.masked_fill(y > 0.0, 10.0)
}
/// What ints beyond 2⁵³ become, less `base`, so that no float has to hold them.
#[agnostic]
fn of_large_ints(x: &Tensor<i64, N>, base: i64) -> Tensor<f64, 9, N> {
    let order = x.argsort();
    stack([
        x.sort() - base,
        x.take(order) - base,
        x.maximum(x.flip()) - base,
        x.clip(base + 1, base + 3) - base,
        where_(x > base + 1, x, base) - base,
        x.cummax() - base,
        x.max() - base + x * 0,
        x.sum() - base * 3 + x * 0,
        (x == base + 1).astype(i64),
    ])
    .astype(f64)
}
#[agnostic]
fn position_of_the_largest(x: &Tensor<_, N>, base: i64) -> (Scalar<f64>, Tensor<f64, 1>) {
    let at = x.argmax();
    ((at - base).astype(f64), x.take(at.reshape(1)).astype(f64))
}
#[agnostic]
fn below_a_fraction(x: &Tensor) -> Tensor<f64> {
    (x < 0.5).astype(f64)
}
#[agnostic]
fn within_fractions(x: &Tensor) -> Tensor {
    x.clip(0.5, 2.7)
}
#[agnostic]
fn closeness(x: &Tensor<_, N>, y: &Tensor<_, N>) -> (Tensor<f64, N>, Tensor<f64, N>, Scalar<f64>) {
    (
        (x == y).astype(f64),
        x.isclose(y).astype(f64),
        x.allclose(y).astype(f64),
    )
}
#[agnostic]
fn below_half(x: &Tensor<i64>) -> (Tensor<f64>, Tensor<f64>) {
    let x = x.astype(f64);
    ((x < 0.5).astype(f64), x.clip(0.5, 2.7))
}
#[agnostic]
fn to_ints(x: &Tensor) -> (Tensor<f64>, Tensor<f64>, Tensor<f64>) {
    (
        x.astype(i32).astype(f64),
        x.astype(i64).astype(f64),
        x.astype(u8).astype(f64),
    )
}
#[agnostic]
fn to_bool(x: &Tensor) -> (Tensor<f64>, Tensor<f64>) {
    (x.bool().astype(f64), x.astype(i64).bool().float64())
}
#[agnostic]
fn kept_types(x: &Tensor<f64, N>) -> (Tensor<f64>, Tensor<f64, N>, Tensor<f64, N>) {
    (
        x.pad([(1, 1)], value = 0.1),
        full_like(x, 0.1),
        where_(x > 0.5, x, 0.1),
    )
}
#[agnostic]
fn sum_of(x: &Tensor, y: &Tensor) -> Tensor {
    x + y
}
#[agnostic]
fn through_f32(x: &Tensor<i64>) -> (Tensor<f64>, Tensor<f64>) {
    (x.float32().float64(), (x + 1).float64())
}
#[agnostic]
fn compared_beyond(x: &Tensor<i64, N>) -> Tensor<f64, 4, N> {
    let x = x.astype(u8);
    stack([
        (x < 256).astype(f64),
        (x == 256).astype(f64),
        x.clip(-1, 300).astype(f64),
        x.maximum(-1).astype(f64),
    ])
}
#[agnostic]
fn shifts(x: &Tensor<i64, N>, y: &Tensor<i64, N>) -> Tensor<f64, 2, N> {
    stack([x << y, x >> y]).astype(f64)
}
#[agnostic]
fn bits(x: &Tensor<i64, N>, y: &Tensor<i64, N>) -> Tensor<f64, 4, N> {
    stack([x & y, x | y, x ^ y, !x]).astype(f64)
}
#[agnostic]
fn logic(x: &Tensor<_, N>, y: &Tensor<_, N>) -> Tensor<f64, 4, N> {
    let (x, y) = (x.bool(), y.bool());
    stack([x & y, x | y, x ^ y, !x]).astype(f64)
}

on_every_backend! {
    fn nan_in_relu_clip_and_maximum() {
        exactly(&relu_of(&F::f32(&[NAN, -1.0, 2.0], &[3])).unwrap(), &[f64::NAN, 0.0, 2.0]);
        let (x, y) = (F::f32(&[NAN, 1.0], &[2]), F::f32(&[1.0, NAN], &[2]));
        let (max, min) = extremes(&x, &y).unwrap();
        exactly(&max, &[f64::NAN, f64::NAN]);
        exactly(&min, &[f64::NAN, f64::NAN]);
        let (a, b, c, d) = bounded(&x, &y).unwrap();
        exactly(&a, &[f64::NAN, 1.0]);
        exactly(&b, &[f64::NAN, 1.0]);
        exactly(&c, &[f64::NAN, f64::NAN]);
        exactly(&d, &[f64::NAN, f64::NAN]);
        exactly(&activations(&F::f32(&[NAN], &[1])).unwrap(), &[f64::NAN; 6]);
    }

    fn halves_go_to_the_even_neighbour() {
        let x = F::f32(&[0.5, 1.5, 2.5, -0.5, -2.5], &[5]);
        exactly(&rounded(&x).unwrap(), &[0.0, 2.0, 2.0, -0.0, -2.0]);
    }

    fn sign_of_nan_and_of_minus_zero() {
        let (_, have) = sign_of(&F::f32(&[NAN, -0.0, 0.0, -3.0], &[4])).unwrap().read();
        assert!(have[0].is_nan());
        assert_eq!(&have[1..], &[0.0, 0.0, -1.0]);
    }

    fn powers_of_negative_bases_and_zero() {
        let x = F::f32(&[-2.0, 0.0, -1.0, -2.0], &[4]);
        let y = F::f32(&[2.0, 0.0, 3.0, 0.5], &[4]);
        exactly(&power(&x, &y).unwrap(), &[4.0, 1.0, -1.0, f64::NAN]);
        exactly(&cubed(&x).unwrap(), &[-8.0, 0.0, -1.0, -8.0]);
    }

    fn signs_of_quotients_and_remainders() {
        let x = F::i64(&[-7, 7, i64::MIN], &[3]);
        let y = F::i64(&[2, -2, -1], &[3]);
        let least = i64::MIN as f64;
        exactly(&int_quotients(&x, &y).unwrap(), &[-4.0, -4.0, least, 1.0, -1.0, 0.0, -1.0, 1.0, 0.0]);
        let x = F::f32(&[-7.0, 7.0, -7.0], &[3]);
        let y = F::f32(&[2.0, -2.0, INF], &[3]);
        let (_, have) = quotients(&x, &y).unwrap().read();
        assert_eq!(have, [-4.0, -4.0, -1.0, 1.0, -1.0, f64::INFINITY, -1.0, 1.0, -7.0]);
    }

    /// libtorch gives such a zero the sign of the dividend, Python and NumPy that of the divisor.
    fn a_remainder_of_zero_has_the_sign_of_the_divisor() {
        let right = [0.0, -0.0, 0.0, -0.0, 0.0, -0.0];
        let (x, y) = ([-1.0, 2.0, -0.0, 0.0, 4.0, -4.0], [1.0, -1.0, 2.0, -2.0, 2.0, -2.0]);
        exactly(&float_modulo(&F::f32(&x, &[6]), &F::f32(&y, &[6])).unwrap(), &right);
        let (x, y) = (x.map(f64::from), y.map(f64::from));
        exactly(&float_modulo(&F::f64(&x, &[6]), &F::f64(&y, &[6])).unwrap(), &right);
        let both = F::f32(&[-4.0, 4.0, -0.0, 0.0], &[4]);
        exactly(&float_modulo_by(&both, 2.0).unwrap(), &[0.0; 4]);
        exactly(&float_modulo_by(&both, -2.0).unwrap(), &[-0.0; 4]);
        let both = F::f32(&[-2.0, 2.0], &[2]);
        exactly(&number_modulo(4.0, &both).unwrap(), &[-0.0, 0.0]);
        exactly(&number_modulo(-4.0, &both).unwrap(), &[-0.0, 0.0]);
    }

    fn modulo_broadcasts() {
        let (x, y) = (F::i64(&[10, 20, 30], &[1, 3]), F::i64(&[7], &[1, 1]));
        exactly(&modulo(&x, &y).unwrap(), &[3.0, 6.0, 2.0]);
    }

    fn int_by_zero_is_an_error() {
        let (x, y) = (F::i64(&[1, 5], &[2]), F::i64(&[2, 0], &[2]));
        assert_eq!(int_quotients(&x, &y).unwrap_err().kind(), ErrorKind::Value);
        assert_eq!(int_quotients_by(&x, 0).unwrap_err().kind(), ErrorKind::Value);
        exactly(&int_quotients_by(&x, -1).unwrap(), &[-1.0, -5.0, 0.0, 0.0, 0.0, 0.0]);
    }

    fn each_division_of_ints_refuses_zero() {
        let (x, y) = (F::i64(&[1, 5], &[2]), F::i64(&[2, 0], &[2]));
        for result in [
            int_floored(&x, &y),
            int_modulo(&x, &y),
            int_rest(&x, &y),
            int_floored_by(&x, 0),
            int_modulo_by(&x, 0),
            int_rest_by(&x, 0),
            number_by_ints(1, &y),
        ] {
            let error = result.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Value, "{error}");
        }
    }

    fn size_of_the_least_int() {
        exactly(&int_abs(&F::i64(&[i64::MIN, -3], &[2])).unwrap(), &[i64::MIN as f64, 3.0]);
        let least = i64::from(i32::MIN);
        exactly(&narrow_abs(&F::i64(&[least, -3], &[2])).unwrap(), &[least as f64, 3.0]);
    }

    fn masks_select() {
        let (x, y) = (F::f32(&[-INF, -INF], &[2]), F::f32(&[1.0, 0.0], &[2]));
        let (a, b) = filled(&x, &y).unwrap();
        exactly(&a, &[10.0, f64::NEG_INFINITY]);
        exactly(&b, &[f64::NEG_INFINITY, 0.0]);
        let (a, b) = filled(&F::f32(&[NAN, NAN], &[2]), &y).unwrap();
        exactly(&a, &[10.0, f64::NAN]);
        exactly(&b, &[f64::NAN, 0.0]);
    }

    fn filling_selects() {
        let y = F::f32(&[1.0, 0.0], &[2]);
        for x in [-INF, INF, NAN] {
            let filled = filled_in(&F::f32(&[x, x], &[2]), &y).unwrap();
            exactly(&filled, &[10.0, f64::from(x)]);
        }
    }

    fn infinities_are_equal_and_close() {
        let x = F::f32(&[INF, -INF], &[2]);
        let (equal, close, all) = closeness(&x, &x).unwrap();
        exactly(&equal, &[1.0, 1.0]);
        exactly(&close, &[1.0, 1.0]);
        exactly(&all, &[1.0]);
        for other in [1.0, -INF] {
            let (equal, close, all) = closeness(&F::f32(&[INF], &[1]), &F::f32(&[other], &[1])).unwrap();
            exactly(&equal, &[0.0]);
            exactly(&close, &[0.0]);
            exactly(&all, &[0.0]);
        }
    }

    /// Of ints and a fraction side by side the compiler tells; a cast says what is meant.
    fn ints_and_fractions() {
        let (below, within) = below_half(&F::i64(&[0, 1, 5], &[3])).unwrap();
        exactly(&below, &[1.0, 0.0, 0.0]);
        exactly(&within, &[0.5, 1.0, 2.7]);
    }

    fn nan_and_infinities_to_ints() {
        let (narrow, wide, _) = to_ints(&F::f32(&[NAN, INF, -INF], &[3])).unwrap();
        exactly(&narrow, &[0.0, f64::from(i32::MAX), f64::from(i32::MIN)]);
        exactly(&wide, &[0.0, i64::MAX as f64, i64::MIN as f64]);
    }

    fn floats_to_bytes() {
        let (_, _, bytes) = to_ints(&F::f32(&[NAN, 300.0, -1.0, 255.9, 7.9], &[5])).unwrap();
        exactly(&bytes, &[0.0, 255.0, 0.0, 255.0, 7.0]);
    }

    fn floats_and_ints_to_bool() {
        let (floats, ints) = to_bool(&F::f32(&[0.5, NAN, -1.0, -0.0], &[4])).unwrap();
        exactly(&floats, &[1.0, 1.0, 1.0, 0.0]);
        exactly(&ints, &[0.0, 0.0, 1.0, 0.0]);
    }

    /// A number takes the tensor's type: 0.1 is that of `f64`.
    fn types_are_kept() {
        let (padded, full, chosen) = kept_types(&F::f64(&[1.0, 0.2], &[2])).unwrap();
        exactly(&padded, &[0.1, 1.0, 0.2, 0.1]);
        exactly(&full, &[0.1, 0.1]);
        exactly(&chosen, &[1.0, 0.1]);
    }

    fn large_ints() {
        let (narrow, sum) = through_f32(&F::i64(&[16_777_217], &[1])).unwrap();
        exactly(&narrow, &[16_777_216.0]);
        exactly(&sum, &[16_777_218.0]);
    }

    fn ints_that_no_float_holds() {
        let base = 1 << 53;
        let rows = [
            [1.0, 2.0, 5.0],
            [1.0, 2.0, 5.0],
            [2.0, 5.0, 2.0],
            [2.0, 3.0, 1.0],
            [2.0, 5.0, 0.0],
            [2.0, 5.0, 5.0],
            [5.0; 3],
            [8.0; 3],
            [0.0, 0.0, 1.0],
        ];
        let x = F::i64(&[base + 2, base + 5, base + 1], &[3]);
        exactly(&of_large_ints(&x, base).unwrap(), &rows.concat());
    }

    fn positions_that_f32_does_not_hold() {
        let last = (1 << 24) + 1;
        let mut data = vec![0.0; last + 2];
        data[last] = 1.0;
        let x = F::f32(&data, &[last + 2]);
        let (at, largest) = position_of_the_largest(&x, 1 << 24).unwrap();
        exactly(&at, &[1.0]);
        exactly(&largest, &[1.0]);
    }

    fn ints_and_numbers_beyond_their_type() {
        let x = F::i64(&[0, 44, 255], &[3]);
        let rows = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 44.0, 255.0, 0.0, 44.0, 255.0];
        exactly(&compared_beyond(&x).unwrap(), &rows);
    }

    fn signs_of_bits_and_of_logic() {
        let (x, y) = (F::i64(&[6, -1], &[2]), F::i64(&[3, 8], &[2]));
        exactly(&bits(&x, &y).unwrap(), &[2.0, 8.0, 7.0, -1.0, 5.0, -9.0, -7.0, 0.0]);
        let (x, y) = (F::f32(&[2.0, 0.0], &[2]), F::f32(&[1.0, 4.0], &[2]));
        exactly(&logic(&x, &y).unwrap(), &[1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0]);
    }

    fn shifts_by_the_width_and_by_less_than_nothing() {
        let (x, y) = (F::i64(&[1, -1, -5], &[3]), F::i64(&[63, 64, 100], &[3]));
        exactly(&shifts(&x, &y).unwrap(), &[i64::MIN as f64, 0.0, 0.0, 0.0, -1.0, -1.0]);
        let error = shifts(&x, &F::i64(&[1, -1, 0], &[3])).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Value, "{error}");
    }
}

/// A bare tensor is one of floats. On ndarray the type of an argument says it: the call does not compile.
#[cfg(any(feature = "candle", feature = "tch"))]
mod ints_beside_fractions {
    use super::*;

    #[track_caller]
    fn refused<T>(result: eagerpy::Result<T>) {
        let kind = result.err().map(|error| error.kind());
        assert_eq!(kind, Some(ErrorKind::Dtype));
    }

    #[cfg(feature = "candle")]
    #[test]
    fn on_candle() {
        let x = ca::Ca::i64(&[0, 1, 5], &[3]);
        refused(below_a_fraction(&x));
        refused(within_fractions(&x));
    }

    #[cfg(feature = "tch")]
    #[test]
    fn on_tch() {
        let x = tc::Tc::i64(&[0, 1, 5], &[3]);
        refused(below_a_fraction(&x));
        refused(within_fractions(&x));
    }
}

/// On ndarray the types of the parameters say it: the call does not compile.
#[cfg(any(feature = "candle", feature = "tch"))]
mod no_silent_promotion {
    use super::*;

    #[cfg(feature = "candle")]
    #[test]
    fn on_candle() {
        let error = sum_of(&ca::Ca::f32(&[1.0], &[1]), &ca::Ca::f64(&[1.0], &[])).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Dtype, "{error}");
    }

    #[cfg(feature = "tch")]
    #[test]
    fn on_tch() {
        let error = sum_of(&tc::Tc::f32(&[1.0], &[1]), &tc::Tc::f64(&[1.0], &[])).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Dtype, "{error}");
    }
}
