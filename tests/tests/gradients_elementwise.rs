//! Gradients that candle and libtorch take through elementwise operations: differences of the values, and at kinks the
//! slopes that are chosen.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]
#![cfg(any(feature = "candle", feature = "tch"))]

use eagerpy_runtime::{Absent, Num, Ops};

/// A function of one tensor, its name, and where it is smooth.
type One<T> = (&'static str, fn(&T) -> T, &'static [f64]);
/// A function of two tensors, its name, and pairs where it is smooth.
type Two<T> = (&'static str, fn(&T, &T) -> T, &'static [(f64, f64)]);

const ALL: &[f64] = &[-2.3, -0.7, -0.04, 0.03, 0.6, 1.9];
const UNIT: &[f64] = &[-0.9, -0.3, 0.02, 0.8];
const LARGE: &[f64] = &[1.1, 2.5, 30.0];
const POSITIVE: &[f64] = &[0.01, 0.7, 3.0];
const SHARE: &[f64] = &[0.02, 0.4, 0.9];
const PAIRS: &[(f64, f64)] = &[(0.5, 1.5), (-2.0, 0.3), (1.7, -0.6), (-0.4, -2.5)];
const RIGHT: &[(f64, f64)] = &[(0.5, 1.5), (-2.0, 0.3), (1.7, 2.6)];

macro_rules! of_one {
    ($B:ty, $T:ty) => {
        &[
            ("asin", |x: &$T| <$B>::asin(x).unwrap(), UNIT),
            ("acos", |x: &$T| <$B>::acos(x).unwrap(), UNIT),
            ("atan", |x: &$T| <$B>::atan(x).unwrap(), ALL),
            ("asinh", |x: &$T| <$B>::asinh(x).unwrap(), ALL),
            ("acosh", |x: &$T| <$B>::acosh(x).unwrap(), LARGE),
            ("atanh", |x: &$T| <$B>::atanh(x).unwrap(), UNIT),
            ("log2", |x: &$T| <$B>::log2(x).unwrap(), POSITIVE),
            ("log10", |x: &$T| <$B>::log10(x).unwrap(), POSITIVE),
            ("exp2", |x: &$T| <$B>::exp2(x).unwrap(), ALL),
            ("logit", |x: &$T| <$B>::logit(x).unwrap(), SHARE),
            ("cbrt", |x: &$T| <$B>::cbrt(x).unwrap(), ALL),
            (
                "sinc",
                |x: &$T| <$B>::sinc(x).unwrap(),
                &[-2.3, -0.09, 0.011, 0.009, 1e-3, 0.6],
            ),
            ("erf", |x: &$T| <$B>::erf(x).unwrap(), ALL),
            ("erfc", |x: &$T| <$B>::erfc(x).unwrap(), ALL),
            ("deg2rad", |x: &$T| <$B>::deg2rad(x).unwrap(), ALL),
            ("rad2deg", |x: &$T| <$B>::rad2deg(x).unwrap(), ALL),
            ("log_sigmoid", |x: &$T| <$B>::log_sigmoid(x).unwrap(), ALL),
            (
                "hard_sigmoid",
                |x: &$T| <$B>::hard_sigmoid(x).unwrap(),
                &[-4.0, -1.0, 2.0, 5.0],
            ),
            (
                "hard_swish",
                |x: &$T| <$B>::hard_swish(x).unwrap(),
                &[-4.0, -1.0, 2.0, 5.0],
            ),
            ("relu6", |x: &$T| <$B>::relu6(x).unwrap(), &[-1.0, 2.0, 7.0]),
            ("selu", |x: &$T| <$B>::selu(x).unwrap(), ALL),
            ("silu", |x: &$T| <$B>::silu(x).unwrap(), ALL),
            ("mish", |x: &$T| <$B>::mish(x).unwrap(), ALL),
            ("softsign", |x: &$T| <$B>::softsign(x).unwrap(), ALL),
            ("trunc", |x: &$T| <$B>::trunc(x).unwrap(), ALL),
            ("positive", |x: &$T| <$B>::positive(x).unwrap(), ALL),
            ("elu", |x: &$T| <$B>::elu(x, Num::Float(1.5)).unwrap(), ALL),
            (
                "celu",
                |x: &$T| <$B>::celu(x, Num::Float(1.5)).unwrap(),
                ALL,
            ),
            (
                "leaky_relu",
                |x: &$T| <$B>::leaky_relu(x, Num::Float(0.1)).unwrap(),
                ALL,
            ),
            (
                "hard_tanh",
                |x: &$T| <$B>::hard_tanh(x, Num::Int(-1), Num::Int(1)).unwrap(),
                ALL,
            ),
            (
                "threshold",
                |x: &$T| <$B>::threshold(x, Num::Int(1), Num::Int(3)).unwrap(),
                ALL,
            ),
            (
                "nan_to_num",
                |x: &$T| <$B>::nan_to_num(x, Num::Int(0), None, None).unwrap(),
                ALL,
            ),
        ]
    };
}

