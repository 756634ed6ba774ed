//! Code of the frameworks' own inside of agnostic functions.

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

/// A helper of one framework, as a user has it.
#[cfg(feature = "candle")]
fn half_of(x: &ca::Tensor) -> eagerpy::frameworks::candle_core::Result<ca::Tensor> {
    x * 0.5
}

#[agnostic]
fn halved(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    let y: Tensor<f32, N> = native! {
        ndarray => x.mapv(|v| v * 0.5),
        candle => half_of(x)?,
        _ => x / 2.0,
    };
    y + 1.0
}

/// The type follows from the arm in the vocabulary's words, or from the signature.
#[agnostic]
fn clamped(x: &Tensor<f32, N>, low: f64) -> Tensor<f32, N> {
    let y = native! {
        tch => x.clamp_min(low),
        _ => {
            let bounded = maximum(x, low);
            bounded
        }
    };
    native! {
        candle => (y + 1.0),
        _ => y + 1.0,
    }
}

/// A host value.
#[agnostic]
fn named(x: &Tensor<f32, N>) -> (Tensor<f32, N>, String) {
    let name: String = native! {
        ndarray => format!("ndarray {}", x.len()),
        candle => format!("candle {}", x.elem_count()),
        tch => format!("tch {}", x.numel()),
    };
    (x, name)
}

/// What does not fit the declared type is an error when it runs.
#[agnostic]
fn wrong(x: &Tensor<f32, N>) -> Tensor<f32, N> {
    let y: Tensor<f32, N> = native! {
        ndarray => x.slice(eagerpy::frameworks::ndarray::s![..1]).to_owned(),
        candle => x.narrow(0, 0, 1),
        tch => x.narrow(0, 0, 1),
    };
    y
}

on_every_backend! {
    fn arms() {
        gives(&halved(&F::f32(&[2.0, 4.0], &[2])).unwrap(), &[2], &[2.0, 3.0]);
        gives(&clamped(&F::f32(&[-2.0, 4.0], &[2]), 0.0).unwrap(), &[2], &[1.0, 5.0]);
        let (_, name) = named(&F::f32(&[2.0, 4.0], &[2])).unwrap();
        assert!(name.ends_with(" 2"), "{name}");
        let error = wrong(&F::f32(&[2.0, 4.0], &[2])).map(|_| ()).unwrap_err();
        assert_eq!(error.kind(), eagerpy::ErrorKind::Shape);
    }
}
