//! Agnostic items where they stand: in bodies of functions, in modules, made by macros; names that clash with emitted ones.

#![deny(warnings)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use eagerpy::agnostic;

mod common;
#[cfg(feature = "candle")]
use common::ca;
#[cfg(feature = "ndarray")]
use common::nd;
#[cfg(feature = "tch")]
use common::tc;
use common::{Framework, gives, on_every_backend};

mod outer {
    pub mod inner {
        use eagerpy::agnostic;

        #[agnostic]
        pub(in crate::outer) fn hidden(x: &Tensor<_, N>) -> Tensor<_, N> {
            x * 2.0
        }

        #[agnostic]
        pub fn by_path(x: &Tensor<_, N>) -> Tensor<_, N> {
            super::twice(self::hidden(x))
        }
    }

    use eagerpy::agnostic;
    use inner::hidden;

    #[agnostic]
    pub(super) fn twice(x: &Tensor<_, N>) -> Tensor<_, N> {
        hidden(x) + crate::outer::inner::hidden(x) * 0.0
    }
}

use outer::inner::*;

#[agnostic]
fn through_globs(x: &Tensor<_, N>) -> Tensor<_, N> {
    by_path(x) + outer::twice(x)
}

/// Calls itself.
#[agnostic]
fn factorial_of(x: &Tensor<_, N>, n: usize) -> Tensor<_, N> {
    if n <= 1 {
        return x;
    }
    factorial_of(x, n - 1) * n as f64
}

/// Functions of a macro by example.
macro_rules! scaled {
    ($($name:ident: $factor:expr;)*) => {$(
        #[agnostic]
        fn $name(x: &Tensor<_, N>) -> Tensor<_, N> {
            let y = x * $factor;
            y + N as f64 * 0.0
        }
    )*};
}
scaled! {
    doubled: 2.0;
    tripled: 1.0 + 2.0;
}

/// Raw names, and names that emitted code has.
#[agnostic]
fn r#loop(r#type: &Tensor<_, N>, v2: f64, host1: f64, __site: usize) -> (Tensor<_, N>, f64) {
    let v1 = r#type * v2;
    let result1 = v1 + host1;
    let r#match = if __site > 1 { result1 } else { v1 };
    (r#match, host1 + __site as f64)
}

mod shadowed {
    #![allow(dead_code, non_snake_case)]
    use eagerpy::agnostic;
    pub struct Option;
    pub struct Result;
    pub struct Vec;
    pub fn Ok() {}
    pub fn Some() {}

    #[agnostic]
    pub fn preludes(x: &Tensor<_, N>, k: usize) -> (Tensor<_, N>, usize) {
        let mut y = x;
        for _ in 0..k {
            y = y.sum(axis = 0, keepdims = true) + x;
        }
        (y, k)
    }
}

/// Host macros, and statements that are switched off.
macro_rules! at_least {
    ($a:expr, $b:expr) => {
        if $a > $b { $a } else { $b }
    };
}

#[agnostic]
fn macros(x: &Tensor<_, N, M>) -> (Tensor<_, N, M>, usize, Vec<usize>) {
    assert!(x.ndim() == 2, "rank {}", x.ndim());
    debug_assert_eq!(x.dim(0), N);
    let sizes = vec![x.dim(0), x.dim(1)];
    let zeros = vec![0; x.dim(1)];
    let text = format!("{}/{:?}", x.dim(0), x.shape());
    let most = at_least!(x.dim(0), x.dim(1));
    #[cfg(not(test))]
    let y = this_is_never_compiled(x);
    #[cfg(test)]
    let y = x + zeros.len() as f64;
    (y, most + text.len() * 0, sizes)
}

on_every_backend! {
    fn modules_and_paths() {
        let x = F::f32(&[1.0, 2.0], &[2]);
        gives(&through_globs(&x).unwrap(), &[2], &[6.0, 12.0]);
        gives(&factorial_of(&x, 4).unwrap(), &[2], &[24.0, 48.0]);
        gives(&doubled(&x).unwrap(), &[2], &[2.0, 4.0]);
        gives(&tripled(&x).unwrap(), &[2], &[3.0, 6.0]);
    }
    fn names() {
        let x = F::f32(&[1.0, 2.0], &[2]);
        let (y, k) = r#loop(&x, 3.0, 0.5, 2).unwrap();
        gives(&y, &[2], &[3.5, 6.5]);
        assert_eq!(k, 2.5);
        let (y, k) = shadowed::preludes(&F::f32(&[2.0], &[1]), 2).unwrap();
        gives(&y, &[1], &[6.0]);
        assert_eq!(k, 2);
    }
    fn macros_of_the_host() {
        let (y, most, sizes) = macros(&F::f32(&[1.0, 2.0], &[1, 2])).unwrap();
        gives(&y, &[1, 2], &[3.0, 4.0]);
        assert_eq!((most, sizes), (2, vec![1, 2]));
    }
    fn in_a_body() {
        struct Settings { factor: f64 }
        #[agnostic(local)]
        struct Pair<N> { left: Tensor<_, N>, right: Tensor<_, N> }
        #[agnostic(local)]
        fn scale(x: &Tensor<_, N>, settings: &Settings) -> Tensor<_, N> {
            x * settings.factor
        }
        #[agnostic(local)]
        fn pair(x: &Tensor<_, N>, settings: &Settings) -> Pair<_, N> {
            Pair { left: scale(x, settings), right: x }
        }
        #[agnostic(local)]
        fn sum_of(p: &Pair<_, N>) -> Tensor<_, N> {
            p.left + p.right
        }
        let x = F::f32(&[1.0, 2.0], &[2]);
        let p = pair(&x, &Settings { factor: 10.0 }).unwrap();
        gives(&sum_of(&p).unwrap(), &[2], &[11.0, 22.0]);
        assert!(scale::EXPLAIN.contains("multiply"));

        #[agnostic]
        fn alone(x: &Tensor<_, N>) -> Scalar {
            x.sum()
        }
        gives(&alone(&x).unwrap(), &[], &[3.0]);
    }
}