macro_rules! of_two {
    ($B:ty, $T:ty) => {
        &[
            ("hypot", |x: &$T, y: &$T| <$B>::hypot(x, y).unwrap(), PAIRS),
            ("atan2", |x: &$T, y: &$T| <$B>::atan2(x, y).unwrap(), PAIRS),
            (
                "logaddexp",
                |x: &$T, y: &$T| <$B>::logaddexp(x, y).unwrap(),
                PAIRS,
            ),
            (
                "logaddexp2",
                |x: &$T, y: &$T| <$B>::logaddexp2(x, y).unwrap(),
                PAIRS,
            ),
            (
                "copysign",
                |x: &$T, y: &$T| <$B>::copysign(x, y).unwrap(),
                PAIRS,
            ),
            ("fmod", |x: &$T, y: &$T| <$B>::fmod(x, y).unwrap(), PAIRS),
            ("xlogy", |x: &$T, y: &$T| <$B>::xlogy(x, y).unwrap(), RIGHT),
            (
                "lerp",
                |x: &$T, y: &$T| <$B>::lerp(x, y, Num::Float(0.3)).unwrap(),
                PAIRS,
            ),
            (
                "lerp by",
                |x: &$T, y: &$T| <$B>::lerp(x, Num::Float(4.0), y).unwrap(),
                PAIRS,
            ),
            (
                "clip",
                |x: &$T, y: &$T| <$B>::clip(x, y, Absent).unwrap(),
                PAIRS,
            ),
            (
                "clamp_max",
                |x: &$T, y: &$T| <$B>::clamp_max(x, y).unwrap(),
                PAIRS,
            ),
        ]
    };
}

/// Slopes at kinks, where a difference says nothing.
macro_rules! kinks {
    ($B:ty, $T:ty, $slopes:expr) => {{
        let slope = |name: &str, f: fn(&$T) -> $T, at: f64, want: f64| {
            let (_, have) = $slopes(f, &[at]);
            assert!(
                (have[0] - want).abs() < 1e-12,
                "{name} at {at}: {have:?}, not {want}"
            );
        };
        slope(
            "remainder of 0",
            |x| <$B>::remainder(x, Num::Int(2)).unwrap(),
            -4.0,
            1.0,
        );
        slope("relu6", |x| <$B>::relu6(x).unwrap(), 0.0, 0.0);
        slope("relu6", |x| <$B>::relu6(x).unwrap(), 6.0, 0.0);
        slope(
            "hard_tanh",
            |x| <$B>::hard_tanh(x, Num::Int(-1), Num::Int(1)).unwrap(),
            1.0,
            0.0,
        );
        slope(
            "leaky_relu",
            |x| <$B>::leaky_relu(x, Num::Float(0.1)).unwrap(),
            0.0,
            0.1,
        );
        slope("elu", |x| <$B>::elu(x, Num::Float(1.5)).unwrap(), 0.0, 1.5);
        slope(
            "elu",
            |x| <$B>::elu(x, Num::Float(1.5)).unwrap(),
            1000.0,
            1.0,
        );
        slope("silu", |x| <$B>::silu(x).unwrap(), 0.0, 0.5);
        slope("silu", |x| <$B>::silu(x).unwrap(), 1000.0, 1.0);
        slope("sinc", |x| <$B>::sinc(x).unwrap(), 0.0, 0.0);
        slope(
            "log_sigmoid",
            |x| <$B>::log_sigmoid(x).unwrap(),
            -1000.0,
            1.0,
        );
        slope(
            "hypot",
            |x| <$B>::hypot(x, Num::Float(0.0)).unwrap(),
            0.0,
            0.0,
        );
        slope(
            "atan2",
            |x| <$B>::atan2(x, Num::Float(0.0)).unwrap(),
            0.0,
            0.0,
        );
        slope(
            "clip",
            |x| <$B>::clip(x, Num::Int(0), Num::Int(1)).unwrap(),
            1.0,
            1.0,
        );
        slope(
            "clamp_min",
            |x| <$B>::clamp_min(x, Num::Int(0)).unwrap(),
            0.0,
            1.0,
        );
        slope(
            "heaviside",
            |x| {
                let step = <$B>::heaviside(x, Num::Float(0.5)).unwrap();
                <$B>::add(&step, x).unwrap()
            },
            0.5,
            1.0,
        );
    }};
}

/// `slopes(f, x)` gives the values and the gradients of their sum; `values(f, x, y)` those of two.
macro_rules! differences {
    ($slopes:expr, $slopes_of_two:expr, $one:expr, $two:expr) => {{
        const H: f64 = 1e-6;
        let close = |name: &str, have: &[f64], up: &[f64], down: &[f64]| {
            for ((have, up), down) in have.iter().zip(up).zip(down) {
                let want = (up - down) / (2.0 * H);
                assert!(
                    (have - want).abs() < 1e-6 * want.abs().max(10.0),
                    "{name}: {have}, not {want}"
                );
            }
        };
        for (name, f, at) in $one {
            let moved = |h: f64| $slopes(*f, &at.iter().map(|x| x + h).collect::<Vec<_>>()).0;
            close(name, &$slopes(*f, at).1, &moved(H), &moved(-H));
        }
        for (name, f, at) in $two {
            let (x, y): (Vec<f64>, Vec<f64>) = at.iter().copied().unzip();
            let moved = |list: &[f64], h: f64| list.iter().map(|x| x + h).collect::<Vec<f64>>();
            let value = |x: &[f64], y: &[f64]| $slopes_of_two(*f, x, y).0;
            let (_, dx, dy) = $slopes_of_two(*f, &x, &y);
            close(
                name,
                &dx,
                &value(&moved(&x, H), &y),
                &value(&moved(&x, -H), &y),
            );
            close(
                name,
                &dy,
                &value(&x, &moved(&y, H)),
                &value(&x, &moved(&y, -H)),
            );
        }
    }};
}

#[cfg(feature = "candle")]
mod on_candle {
    use super::*;
    use eagerpy::frameworks::candle_core::{Device, Tensor, Var};
    use eagerpy_backends::Candle;

    const ONE: &[One<Tensor>] = of_one!(Candle, Tensor);
    const TWO: &[Two<Tensor>] = of_two!(Candle, Tensor);

    fn var(data: &[f64]) -> Var {
        Var::from_slice(data, data.len(), &Device::Cpu).unwrap()
    }

    fn slopes(f: fn(&Tensor) -> Tensor, x: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let x = var(x);
        let y = f(&x);
        let grads = y.sum_all().unwrap().backward().unwrap();
        let dx = match grads.get(&x) {
            Some(dx) => dx.clone(),
            // No gradient goes through steps.
            None => x.zeros_like().unwrap(),
        };
        (y.to_vec1().unwrap(), dx.to_vec1().unwrap())
    }

    fn slopes_of_two(
        f: fn(&Tensor, &Tensor) -> Tensor,
        x: &[f64],
        y: &[f64],
    ) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let (x, y) = (var(x), var(y));
        let z = f(&x, &y);
        let grads = z.sum_all().unwrap().backward().unwrap();
        let of = |v: &Var| grads.get(v).expect("a gradient").to_vec1().unwrap();
        (z.to_vec1().unwrap(), of(&x), of(&y))
    }

    #[test]
    fn gradients_are_differences() {
        differences!(slopes, slopes_of_two, ONE, TWO);
    }

    #[test]
    fn slopes_at_kinks() {
        kinks!(Candle, Tensor, slopes);
    }
}

#[cfg(feature = "tch")]
mod on_tch {
    use super::*;
    use eagerpy::frameworks::tch::{Kind, Tensor};
    use eagerpy_backends::Tch;

    const ONE: &[One<Tensor>] = of_one!(Tch, Tensor);
    const TWO: &[Two<Tensor>] = of_two!(Tch, Tensor);

    fn var(data: &[f64]) -> Tensor {
        Tensor::from_slice(data).set_requires_grad(true)
    }

    fn read(x: &Tensor) -> Vec<f64> {
        Vec::try_from(x.detach()).unwrap()
    }

    fn slopes(f: fn(&Tensor) -> Tensor, x: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let x = var(x);
        let y = f(&x);
        y.sum(Kind::Double).backward();
        (read(&y), read(&x.grad()))
    }

    fn slopes_of_two(
        f: fn(&Tensor, &Tensor) -> Tensor,
        x: &[f64],
        y: &[f64],
    ) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
        let (x, y) = (var(x), var(y));
        let z = f(&x, &y);
        z.sum(Kind::Double).backward();
        (read(&z), read(&x.grad()), read(&y.grad()))
    }

    #[test]
    fn gradients_are_differences() {
        differences!(slopes, slopes_of_two, ONE, TWO);
    }

    #[test]
    fn slopes_at_kinks() {
        kinks!(Tch, Tensor, slopes);
    }
}
